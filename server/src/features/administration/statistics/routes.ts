import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { heavyRead } from '../../../http/request/heavy-read.ts'
import { dateOf, startOfDay } from './days.ts'
import { presentChannels, presentDays, presentProgress } from './present.ts'
import { loadChannelTotals, loadDays, loadProgress } from './store.ts'

export const statisticsRoutes = implement(areas.statistics, {
  getStatistics: heavyRead(async ({ app, realm, user, params }) => {
    const { db } = app.database
    const now = app.clock.now()
    const since = dateOf(startOfDay(now, 1 - params.days))
    const days = await loadDays(db, realm.id, since)
    const totals = await loadChannelTotals(db, realm.id, since)
    return {
      statistics: {
        days: presentDays(days, now, params.days),
        ...presentChannels(realm.directory, user, totals),
        ...presentProgress(await loadProgress(db, realm.id)),
      },
    }
  }),
})

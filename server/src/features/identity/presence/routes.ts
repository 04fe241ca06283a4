import { apiError, areas } from '@loquat/contract'
import { isBot } from '../../../directory/directory.ts'
import { implement, PartsReply } from '../../../http/implement.ts'
import { JsonBytes } from '../../../http/reply/json-text.ts'
import { findByIdOrApiEmail, noSuchUser } from '../users/find.ts'
import { reportPresence } from './actions.ts'
import { fetchPresences } from './fetch.ts'
import { highestUpdate, listLegacy, listPresences, presentUserPresence } from './present.ts'
import { presencesSince } from './recent-presences.ts'
import { loadPresences } from './store.ts'
import { sweepIfDue } from './sweeps.ts'

export const presenceRoutes = implement(areas.presence, {
  updatePresence: async ({ app, realm, user, params }) => {
    await reportPresence(app, realm, user, params.status === 'active')
    if (params.ping_only) return {}
    await sweepIfDue(app, realm)
    const now = app.clock.now()
    const { last_update_id: lastUpdateId, history_limit_days: historyLimitDays } = params
    const recent =
      lastUpdateId !== undefined && lastUpdateId > 0
        ? await presencesSince(app, realm, user, lastUpdateId)
        : undefined
    if (recent !== undefined) {
      return new PartsReply({
        presences: new JsonBytes(`{${recent.texts.join(',')}}`),
        server_timestamp: now / 1_000,
        presence_last_update_id: recent.lastUpdateId,
      })
    }
    const found = await fetchPresences(app.database.db, realm.id, historyLimitDays, now)
    const format = lastUpdateId !== undefined ? 'lasting' : params.slim_presence ? 'exact' : 'legacy'
    return {
      presences: listPresences(realm.directory, user, found, format, now),
      server_timestamp: now / 1_000,
      presence_last_update_id: highestUpdate(found, lastUpdateId === 0 ? 0 : -1),
    }
  },

  getPresence: async ({ app, realm, user: viewer, path }) => {
    const user = await realm.decideFresh(() => {
      const found = findByIdOrApiEmail(realm.directory, viewer, path.user_id_or_email)
      if (!found.isActive || isBot(found)) throw noSuchUser()
      return found
    })
    const [presence] = await loadPresences(app.database.db, realm.id, { userId: user.id })
    if (presence === undefined) throw apiError('presence-not-found')
    return { presence: presentUserPresence(presence, app.clock.now()) }
  },

  getRealmPresence: async ({ app, realm, user }) => {
    const now = app.clock.now()
    const found = await fetchPresences(app.database.db, realm.id, undefined, now)
    return { presences: listLegacy(realm.directory, user, found), server_timestamp: now / 1_000 }
  },
})

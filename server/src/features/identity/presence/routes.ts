import { apiError, areas } from '@loquat/contract'
import { isLimited } from '../../../directory/access-users.ts'
import { isBot } from '../../../directory/directory.ts'
import { implement, PartsReply } from '../../../http/implement.ts'
import { JsonBytes } from '../../../http/reply/json-text.ts'
import { findByIdOrApiEmail, noSuchUser } from '../users/find.ts'
import { reportPresence } from './actions.ts'
import { fetchPresences } from './fetch.ts'
import { highestUpdate, listLegacy, listPresences, presentUserPresence } from './present.ts'
import { presencesSince } from './recent-presences.ts'
import { loadPresences } from './store.ts'

export const presenceRoutes = implement(areas.presence, {
  updatePresence: async ({ app, realm, user, params }) => {
    await reportPresence(app, realm, user, params.status === 'active')
    if (params.ping_only) return {}
    const now = app.clock.now()
    const { last_update_id: lastUpdateId, history_limit_days: historyLimitDays } = params
    if (lastUpdateId !== undefined && lastUpdateId > 0 && !isLimited(realm.directory, user)) {
      const recent = await presencesSince(app.database, realm, lastUpdateId)
      return new PartsReply({
        presences: new JsonBytes(`{${recent.texts.join(',')}}`),
        server_timestamp: now / 1_000,
        presence_last_update_id: recent.lastUpdateId,
      })
    }
    const found = await fetchPresences(app.database.db, realm.id, { lastUpdateId, historyLimitDays }, now)
    const isModern = params.slim_presence || lastUpdateId !== undefined
    return {
      presences: listPresences(realm.directory, user, found, isModern),
      server_timestamp: now / 1_000,
      presence_last_update_id: highestUpdate(found, lastUpdateId ?? -1),
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
    const usual = { lastUpdateId: undefined, historyLimitDays: undefined }
    const found = await fetchPresences(app.database.db, realm.id, usual, now)
    return { presences: listLegacy(realm.directory, user, found), server_timestamp: now / 1_000 }
  },
})

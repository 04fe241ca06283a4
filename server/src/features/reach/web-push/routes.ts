import { areas, refuse } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import type { Config } from '../../../platform/config.ts'
import { isPoint } from './encrypt.ts'
import { deleteSubscription, keepNewest, putSubscription } from './subscription-store.ts'

/** Maximum subscriptions per user; the oldest are deleted first. */
const maxSubscriptions = 20

export const webPushRoutes = implement(areas.webPush, {
  subscribeToPush: async ({ app, realm, user, params, sessionId }) => {
    assertPushService(params.endpoint, app.config)
    if (!isPoint(params.p256dh)) throw refuse('BadRequest', 'p256dh: this is no key of the curve P-256.')
    await realm.transact(async (tx) => {
      await putSubscription(tx, { ...params, userId: user.id, sessionId }, new Date(app.clock.now()))
      await keepNewest(tx, user.id, maxSubscriptions)
    })
    return {}
  },

  unsubscribeFromPush: async ({ realm, user, params }) => {
    await realm.transact(async (tx) => {
      if (await deleteSubscription(tx, user.id, params.endpoint)) return
      throw refuse('BadRequest', 'endpoint: there is no such subscription.')
    })
    return {}
  },
})

/**
 * Checks the form only. Whether the address is reachable and public is decided on each call, because DNS may
 * change.
 */
function assertPushService(endpoint: string, { allowPrivateCallbacks }: Config): void {
  const protocol = URL.parse(endpoint)?.protocol
  if (protocol === 'https:' || (protocol === 'http:' && allowPrivateCallbacks)) return
  throw refuse('BadRequest', 'endpoint: this is no https address.')
}

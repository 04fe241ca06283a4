import { apiError, areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import type { Config } from '../../../platform/config.ts'
import { isPoint } from './encrypt.ts'
import { deleteSubscription, keepNewest, putSubscription } from './subscription-store.ts'

/** Maximum subscriptions per user; the oldest are deleted first. */
const maxSubscriptions = 20

export const webPushRoutes = implement(areas.webPush, {
  subscribeToPush: async ({ app, realm, user, params, sessionId }) => {
    assertPushService(params.endpoint, app.config)
    if (!isPoint(params.p256dh)) throw apiError('web-push-key-invalid')
    await realm.transact(async (tx) => {
      await putSubscription(tx, { ...params, userId: user.id, sessionId }, new Date(app.clock.now()))
      await keepNewest(tx, user.id, maxSubscriptions)
    })
    return {}
  },

  unsubscribeFromPush: async ({ realm, user, params }) => {
    await realm.transact(async (tx) => {
      if (await deleteSubscription(tx, user.id, params.endpoint)) return
      throw apiError('web-push-subscription-not-found')
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
  throw apiError('web-push-endpoint-not-https')
}

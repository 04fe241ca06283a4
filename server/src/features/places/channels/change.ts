import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Realm } from '../../../realms/realm.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { renderNewDescriptions } from './create.ts'
import { type SubscribeResult, subscribeWithin } from './subscribe.ts'
import type { SubscribeRequest } from './subscribe-request.ts'
import { type UnsubscribeResult, unsubscribeWithin } from './unsubscribe.ts'

/** Subscribes to some channels and unsubscribes from others, in one transaction. */
export async function changeSubscriptions(
  app: App,
  realm: Realm,
  callerId: number,
  request: SubscribeRequest,
  leaving: readonly string[],
): Promise<SubscribeResult & UnsubscribeResult> {
  if (request.channels.length === 0 && leaving.length === 0) {
    throw apiError('subscription-change-empty')
  }
  const { directory } = realm
  const rendered = await renderNewDescriptions(app, directory, callerOf(directory, callerId), request)
  return await realm.transactExclusively(async (tx) => {
    const caller = callerOf(directory, callerId)
    const joined = await subscribeWithin(tx, directory, caller, request, rendered)
    const { principals } = request
    const left = await unsubscribeWithin(
      tx,
      directory,
      caller,
      { names: leaving, principals },
      joined.channels,
    )
    return { ...joined, ...left }
  })
}

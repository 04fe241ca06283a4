import { caseless } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type Directory, userSetting } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { enqueue } from '../../../jobs/store.ts'
import type { MessageFacts } from '../missed-messages/candidate-store.ts'
import { type Candidate, findCandidates } from '../missed-messages/candidates.ts'
import { excludeOnline } from '../missed-messages/presence-filter.ts'
import { mayGetNotifications } from '../missed-messages/rules.ts'
import { addDue, type PushReason } from './due-store.ts'
import { deliverPushes } from './jobs.ts'
import { addNotices, dropNotices, type UserConversation } from './notice-store.ts'
import { subscribersIn } from './subscription-store.ts'

/**
 * Enqueues push notifications for messages, by the same rules as emails. Considers only users with push
 * subscriptions; without any, costs one index lookup.
 */
export async function enqueuePushes(
  app: App,
  tx: Tx,
  directory: Directory,
  messages: readonly MessageFacts[],
  {
    isIncluded = () => true,
    evenIfOnline = false,
  }: { isIncluded?(one: Candidate): boolean; evenIfOnline?: boolean } = {},
): Promise<void> {
  if (messages.length === 0) return
  const subscribers = await subscribersIn(tx.db, tx.realmId)
  if (subscribers.size === 0) return
  const candidates = await findCandidates(tx.db, directory, messages, 'push', (user) => {
    return mayGetNotifications(user) && subscribers.has(user.id)
  })
  const included = candidates.filter(isIncluded)
  const [anyway, whenAway] = [true, false].map((isOnline) =>
    included.filter(
      ({ user }) => (evenIfOnline || userSetting(user, 'enable_online_push_notifications')) === isOnline,
    ),
  ) as [Candidate[], Candidate[]]
  const receivers = [...anyway, ...(await excludeOnline(app, tx, whenAway))]
  if (receivers.length === 0) return
  const byId = new Map(messages.map((message) => [message.id, message]))
  const notices = receivers.map(({ user, messageId }) => ({
    userId: user.id,
    messageId,
    tag: tagOf(byId.get(messageId)!, user.id),
  }))
  await enqueueDelivery(tx, await addNotices(tx, notices, new Date(app.clock.now())), 'news')
}

/** Enqueues pushes that close notifications of messages read or deleted between two log positions. */
export async function enqueuePushesOfReads(tx: Tx, after: number, upto: number): Promise<void> {
  await enqueueDelivery(tx, await dropNotices(tx, after, upto), 'reads')
}

export async function enqueueDelivery(
  tx: Tx,
  conversations: readonly UserConversation[],
  reason: PushReason,
): Promise<void> {
  if (!(await addDue(tx, conversations, reason))) return
  // One key per organization, because jobs with the same key wait for each other's transactions.
  await enqueue(tx.db, deliverPushes, {}, { key: `deliver pushes ${tx.realmId}` })
}

/** The same tag as in the app, so that both share one notification. */
function tagOf({ channelId, topic, userIds }: MessageFacts, userId: number): string {
  if (channelId !== null) return `topic:${channelId}:${caseless(topic)}`
  return `dm:${(userIds ?? [])
    .filter((id) => id !== userId)
    .sort((a, b) => a - b)
    .join(',')}`
}

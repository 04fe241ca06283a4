import { caseless } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type Directory, userSetting } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { enqueue } from '../../../jobs/store.ts'
import type { Said } from '../missed-messages/candidate-store.ts'
import { type Candidate, findCandidates } from '../missed-messages/candidates.ts'
import { excludeOnline } from '../missed-messages/presence-filter.ts'
import { mayGetMail } from '../missed-messages/rules.ts'
import { addDue, type Happened } from './due-store.ts'
import { deliverPushes } from './jobs.ts'
import { addNotices, dropNotices, type Place } from './notice-store.ts'
import { subscribersIn } from './subscription-store.ts'

/**
 * Orders that people are told of messages, for the same reasons as by mail. Only those are looked at who have a browser that
 * wants to be told; without any this is one look into an index.
 */
export async function pushNews(
  app: App,
  tx: Tx,
  directory: Directory,
  messages: readonly Said[],
  { isMeant = () => true, evenHere = false }: { isMeant?(one: Candidate): boolean; evenHere?: boolean } = {},
): Promise<void> {
  if (messages.length === 0) return
  const subscribers = await subscribersIn(tx.db, tx.realmId)
  if (subscribers.size === 0) return
  const concerned = await findCandidates(tx.db, directory, messages, 'push', (user) => {
    return mayGetMail(user) && subscribers.has(user.id)
  })
  const meant = concerned.filter(isMeant)
  const [anyway, whenAway] = [true, false].map((isOnline) =>
    meant.filter(
      ({ user }) => (evenHere || userSetting(user, 'enable_online_push_notifications')) === isOnline,
    ),
  ) as [Candidate[], Candidate[]]
  const told = [...anyway, ...(await excludeOnline(app, tx, whenAway))]
  if (told.length === 0) return
  const byId = new Map(messages.map((message) => [message.id, message]))
  const notices = told.map(({ user, messageId }) => ({
    userId: user.id,
    messageId,
    tag: tagOf(byId.get(messageId)!, user.id),
  }))
  await order(tx, await addNotices(tx, notices, new Date(app.clock.now())), 'news')
}

/** Orders that browsers close what they show of messages that were read or deleted between two positions of the log. */
export async function pushReads(tx: Tx, after: number, upto: number): Promise<void> {
  await order(tx, await dropNotices(tx, after, upto), 'reads')
}

async function order(tx: Tx, places: readonly Place[], happened: Happened): Promise<void> {
  if (!(await addDue(tx, places, happened))) return
  // By organization, because orders under one key wait for each other's transactions.
  await enqueue(tx.db, deliverPushes, {}, { key: `deliver pushes ${tx.realmId}` })
}

/** As the app calls the conversation, so that both show one notification for it. */
function tagOf({ channelId, topic, userIds }: Said, userId: number): string {
  if (channelId !== null) return `topic:${channelId}:${caseless(topic)}`
  return `dm:${(userIds ?? [])
    .filter((id) => id !== userId)
    .sort((a, b) => a - b)
    .join(',')}`
}

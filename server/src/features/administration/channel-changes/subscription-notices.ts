import type { App } from '../../../app.ts'
import type { Channel, User } from '../../../directory/directory.ts'
import { isBot } from '../../../directory/directory.ts'
import type { SubscriptionChange, Tx } from '../../../events/transaction.ts'
import { job } from '../../../jobs/job.ts'
import { enqueueAll } from '../../../jobs/store.ts'
import type { Realm } from '../../../realms/realm.ts'
import { noticesOf } from '../../../texts/notices.ts'
import { postNotice, sendDirectNotices } from '../../conversation/messages/notices.ts'
import { labelOf, nameOf, quoted } from '../../places/channels/bot-text.ts'

/** The result of one subscribe request. */
interface SubscribeOutcome {
  realmId: number
  callerId: number
  /** IDs of new channels. */
  created: number[]
  /** IDs of existing channels, by user. */
  joined: Record<number, number[]>
  announce: boolean
}

const batchSize = 64
/** A stopping server waits for its jobs, so each must be short. */
const usersPerJob = 500

/** Enqueues notices. Users subscribed to a new channel from the start get none about it. */
export async function enqueueSubscriptionNotices(
  tx: Tx,
  { caller, added, created, announce }: SubscriptionChange,
): Promise<void> {
  const outcome = added.filter(({ user, isNew }) => !isNew && user.id !== caller.id)
  const joined = [...Map.groupBy(outcome, ({ user }) => user.id)].map(
    ([id, list]) => [id, list.map(({ channel }) => channel.id)] as const,
  )
  if (created.length + joined.length === 0) return
  const jobs = Math.max(1, Math.ceil(joined.length / usersPerJob))
  await enqueueAll(
    tx.db,
    sendSubscriptionNotices,
    Array.from({ length: jobs }, (_, n) => ({
      payload: {
        realmId: tx.realmId,
        callerId: caller.id,
        created: n === 0 ? created.map((channel) => channel.id) : [],
        joined: Object.fromEntries(joined.slice(n * usersPerJob, (n + 1) * usersPerJob)),
        announce,
      },
    })),
  )
}

/**
 * Sends notices about a subscribe request to the subscribed users, the announcement channel, and the new
 * channels.
 */
export const sendSubscriptionNotices = job<SubscribeOutcome>({
  name: 'tell-of-subscriptions',
  run: async (app, outcome) => {
    const realm = await app.realms.byId(outcome.realmId)
    await realm.follower.advance()
    const caller = realm.directory.users.get(outcome.callerId)
    if (caller === undefined) return
    await notifySubscribed(app, realm, caller, outcome.joined)
    const created = outcome.created.flatMap((id) => realm.directory.channels.get(id) ?? [])
    if (outcome.announce) await postCreationNotice(app, realm, caller, created)
    for (const channel of created) await postFirstNotice(app, realm, caller, channel)
  },
})

/** Sends in batches that share transactions. */
async function notifySubscribed(
  app: App,
  realm: Realm,
  caller: User,
  joined: SubscribeOutcome['joined'],
): Promise<void> {
  const people = Object.entries(joined).flatMap(([id, channelIds]) => {
    const user = realm.directory.users.get(Number(id))
    return user?.isActive && !isBot(user) && user.id !== caller.id ? [{ user, channelIds }] : []
  })
  for (let at = 0; at < people.length; at += batchSize) {
    const batch = people.slice(at, at + batchSize)
    const groups = [...Map.groupBy(batch, ({ channelIds }) => channelIds.join()).values()]
    await Promise.all(groups.map((group) => notifyGroup(app, realm, caller, group)))
  }
}

/** Sends one notice to all users subscribed to the same channels. */
async function notifyGroup(
  app: App,
  realm: Realm,
  caller: User,
  group: readonly { user: User; channelIds: readonly number[] }[],
): Promise<void> {
  const links = (group[0]?.channelIds ?? [])
    .flatMap((id) => realm.directory.channels.get(id)?.name ?? [])
    .sort()
    .map((name) => `#**${name}**`)
  const [channel] = links
  if (channel === undefined) return
  const user = `@**${caller.fullName}|${caller.id}**`
  const list = links.map((link) => `* ${link}`).join('\n')
  await sendDirectNotices(
    app,
    realm,
    group.map((one) => one.user),
    (text) =>
      links.length === 1
        ? text('subscribed.toOne', { user, channel })
        : `${text('subscribed.toSeveral', { user })}\n\n${list}`,
  )
}

async function postCreationNotice(
  app: App,
  realm: Realm,
  caller: User,
  created: readonly Channel[],
): Promise<void> {
  const { directory } = realm
  const channel = directory.channels.get(directory.setting('new_stream_announcements_stream_id'))
  if (channel === undefined || created.length === 0) return
  const text = noticesOf(directory)
  const user = nameOf(caller)
  const links = created.map(({ name }) => `#**${name}**`).join(', ')
  const content =
    created.length === 1
      ? text('created.channel', { user, channel: links })
      : text('created.channels', { user, channels: links })
  const where = { channel, topic: text('topics.newChannels') }
  await realm.transact((tx) => postNotice(app, tx, realm, where, content, [caller.id]))
}

async function postFirstNotice(app: App, realm: Realm, caller: User, channel: Channel): Promise<void> {
  const text = noticesOf(realm.directory)
  const what = text('created.here', { privacy: labelOf(text, channel), user: nameOf(caller) })
  const content = `${what}\n${quoted(text, channel.description)}`
  const where = { channel, topic: text('topics.channelEvents') }
  await realm.transact((tx) => postNotice(app, tx, realm, where, content, [caller.id]))
}

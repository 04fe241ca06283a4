import type { App } from '../../../app.ts'
import type { Channel, User } from '../../../directory/directory.ts'
import { isBot } from '../../../directory/directory.ts'
import type { SubscriptionChange, Tx } from '../../../events/transaction.ts'
import { enqueueAll, job } from '../../../jobs/job.ts'
import type { Realm } from '../../../realms/realm.ts'
import { noticesOf } from '../../../texts/notices.ts'
import { postNotice, sendDirectNotices } from '../../conversation/messages/notices.ts'
import { labelOf, nameOf, quoted } from '../../places/channels/bot-text.ts'

/** What came of one request to subscribe. */
interface News {
  realmId: number
  callerId: number
  /** Channels it made. */
  created: number[]
  /** By user, the channels that were there before. */
  joined: Record<number, number[]>
  announce: boolean
}

const atOnce = 64
/** A server that stops waits for its jobs, so none should take long. */
const peoplePerJob = 500

/** Orders telling of it. New channels are not news to those who are in them from the start. */
export async function enqueueSubscriptionNotices(
  tx: Tx,
  { caller, added, created, announce }: SubscriptionChange,
): Promise<void> {
  const news = added.filter(({ user, isNew }) => !isNew && user.id !== caller.id)
  const joined = [...Map.groupBy(news, ({ user }) => user.id)].map(
    ([id, list]) => [id, list.map(({ channel }) => channel.id)] as const,
  )
  if (created.length + joined.length === 0) return
  const jobs = Math.max(1, Math.ceil(joined.length / peoplePerJob))
  await enqueueAll(
    tx.db,
    sendSubscriptionNotices,
    Array.from({ length: jobs }, (_, n) => ({
      payload: {
        realmId: tx.realmId,
        callerId: caller.id,
        created: n === 0 ? created.map((channel) => channel.id) : [],
        joined: Object.fromEntries(joined.slice(n * peoplePerJob, (n + 1) * peoplePerJob)),
        announce,
      },
    })),
  )
}

/** Tells what a request to subscribe did: those it concerns, the organization, and the new channels themselves. */
export const sendSubscriptionNotices = job<News>({
  name: 'tell-of-subscriptions',
  run: async (app, news) => {
    const realm = await app.realms.byId(news.realmId)
    await realm.follower.advance()
    const caller = realm.directory.users.get(news.callerId)
    if (caller === undefined) return
    await tellSubscribed(app, realm, caller, news.joined)
    const created = news.created.flatMap((id) => realm.directory.channels.get(id) ?? [])
    if (news.announce) await publishCreated(app, realm, caller, created)
    for (const channel of created) await beginChannel(app, realm, caller, channel)
  },
})

/** Many at a time, so that they share transactions. */
async function tellSubscribed(app: App, realm: Realm, caller: User, joined: News['joined']): Promise<void> {
  const people = Object.entries(joined).flatMap(([id, channelIds]) => {
    const user = realm.directory.users.get(Number(id))
    return user?.isActive && !isBot(user) && user.id !== caller.id ? [{ user, channelIds }] : []
  })
  for (let at = 0; at < people.length; at += atOnce) {
    const batch = people.slice(at, at + atOnce)
    const groups = [...Map.groupBy(batch, ({ channelIds }) => channelIds.join()).values()]
    await Promise.all(groups.map((group) => tellGroup(app, realm, caller, group)))
  }
}

/** Tells those who are in the same channels now. */
async function tellGroup(
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

async function publishCreated(
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

async function beginChannel(app: App, realm: Realm, caller: User, channel: Channel): Promise<void> {
  const text = noticesOf(realm.directory)
  const what = text('created.here', { privacy: labelOf(text, channel), user: nameOf(caller) })
  const content = `${what}\n${quoted(text, channel.description)}`
  const where = { channel, topic: text('topics.channelEvents') }
  await realm.transact((tx) => postNotice(app, tx, realm, where, content, [caller.id]))
}

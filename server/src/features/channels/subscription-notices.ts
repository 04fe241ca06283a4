import { WireError } from '@loquat/contract'
import type { App } from '../../app.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Channel, User } from '../../directory/directory.ts'
import { isBot } from '../../directory/directory.ts'
import { enqueue, job } from '../../jobs/job.ts'
import type { Realm } from '../../realms/realm.ts'
import { notificationBot } from '../../realms/system.ts'
import { postNotice } from '../messages/notices.ts'
import { sendMessage } from '../messages/send.ts'
import { ensurePairs } from '../messages/send-store.ts'
import { labelOf, nameOf, quoted } from './words.ts'

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

const eventsTopic = 'channel events'
const announcementTopic = 'new channels'
const atOnce = 64
/** A server that stops waits for its jobs, so none should take long. */
const peoplePerJob = 500

interface Joined {
  user: User
  channel: Channel
  isNew: boolean
}

/** Orders telling of it. New channels are not news to those who are in them from the start. */
export async function orderNotices(
  tx: Tx,
  caller: User,
  added: readonly Joined[],
  created: readonly Channel[],
  announce: boolean,
): Promise<void> {
  const news = added.filter(({ user, isNew }) => !isNew && user.id !== caller.id)
  const joined = [...Map.groupBy(news, ({ user }) => user.id)].map(
    ([id, list]) => [id, list.map(({ channel }) => channel.id)] as const,
  )
  const order = async (people: typeof joined, made: readonly Channel[]) =>
    await enqueue(tx.db, tellOfSubscriptions, {
      realmId: tx.realmId,
      callerId: caller.id,
      created: made.map((channel) => channel.id),
      joined: Object.fromEntries(people),
      announce,
    })
  if (created.length + joined.length > 0) await order(joined.slice(0, peoplePerJob), created)
  for (let at = peoplePerJob; at < joined.length; at += peoplePerJob) {
    await order(joined.slice(at, at + peoplePerJob), [])
  }
}

/** Tells what a request to subscribe did: those it concerns, the organization, and the new channels themselves. */
export const tellOfSubscriptions = job<News>({
  name: 'tell-of-subscriptions',
  run: async (app, news) => {
    const realm = await app.realms.byId(news.realmId)
    await realm.follower.advance()
    const caller = realm.directory.users.get(news.callerId)
    if (caller === undefined) return
    await tellSubscribed(app, realm, caller, news.joined)
    const created = news.created.flatMap((id) => realm.directory.channels.get(id) ?? [])
    if (news.announce) await announceCreated(app, realm, caller, created)
    for (const channel of created) await beginChannel(app, realm, caller, channel)
  },
})

/** Many at a time, so that they share transactions. */
async function tellSubscribed(app: App, realm: Realm, caller: User, joined: News['joined']): Promise<void> {
  const people = Object.entries(joined).filter(([id]) => {
    const user = realm.directory.users.get(Number(id))
    return user?.isActive && !isBot(user) && user.id !== caller.id
  })
  for (let at = 0; at < people.length; at += atOnce) {
    const batch = people.slice(at, at + atOnce)
    const bot = notificationBot(realm.directory)
    const ids = batch.map(([id]) => Number(id))
    // Most of them never heard from the bot before; one by one, beginning conversations would take longest.
    await ensurePairs(app.database.db, realm.id, bot.id, ids)
    await Promise.all(batch.map(([id, channels]) => tellOne(app, realm, caller, Number(id), channels)))
  }
}

async function tellOne(
  app: App,
  realm: Realm,
  caller: User,
  userId: number,
  channelIds: readonly number[],
): Promise<void> {
  const links = channelIds
    .flatMap((id) => realm.directory.channels.get(id)?.name ?? [])
    .sort()
    .map((name) => `#**${name}**`)
  if (links.length === 0) return
  const who = `@**${caller.fullName}|${caller.id}**`
  const content =
    links.length === 1
      ? `${who} subscribed you to the channel ${links[0]}.`
      : `${who} subscribed you to the following channels:\n\n${links.map((link) => `* ${link}`).join('\n')}`
  try {
    await sendMessage(app, realm, notificationBot(realm.directory), {
      type: 'direct',
      to: [userId],
      topic: undefined,
      content,
      clientName: 'Internal',
    })
  } catch (error) {
    // Deactivated in the meantime, for example: there is nobody to tell.
    if (!(error instanceof WireError)) throw error
  }
}

async function announceCreated(
  app: App,
  realm: Realm,
  caller: User,
  created: readonly Channel[],
): Promise<void> {
  const channel = realm.directory.channels.get(realm.directory.setting('new_stream_announcements_stream_id'))
  if (channel === undefined || created.length === 0) return
  const links = created.map(({ name }) => `#**${name}**`)
  const what = links.length === 1 ? `a new channel ${links[0]}` : `new channels: ${links.join(', ')}`
  await realm.transact((tx) =>
    postNotice(app, tx, realm, { channel, topic: announcementTopic }, `${nameOf(caller)} created ${what}.`, [
      caller.id,
    ]),
  )
}

async function beginChannel(app: App, realm: Realm, caller: User, channel: Channel): Promise<void> {
  const text = `**${labelOf(channel)}** channel created by ${nameOf(caller)}. **Description:**\n${quoted(channel.description)}`
  await realm.transact((tx) => postNotice(app, tx, realm, { channel, topic: eventsTopic }, text, [caller.id]))
}

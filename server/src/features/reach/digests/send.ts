import type { App } from '../../../app.ts'
import { type Directory, type User, userSetting } from '../../../directory/directory.ts'
import { canReadChannel } from '../../../directory/permissions.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import type { Realm } from '../../../realms/realm.ts'
import { unsubscribeUrl } from '../../administration/sign-in/unsubscribe.ts'
import { mayReadMessage } from '../../conversation/messages/access.ts'
import { relationsOf } from '../../conversation/read-state/flags-store.ts'
import { usersOnDigestDay } from './due.ts'
import { type Digest, digestEmail } from './emails.ts'
import {
  type ActiveTopic,
  absentUsers,
  activeTopics,
  mutedTopics,
  realmsWithDigests,
  recordDigest,
} from './store.ts'

const dayMs = 86_400_000
/** Digests are for people who were not here for this long. */
export const absenceMs = 5 * dayMs
const periodMs = 7 * dayMs
/** Less than a week, because the day begins at another time in another time zone. */
const minIntervalMs = 6 * dayMs
/** Topics of an organization among which those of each reader are chosen. */
const maxCandidates = 500
const maxTopics = 5
const maxNewChannels = 5

/** Sends the digests that are due now. A digest that fails does not delay the others. */
export async function sendDigests(app: App, stopping?: AbortSignal): Promise<void> {
  for (const realmId of await realmsWithDigests(app.database.backgroundDb)) {
    if (stopping?.aborted) return
    const send = async () => await sendIn(app, await app.realms.byId(realmId), stopping)
    await runIsolated(app, { realm_id: realmId }, send)
  }
}

/** A failure is logged, and retried in the next hour of the day. */
async function runIsolated(app: App, context: object, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    app.logger.error({ err: error, ...context }, 'could not send a digest')
  }
}

async function sendIn(app: App, realm: Realm, stopping: AbortSignal | undefined): Promise<void> {
  await realm.follower.advance()
  const now = app.clock.now()
  const users = usersOnDigestDay(realm.directory, now)
  if (users.length === 0) return
  const { backgroundDb: db } = app.database
  const absent = await absentUsers(
    db,
    users.map(({ id }) => id),
    { activeSince: new Date(now - absenceMs), sentSince: new Date(now - minIntervalMs) },
  )
  if (absent.length === 0) return
  const topics = await activeTopics(db, realm.id, new Date(now - periodMs), maxCandidates)
  for (const id of absent) {
    if (stopping?.aborted) return
    await runIsolated(app, { user_id: id }, () => sendTo(app, realm, id, topics))
  }
}

async function sendTo(app: App, realm: Realm, userId: number, topics: readonly ActiveTopic[]): Promise<void> {
  const { directory } = realm
  const user = directory.users.get(userId)
  if (user === undefined) return
  const digest = await digestFor(app, realm, user, topics)
  if (digest.topics.length === 0 && digest.newChannels.length === 0) return
  const now = app.clock.now()
  await realm.transact(async (tx) => {
    if (!(await recordDigest(tx, userId, new Date(now), new Date(now - minIntervalMs)))) return
    const email = digestEmail(directory, user, digest)
    await sendEmail(tx, { ...email, unsubscribeUrl: unsubscribeUrl(app, directory, user, 'digest') })
  })
}

/** The most active topics that the user subscribes to, did not mute and can read, and new channels. */
async function digestFor(
  app: App,
  realm: Realm,
  user: User,
  topics: readonly ActiveTopic[],
): Promise<Digest> {
  const { directory } = realm
  const { backgroundDb: db } = app.database
  const subscribed = topics.flatMap((topic) => {
    const channel = directory.channels.get(topic.channelId)
    const isFollowed = channel?.subscribers.has(user.id) && !channel.mutedBy.has(user.id)
    return channel !== undefined && isFollowed && canReadChannel(directory, user, channel)
      ? [{ channel, topic }]
      : []
  })
  const keyOf = (channelId: number, topic: string) => `${channelId} ${topic.toLowerCase()}`
  const muted = new Set((await mutedTopics(db, user.id)).map((one) => keyOf(one.channelId, one.topic)))
  const candidates = subscribed
    .filter(({ channel, topic }) => !muted.has(keyOf(channel.id, topic.topic)))
    .slice(0, 4 * maxTopics)
  // Subscribers of channels with a protected history see only messages that they received.
  const relations = await relationsOf(
    db,
    realm.id,
    user.id,
    candidates.map(({ topic }) => topic.lastId),
  )
  const readable = new Set(
    relations.filter((one) => mayReadMessage(directory, user, one)).map(({ id }) => id),
  )
  return {
    topics: candidates.filter(({ topic }) => readable.has(topic.lastId)).slice(0, maxTopics),
    newChannels: newChannels(directory, user, app.clock.now() - periodMs),
    showsContent:
      directory.setting('message_content_allowed_in_email_notifications') &&
      userSetting(user, 'message_content_in_email_notifications'),
  }
}

const newChannels = (directory: Directory, user: User, since: number) =>
  [...directory.channels.values()]
    .filter(
      (channel) =>
        channel.createdAt >= since && !channel.isArchived && canReadChannel(directory, user, channel),
    )
    .slice(0, maxNewChannels)

import { type VisibilityPolicy, visibility } from '@loquat/contract'
import type { Db } from '../../../db/database.ts'
import {
  type Channel,
  type Directory,
  type User,
  userSetting,
  wasReceivedBy,
} from '../../../directory/directory.ts'
import { flagBits } from '../../../events/flag-bits.ts'
import { Slot } from '../../../platform/slots.ts'
import { welcomeBot } from '../../../realms/system.ts'
import {
  type ChannelSetting,
  type Mention,
  type MessageFacts,
  mentionsIn,
  policiesIn,
  settingsIn,
  type TopicSetting,
} from './candidate-store.ts'
import {
  mayGetNotifications,
  type NotificationChannel,
  settingsOf,
  type Trigger,
  triggerOf,
} from './rules.ts'

/** A user to notify about a message they may miss. */
export interface Candidate {
  user: User
  messageId: number
  trigger: Trigger
}

/**
 * Finds candidates for one notification channel (email or push). The cost depends on the number of
 * candidates: other subscribers are not examined, except for wildcard mentions.
 */
export async function findCandidates(
  db: Db,
  directory: Directory,
  messages: readonly MessageFacts[],
  way: NotificationChannel,
  mayBeNotified: (user: User) => boolean = mayGetNotifications,
): Promise<Candidate[]> {
  // Users get notifications from the server that they still work on.
  if (directory.realm.previewOf !== null) return []
  // The welcome bot's messages are only for users who are online.
  const silent = welcomeBot(directory).id
  const all = messages.filter(({ senderId }) => senderId !== silent)
  if (all.length === 0) return []
  const context = await loadContext(db, directory, all, way)
  return all.flatMap((message) => candidatesFor(directory, message, context, way, mayBeNotified))
}

interface NotificationContext {
  /** By message ID, then user ID. */
  mentions: Map<number, Map<number, Mention>>
  /** By topic, then user ID. */
  policies: Map<string, Map<number, TopicSetting>>
  /** By channel ID, then user ID. */
  choices: Map<number, Map<number, ChannelSetting>>
  /** Users with notifications for all channels. */
  eager: number[]
}

async function loadContext(
  db: Db,
  directory: Directory,
  messages: readonly MessageFacts[],
  way: NotificationChannel,
): Promise<NotificationContext> {
  const inChannels = messages.filter(({ channelId }) => channelId !== null)
  const topics = new Map(inChannels.map((message) => [topicKey(message), message]))
  const channelIds = new Set(inChannels.flatMap(({ channelId }) => channelId ?? []))
  const ids = inChannels.map(({ id }) => id)
  const [mentions, policies, choices] =
    ids.length === 0
      ? [[], [], []]
      : [
          await mentionsIn(db, ids),
          await policiesIn(db, [...topics.values()]),
          await settingsIn(db, [...channelIds], way),
        ]
  return {
    mentions: byPerson(mentions, (one) => one.messageId),
    policies: byPerson(policies, topicKey),
    choices: byPerson(choices, (one) => one.channelId),
    eager: ids.length === 0 ? [] : eagerUsers(directory, way),
  }
}

interface EagerUsers {
  userChanges: number
  byWay: Map<NotificationChannel, number[]>
}

const eagerSlot = new Slot<Directory, EagerUsers>()

/** Users with notifications for all channels. Cached until an account changes, because every message needs it. */
function eagerUsers(directory: Directory, way: NotificationChannel): number[] {
  const { userChanges, users } = directory
  let cached = directory.slots.get(eagerSlot)
  if (cached?.userChanges !== userChanges) {
    cached = directory.slots.set(eagerSlot, { userChanges, byWay: new Map() })
  }
  const known = cached.byWay.get(way)
  if (known !== undefined) return known
  const eager: number[] = []
  for (const user of users.values()) if (userSetting(user, settingsOf[way].channels)) eager.push(user.id)
  cached.byWay.set(way, eager)
  return eager
}

function candidatesFor(
  directory: Directory,
  message: MessageFacts,
  context: NotificationContext,
  way: NotificationChannel,
  mayBeNotified: (user: User) => boolean,
): Candidate[] {
  const { id: messageId, senderId, channelId } = message
  const muters = directory.mutedBy.get(senderId)
  const found: Candidate[] = []
  const channel = channelId === null ? undefined : directory.channels.get(channelId)
  if (channelId !== null && channel === undefined) return []
  const candidates =
    channel === undefined ? (message.userIds ?? []) : possibleReceivers(channel, message, context)
  for (const userId of candidates) {
    const user = directory.users.get(userId)
    if (userId === senderId || user === undefined || !mayBeNotified(user) || muters?.has(userId)) continue
    if (channel !== undefined && !wasReceivedBy(channel, userId, messageId)) continue
    const trigger = triggerOf(user, reasonFor(userId, channel, message, context), way)
    if (trigger !== undefined) found.push({ user, messageId, trigger })
  }
  return found
}

/** Subscribers who may get a notification for a channel message. */
function possibleReceivers(
  channel: Channel,
  message: MessageFacts,
  context: NotificationContext,
): Iterable<number> {
  if (message.channelWildcard) return channel.subscribers.keys()
  const followers = context.policies.get(topicKey(message))?.keys() ?? []
  const mentioned = context.mentions.get(message.id)?.keys() ?? []
  const choosers = context.choices.get(channel.id)?.keys() ?? []
  const candidates = new Set([...followers, ...mentioned, ...choosers, ...context.eager])
  return candidates.values().filter((id) => channel.subscribers.has(id))
}

function reasonFor(
  userId: number,
  channel: Channel | undefined,
  message: MessageFacts,
  { mentions, policies, choices }: NotificationContext,
) {
  if (channel === undefined) return { flags: 0, channel: undefined }
  const choice = choices.get(channel.id)?.get(userId)
  const flags = mentions.get(message.id)?.get(userId)?.flags ?? 0
  return {
    flags: flags | (message.channelWildcard ? flagBits.stream_wildcard_mentioned : 0),
    channel: {
      policy: policyAt(policies.get(topicKey(message))?.get(userId), message),
      isMuted: channel.mutedBy.has(userId),
      own: choice?.own ?? null,
      wildcards: choice?.wildcards ?? null,
    },
  }
}

const topicKey = ({ recipientId, topic }: { recipientId: number; topic: string }) => `${recipientId} ${topic}`

/**
 * Muting applies immediately. Following a topic, also automatically by a mention, does not apply to earlier
 * messages.
 */
function policyAt(choice: TopicSetting | undefined, { sentAt }: MessageFacts): VisibilityPolicy {
  if (choice === undefined) return visibility.inherit
  return choice.policy === visibility.muted || choice.since <= sentAt ? choice.policy : visibility.inherit
}

/** Groups rows by a key, then by user. */
const byPerson = <R extends { userId: number }, K>(rows: readonly R[], key: (row: R) => K) =>
  new Map(
    Map.groupBy(rows, key)
      .entries()
      .map(([group, list]) => [group, new Map(list.map((row) => [row.userId, row]))]),
  )

import { type VisibilityPolicy, visibility } from '@loquat/contract'
import type { Db } from '../../../db/database.ts'
import {
  type Channel,
  type Directory,
  type User,
  userSetting,
  wasReceivedBy,
} from '../../../directory/directory.ts'
import { bits } from '../../../events/flag-bits.ts'
import { welcomeBot } from '../../../realms/system.ts'
import {
  type ChannelChoice,
  choicesIn,
  type Mention,
  mentionsIn,
  policiesIn,
  type Said,
  type TopicChoice,
} from './candidate-store.ts'
import { mayGetMail, settingsOf, type Trigger, triggerOf, type Way } from './rules.ts'

/** A message that somebody should hear of, if they miss it. */
export interface Candidate {
  user: User
  messageId: number
  trigger: Trigger
}

/**
 * Whom messages concern, as far as one way of telling goes. The cost is that of the people who may be told: of a channel's
 * subscribers nobody else is looked at, unless everyone is mentioned.
 */
export async function findCandidates(
  db: Db,
  directory: Directory,
  messages: readonly Said[],
  way: Way,
  mayBeTold: (user: User) => boolean = mayGetMail,
): Promise<Candidate[]> {
  // What this bot says is for those who are looking at it.
  const silent = welcomeBot(directory).id
  const all = messages.filter(({ senderId }) => senderId !== silent)
  if (all.length === 0) return []
  const background = await backgroundOf(db, directory, all, way)
  return all.flatMap((message) => concernedByOne(directory, message, background, way, mayBeTold))
}

interface Background {
  /** By message, then person. */
  mentions: Map<number, Map<number, Mention>>
  /** By topic, then person. */
  policies: Map<string, Map<number, TopicChoice>>
  /** By channel, then person. */
  choices: Map<number, Map<number, ChannelChoice>>
  /** People who want to be told about all channels. */
  eager: number[]
}

async function backgroundOf(
  db: Db,
  directory: Directory,
  messages: readonly Said[],
  way: Way,
): Promise<Background> {
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
          await choicesIn(db, [...channelIds], way),
        ]
  const people = ids.length === 0 ? [] : [...directory.users.values()]
  return {
    mentions: byPerson(mentions, (one) => one.messageId),
    policies: byPerson(policies, topicKey),
    choices: byPerson(choices, (one) => one.channelId),
    eager: people.filter((user) => userSetting(user, settingsOf[way].channels)).map(({ id }) => id),
  }
}

function concernedByOne(
  directory: Directory,
  message: Said,
  background: Background,
  way: Way,
  mayBeTold: (user: User) => boolean,
): Candidate[] {
  const { id: messageId, senderId, channelId } = message
  const muters = directory.mutedBy.get(senderId)
  const found: Candidate[] = []
  const channel = channelId === null ? undefined : directory.channels.get(channelId)
  if (channelId !== null && channel === undefined) return []
  const candidates = channel === undefined ? (message.userIds ?? []) : inChannel(channel, message, background)
  for (const userId of candidates) {
    const user = directory.users.get(userId)
    if (userId === senderId || user === undefined || !mayBeTold(user) || muters?.has(userId)) continue
    if (channel !== undefined && !wasReceivedBy(channel, userId, messageId)) continue
    const trigger = triggerOf(user, reasonFor(userId, channel, message, background), way)
    if (trigger !== undefined) found.push({ user, messageId, trigger })
  }
  return found
}

/** Everyone who might be told of a message of a channel. */
function inChannel(channel: Channel, message: Said, background: Background): Iterable<number> {
  if (message.channelWildcard) return channel.subscribers.keys()
  const followers = background.policies.get(topicKey(message))?.keys() ?? []
  const mentioned = background.mentions.get(message.id)?.keys() ?? []
  const choosers = background.choices.get(channel.id)?.keys() ?? []
  const candidates = new Set([...followers, ...mentioned, ...choosers, ...background.eager])
  return candidates.values().filter((id) => channel.subscribers.has(id))
}

function reasonFor(
  userId: number,
  channel: Channel | undefined,
  message: Said,
  { mentions, policies, choices }: Background,
) {
  if (channel === undefined) return { flags: 0, channel: undefined }
  const choice = choices.get(channel.id)?.get(userId)
  const flags = mentions.get(message.id)?.get(userId)?.flags ?? 0
  return {
    flags: flags | (message.channelWildcard ? bits.stream_wildcard_mentioned : 0),
    channel: {
      policy: policyThen(policies.get(topicKey(message))?.get(userId), message),
      isMuted: channel.mutedBy.has(userId),
      own: choice?.own ?? null,
      wildcards: choice?.wildcards ?? null,
    },
  }
}

const topicKey = ({ recipientId, topic }: { recipientId: number; topic: string }) => `${recipientId} ${topic}`

/** Muting counts at once. To follow a topic, as being mentioned does by itself, says nothing of what was there before. */
function policyThen(choice: TopicChoice | undefined, { sentAt }: Said): VisibilityPolicy {
  if (choice === undefined) return visibility.inherit
  return choice.policy === visibility.muted || choice.since <= sentAt ? choice.policy : visibility.inherit
}

/** Rows by some key, then by person. */
const byPerson = <R extends { userId: number }, K>(rows: readonly R[], key: (row: R) => K) =>
  new Map(
    Map.groupBy(rows, key)
      .entries()
      .map(([group, list]) => [group, new Map(list.map((row) => [row.userId, row]))]),
  )

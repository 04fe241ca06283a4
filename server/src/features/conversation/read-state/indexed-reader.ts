import { caseless, visibility } from '@loquat/contract'
import { type Channel, type Directory, type User, wasReceivedBy } from '../../../directory/directory.ts'
import { type IdRange, subtractRanges } from '../../../directory/ranges.ts'
import { flagBits, wildcardBits } from '../../../events/flag-bits.ts'
import { lowerBound } from '../../../platform/lower-bound.ts'
import type { IndexedGroup } from '../../../realms/indexed-group.ts'
import type { MessageIndex } from '../../../realms/message-index.ts'
import type { PolicyRow } from '../../places/user-topics/store.ts'
import { flagsIn, readRangesIn } from '../message-queries/reader-texts.ts'
import type { ConversationRow, UnreadGroup } from './flags-store.ts'
import type { MarkedMessage, ReaderRow } from './message-index-store.ts'

const everything: readonly IdRange[] = [{ from: 0, to: Number.POSITIVE_INFINITY }]

/** The ranges that a subscriber received. */
export function receivedRanges(channel: Channel, userId: number): IdRange[] {
  const since = channel.subscribers.get(userId)
  const former = channel.former.get(userId) ?? []
  return since === undefined ? former : [...former, { from: since, to: Number.POSITIVE_INFINITY }]
}

/** Recipients whose read ranges a reader needs: the subscribed channels, and the indexed direct conversations. */
export function recipientsOf(index: MessageIndex, directory: Directory, userId: number): number[] {
  const recipients: number[] = []
  for (const channel of directory.channels.values()) {
    if (channel.subscribers.has(userId)) recipients.push(channel.recipientId)
  }
  for (const { recipientId } of index.conversationsOf(userId)) recipients.push(recipientId)
  return recipients
}

/** A reader of the message index. The directory, the index and the row are as they were at one position of the log. */
export class IndexedReader {
  readonly #index: MessageIndex
  readonly #directory: Directory
  readonly #viewer: User
  /** Messages from this ID on are newer than the position. */
  readonly #end: number

  constructor(index: MessageIndex, directory: Directory, viewer: User, end: number) {
    this.#index = index
    this.#directory = directory
    this.#viewer = viewer
    this.#end = end
  }

  /** The newest message that the reader received; -1 if there is none, undefined if it is not in the index. */
  newestReceived(): number | undefined {
    const { id } = this.#viewer
    let newest = -1
    for (const channel of this.#directory.channels.values()) {
      const ranges = receivedRanges(channel, id)
      if (ranges.length === 0) continue
      for (const group of this.#index.groupsOf(channel.recipientId, newest + 1)) {
        if ((group.ids.at(-1) ?? 0) <= newest) continue
        for (const { to } of ranges) newest = Math.max(newest, this.#newestBelow(group, to, channel))
      }
    }
    for (const group of this.#index.conversationsOf(id)) {
      newest = Math.max(newest, this.#newestBelow(group, Number.POSITIVE_INFINITY))
    }
    return newest >= 0 || this.#index.floor === 0 ? newest : undefined
  }

  #newestBelow(group: IndexedGroup, to: number, channel?: Channel): number {
    const newest = group.ids[group.indexOf(Math.min(to, this.#end)) - 1]
    if (newest === undefined) return -1
    return channel === undefined || wasReceivedBy(channel, this.#viewer.id, newest) ? newest : -1
  }

  /** Whether this many of the newest direct messages are in the index, or all of them. */
  hasRecentConversations(messages: number): boolean {
    let total = 0
    for (const group of this.#index.conversationsOf(this.#viewer.id)) total += group.indexOf(this.#end)
    return total >= messages || this.#index.floor === 0
  }

  /** Conversations among the newest direct messages, most recent first. Undefined if some of these are not in the index. */
  recentConversations(messages: number): ConversationRow[] | undefined {
    if (!this.hasRecentConversations(messages)) return undefined
    const ids: number[] = []
    const rows: ConversationRow[] = []
    for (const group of this.#index.conversationsOf(this.#viewer.id)) {
      const count = group.indexOf(this.#end)
      if (count === 0) continue
      ids.push(...group.ids.slice(Math.max(0, count - messages), count))
      rows.push({ userIds: [...(group.userIds ?? [])], maxMessageId: group.ids[count - 1]! })
    }
    const oldest = ids.length <= messages ? 0 : ids.sort((a, b) => b - a)[messages - 1]!
    return rows
      .filter(({ maxMessageId }) => maxMessageId >= oldest)
      .sort((a, b) => b.maxMessageId - a.maxMessageId)
  }

  /**
   * Unread messages from the index, and all that were marked unread. `needsOlder` if others below the index may be unread. Undefined if the read
   * ranges of some recipients were not asked for.
   */
  unread(
    row: ReaderRow,
    asked: ReadonlySet<number>,
    policies: readonly PolicyRow[],
  ): { groups: UnreadGroup[]; needsOlder: boolean } | undefined {
    const { id: userId } = this.#viewer
    const read = readRangesIn(row.read)
    const mentions = mentionsOf(row.mentions)
    const isMuted = this.#muteLookup(policies)
    const groups: UnreadGroup[] = []
    let needsOlder = row.hasOlderDirect
    const list = (group: IndexedGroup, gaps: readonly IdRange[]) => {
      const unread = this.#unreadIn(group, gaps, mentions, isMuted)
      if (unread !== undefined) groups.push(unread)
    }
    for (const channel of this.#directory.channels.values()) {
      const { recipientId } = channel
      if (!channel.subscribers.has(userId)) continue
      if (!asked.has(recipientId)) return undefined
      const gaps = subtractRanges(receivedRanges(channel, userId), read.get(recipientId) ?? [])
      const first = gaps[0]?.from ?? Number.POSITIVE_INFINITY
      if (first <= this.#index.newestOlder(recipientId, userId)) needsOlder = true
      for (const group of this.#index.groupsOf(recipientId, first)) list(group, gaps)
    }
    for (const group of this.#index.conversationsOf(userId)) {
      if (!asked.has(group.recipientId)) return undefined
      list(group, subtractRanges(everything, read.get(group.recipientId) ?? []))
    }
    for (const message of row.marked ?? []) {
      if (this.#isHere(message) && !this.#isInGap(message)) groups.push(markedGroup(message, isMuted))
    }
    return { groups, needsOlder }
  }

  /** Whether the reader is subscribed to the channel, or takes part in the conversation. */
  #isHere({ recipientId, userIds }: MarkedMessage): boolean {
    if (userIds !== null) return userIds.includes(this.#viewer.id)
    return this.#directory.channelByRecipient(recipientId)?.subscribers.has(this.#viewer.id) === true
  }

  /** Whether a message would be unread without the mark. */
  #isInGap({ id, recipientId, userIds, senderId, isInReadRange }: MarkedMessage): boolean {
    if (senderId === this.#viewer.id || isInReadRange) return false
    const channel = userIds === null ? this.#directory.channelByRecipient(recipientId) : undefined
    return channel === undefined || wasReceivedBy(channel, this.#viewer.id, id)
  }

  #unreadIn(
    group: IndexedGroup,
    gaps: readonly IdRange[],
    mentions: Mentions,
    isMuted: MuteLookup,
  ): UnreadGroup | undefined {
    const { ids, senderIds } = group
    // Most are read.
    if (gaps.length === 0 || (ids.at(-1) ?? 0) < gaps[0]!.from) return undefined
    const texts: string[] = []
    const found: { personal: number[]; wildcard: number[] } = { personal: [], wildcard: [] }
    let count = 0
    for (const gap of gaps) {
      if ((ids.at(-1) ?? 0) < gap.from) continue
      const end = group.indexOf(Math.min(gap.to, this.#end))
      for (let n = group.indexOf(gap.from); n < end; n++) {
        const start = n
        while (n < end && senderIds[n] !== this.#viewer.id) n++
        if (n === start) continue
        texts.push(group.textOf(start, n))
        count += n - start
        collectMentions(group, start, n, mentions, found)
      }
    }
    if (count === 0) return undefined
    const { recipientId, topic, userIds } = group
    return {
      recipientId,
      topic,
      userIds: userIds === null ? null : [...userIds],
      ids: texts.join(','),
      count,
      muted: isMuted(group),
      mentions: textOf(found.personal),
      wildcardMentions: textOf(found.wildcard),
    }
  }

  /** Whether the topic is muted; or the channel is, and the topic is neither unmuted nor followed. */
  #muteLookup(policies: readonly PolicyRow[]): MuteLookup {
    const key = (channelId: number, topic: string) => `${channelId} ${caseless(topic)}`
    const byTopic = new Map(policies.map(({ channelId, topic, policy }) => [key(channelId, topic), policy]))
    return ({ recipientId, topic }) => {
      const channel = this.#directory.channelByRecipient(recipientId)
      if (channel === undefined) return false
      const policy = byTopic.get(key(channel.id, topic))
      if (policy === visibility.muted) return true
      const isShown = policy === visibility.unmuted || policy === visibility.followed
      return channel.mutedBy.has(this.#viewer.id) && !isShown
    }
  }
}

type MuteLookup = (group: { recipientId: number; topic: string }) => boolean

/** IDs of messages that mention the reader personally, and of those that mention everyone in a topic or channel. */
interface Mentions {
  ascending: number[]
  flags: Map<number, number>
}

function mentionsOf(text: string | null): Mentions {
  const flags = flagsIn(text)
  return { ascending: [...flags.keys()].sort((a, b) => a - b), flags }
}

function collectMentions(
  { ids, wildcards }: IndexedGroup,
  from: number,
  to: number,
  { ascending, flags }: Mentions,
  found: { personal: number[]; wildcard: number[] },
): void {
  const [first, last] = [ids[from]!, ids[to - 1]!]
  const isHere = (id: number) => ids[lowerBound(ids, id)] === id
  const wildcard = new Set<number>()
  for (let n = lowerBound(ascending, first); n < ascending.length && ascending[n]! <= last; n++) {
    const id = ascending[n]!
    if (!isHere(id)) continue
    const bits = flags.get(id) ?? 0
    if ((bits & flagBits.mentioned) !== 0) found.personal.push(id)
    if ((bits & wildcardBits) !== 0) wildcard.add(id)
  }
  for (let n = lowerBound(wildcards, first); n < wildcards.length && wildcards[n]! <= last; n++) {
    wildcard.add(wildcards[n]!)
  }
  found.wildcard.push(...[...wildcard].sort((a, b) => a - b))
}

function markedGroup(message: MarkedMessage, isMuted: MuteLookup): UnreadGroup {
  const { id, recipientId, topic, userIds, flags, mentionsChannel } = message
  const isWildcard = mentionsChannel || (flags & wildcardBits) !== 0
  return {
    recipientId,
    topic,
    userIds,
    ids: String(id),
    count: 1,
    muted: isMuted(message),
    mentions: (flags & flagBits.mentioned) !== 0 ? String(id) : null,
    wildcardMentions: isWildcard ? String(id) : null,
  }
}

const textOf = (ids: readonly number[]) => (ids.length === 0 ? null : ids.join(','))

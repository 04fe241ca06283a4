import type { PositionRanges, SourceFlag, SourceReadState } from '../model.ts'
import type { RealmTables } from './realm-file.ts'
import type { FlagsRow } from './tables.ts'

const read = 1
const historical = 1024

/** Bits of `flags_mask` that are stored as flags. Wildcard mentions of channels follow from the text. */
const flagsByBit: readonly [number, SourceFlag][] = [
  [2, 'starred'],
  [4, 'collapsed'],
  [8, 'mentioned'],
  [32, 'topic_wildcard_mentioned'],
  [64, 'group_mentioned'],
  [512, 'has_alert_word'],
  [historical, 'historical'],
]

/** Runs of messages of one user in one conversation. Positions are message IDs. */
interface Runs {
  received: [number, number][]
  /** Number of the last received message within its conversation. */
  lastReceived: number
  unread: [number, number][]
  lastUnread: number
}

interface ConversationRuns {
  in: SourceReadState['in']
  /** Number of messages so far. */
  count: number
  users: Map<number, Runs>
}

/** Collects received and unread messages of users as runs, because there is a row for every recipient of every message. */
export class FlagCollector {
  readonly #tables: RealmTables
  readonly #conversations = new Map<string, ConversationRuns>()
  readonly #usersWithRows = new Set<number>()

  constructor(tables: RealmTables) {
    this.#tables = tables
  }

  /** Adds a message with the rows of its recipients, in the order of IDs. Returns the flags to store. */
  add(
    message: { id: number; sender: number },
    where: SourceReadState['in'],
    rows: readonly FlagsRow[],
  ): { user: string; flags: SourceFlag[] }[] {
    const conversation = this.#conversationOf(where)
    conversation.count++
    const isProtected = 'channel' in where && this.#isProtected(Number(where.channel))
    const flags: { user: string; flags: SourceFlag[] }[] = []
    for (const { user_profile: user, flags_mask: mask } of rows) {
      this.#usersWithRows.add(user)
      const names = flagsByBit.flatMap(([bit, name]) => ((mask & bit) === 0 ? [] : name))
      const isUnread = (mask & read) === 0
      const isHistorical = (mask & historical) !== 0
      // Own and historical messages count as read unless they are marked.
      if (isUnread && (isHistorical || user === message.sender)) names.push('markedUnread')
      if (names.length > 0) flags.push({ user: String(user), flags: names })
      note(conversation, message.id, user, { isReceived: !isHistorical || isProtected, isUnread })
    }
    return flags
  }

  /** By the set of users, because versions store conversations of two users differently. */
  #conversationOf(where: SourceReadState['in']): ConversationRuns {
    const key = 'channel' in where ? `#${where.channel}` : [...where.users].sort().join()
    const known = this.#conversations.get(key)
    if (known !== undefined) return known
    const conversation: ConversationRuns = { in: where, count: 0, users: new Map() }
    this.#conversations.set(key, conversation)
    return conversation
  }

  #isProtected(channelId: number): boolean {
    const channel = this.#tables.channels.get(channelId)
    return channel?.invite_only === true && channel.history_public_to_subscribers === false
  }

  /** The states of conversations in which a user has rows. */
  *readStates(): Generator<SourceReadState & { received?: PositionRanges }> {
    for (const { in: where, users } of this.#conversations.values()) {
      for (const [user, { received, unread }] of users) {
        yield {
          user: String(user),
          in: where,
          ...('channel' in where ? { received } : {}),
          read: complement(unread),
        }
      }
    }
  }

  /** The last message that an idle user received; undefined for others. */
  idleSince(user: number): number | undefined {
    return this.#tables.users.get(user)?.idleSince
  }

  /** Users who did not agree to the export have no rows. */
  hasRows(user: number): boolean {
    return this.#usersWithRows.has(user)
  }

  hasRowsIn(user: number, channelId: number): boolean {
    return this.#conversations.get(`#${channelId}`)?.users.has(user) === true
  }

  /** Whether the archive has a message of a channel. */
  hasMessages(channelId: number): boolean {
    return this.#conversations.has(`#${channelId}`)
  }
}

function note(
  conversation: ConversationRuns,
  id: number,
  user: number,
  { isReceived, isUnread }: { isReceived: boolean; isUnread: boolean },
): void {
  const { count, users } = conversation
  const runs = users.get(user) ?? { received: [], lastReceived: -1, unread: [], lastUnread: -1 }
  users.set(user, runs)
  if (isReceived) {
    extend(runs.received, id, runs.lastReceived === count - 1)
    runs.lastReceived = count
  }
  if (isUnread) {
    extend(runs.unread, id, runs.lastUnread === count - 1)
    runs.lastUnread = count
  }
}

function extend(runs: [number, number][], id: number, isContinued: boolean): void {
  const last = runs.at(-1)
  if (isContinued && last !== undefined) last[1] = id
  else runs.push([id, id])
}

/** Everything outside of the runs. */
function complement(runs: readonly (readonly [number, number])[]): PositionRanges {
  const ranges: [number, number][] = []
  let from = Number.NEGATIVE_INFINITY
  for (const [first, last] of runs) {
    ranges.push([from, first - 1])
    from = last + 1
  }
  ranges.push([from, Number.POSITIVE_INFINITY])
  return ranges
}

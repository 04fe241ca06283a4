import type { Condition, Narrow } from './narrow.ts'

/**
 * Where a query starts. All conditions apply in any case; the start only decides how many messages are
 * scanned that do not match.
 * - `given`: the messages with the given IDs.
 * - `flags`: the reader's flag rows with one of these bits, each kind through its own index.
 * - `mentions`: the same for mentions, plus messages that mention everyone.
 * - `gaps`: ranges that were received but not read.
 * - `followed`: topics the reader follows.
 * - `conditions`: the organization's messages by the index PostgreSQL chooses for the conditions (conversation,
 *   words, sender, properties), because it knows their frequencies.
 * - `near words`: the same near the anchor, for words that are neither rare nor in every tenth message.
 * - `places`: every conversation in the reader's history through its own index, up to the limit.
 * - `near places`: the same, near the anchor.
 * - `nearest`: a number of messages next to the anchor, in any conversation.
 */
export type QueryStart =
  | {
      from:
        | 'given'
        | 'mentions'
        | 'gaps'
        | 'followed'
        | 'conditions'
        | 'near words'
        | 'places'
        | 'near places'
    }
  | { from: 'flags'; bit: number }
  | { from: 'nearest'; count: number }

/** With at most this many channels, querying each is faster than scanning messages of all others. */
const maxChannelsToQueryEach = 24

/** The starts to try in order until enough messages are found. The last one finds all matches. */
export function planOf(narrow: Narrow, channels: number, descending: boolean): QueryStart[] {
  const stated = narrow.conditions.filter((condition) => !condition.negated)
  const has = (...kinds: Condition['kind'][]) => stated.some(({ kind }) => kinds.includes(kind))
  const flag = stated.find((condition) => condition.kind === 'flag')
  const isNarrow =
    has('channel', 'conversation') || (!narrow.sharedHistory && channels <= maxChannelsToQueryEach)

  if (has('id')) return [{ from: 'given' }]
  if (flag !== undefined) return [{ from: 'flags', bit: flag.bit }]
  if (has('mentioned')) return [{ from: 'mentions' }]
  if (has('search')) {
    if (has('channel', 'conversation', 'sender')) return [{ from: 'conditions' }]
    return [{ from: 'nearest', count: 2_000 }, { from: 'near words' }, { from: 'conditions' }]
  }
  // Unread messages are usually new. From the old end, scanning gaps is faster than skipping read messages.
  if (has('unread')) {
    return isNarrow || !descending
      ? [{ from: 'gaps' }]
      : [{ from: 'nearest', count: 1_000 }, { from: 'gaps' }]
  }
  if (has('followed')) return [{ from: 'followed' }]
  if (has('channel', 'conversation', 'sender', 'property', 'reaction', 'resolved'))
    return [{ from: 'conditions' }]
  if (isNarrow) return [{ from: 'places' }]
  // Topics and direct messages are sparse among all messages of an organization.
  const sparse = has('topic', 'including', 'direct')
  return [
    ...(sparse ? [] : [{ from: 'nearest', count: 4_000 } as const]),
    { from: 'near places' },
    { from: 'places' },
  ]
}

/**
 * Whether one plan suits all values, so that the statement can be prepared. It does where the start names an index; where PostgreSQL
 * chooses one, the choice depends on how frequent a word, sender or property is.
 */
export function suitsOnePlan({ conditions }: Narrow, { from }: QueryStart): boolean {
  const chooses = (kind: Condition['kind']) => kind === 'sender' || kind === 'property' || kind === 'reaction'
  if (conditions.some(({ kind }) => chooses(kind))) return false
  // Either scans a given number of messages, or words near the anchor, by their index.
  if (conditions.some(({ kind }) => kind === 'search')) return from === 'nearest' || from === 'near words'
  if (from !== 'conditions') return true
  return conditions.some(({ kind, negated }) => !negated && (kind === 'channel' || kind === 'conversation'))
}

const kindsAboutReader: ReadonlySet<Condition['kind']> = new Set([
  'unread',
  'mentioned',
  'flag',
  'followed',
  'muted',
  'home',
])

/** Whether a condition is about the reader's state, not about the message alone. */
export const dependsOnReader = ({ kind }: Condition) => kindsAboutReader.has(kind)

import type { Condition, Narrow } from './narrow.ts'

/**
 * Where to begin looking. All conditions are applied whichever it is; it only decides how many messages are looked
 * at that do not match.
 *
 * - `given`: the messages are named by their IDs.
 * - `flags`: the reader's rows with one of these bits, each kind in an index of its own.
 * - `mentions`: the same for mentions, and messages that mention everyone.
 * - `gaps`: what lies between what was received and what was read.
 * - `followed`: the topics that the reader follows.
 * - `conditions`: the organization's messages by whichever index PostgreSQL finds best for the conditions: one place,
 *   words, sender, properties. It knows how frequent they are.
 * - `near words`: the same in the neighbourhood of the anchor, where words are found that are neither rare nor in
 *   every tenth message.
 * - `places`: every place the reader may look at, in its own index, for as many as are wanted.
 * - `near places`: the same, not far from the anchor.
 * - `nearest`: so many messages next to the anchor, wherever they are.
 */
export type Start =
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

/** With so few channels it is quicker to ask each than to meet messages of all the others. */
const fewChannels = 24

/** What to try in turn, until enough has been found. The last finds whatever there is. */
export function planOf(narrow: Narrow, channels: number, descending: boolean): Start[] {
  const stated = narrow.conditions.filter((condition) => !condition.negated)
  const has = (...kinds: Condition['kind'][]) => stated.some(({ kind }) => kinds.includes(kind))
  const flag = stated.find((condition) => condition.kind === 'flag')
  const isNarrow = has('channel', 'conversation') || (!narrow.sharedHistory && channels <= fewChannels)

  if (has('id')) return [{ from: 'given' }]
  if (flag !== undefined) return [{ from: 'flags', bit: flag.bit }]
  if (has('mentioned')) return [{ from: 'mentions' }]
  if (has('search')) {
    if (has('channel', 'conversation')) return [{ from: 'conditions' }]
    return [{ from: 'nearest', count: 2_000 }, { from: 'near words' }, { from: 'conditions' }]
  }
  // What is unread is new; from the old end, gaps are quicker to find than messages outside them to pass over.
  if (has('unread')) {
    return isNarrow || !descending
      ? [{ from: 'gaps' }]
      : [{ from: 'nearest', count: 1_000 }, { from: 'gaps' }]
  }
  if (has('followed')) return [{ from: 'followed' }]
  if (has('channel', 'conversation', 'sender', 'property', 'reaction', 'resolved'))
    return [{ from: 'conditions' }]
  if (isNarrow) return [{ from: 'places' }]
  // Topics, and direct messages, lie far apart among the messages of a whole organization.
  const sparse = has('topic', 'including', 'direct')
  return [
    ...(sparse ? [] : [{ from: 'nearest', count: 4_000 } as const]),
    { from: 'near places' },
    { from: 'places' },
  ]
}

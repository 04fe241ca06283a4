import { describe, expect, it } from 'vitest'
import { type Conversation, keyOf } from '../navigation/conversation.ts'
import { filterByText, inboxOf, inboxOrder, inboxRows, keepRead } from './inbox.ts'
import { nextUnread } from './next-unread.ts'
import type { UnreadConversation, UnreadCounts } from './unread.ts'

const topic = (channelId: number, name: string): Conversation => ({ kind: 'topic', channelId, topic: name })
const dm = (...userIds: number[]): Conversation => ({ kind: 'dm', userIds })

function unread(
  conversation: Conversation,
  ids: number[],
  more: Partial<UnreadConversation> = {},
): UnreadConversation {
  const toYou = conversation.kind === 'dm' ? ids.length : (more.mentions ?? 0)
  return {
    key: keyOf(conversation),
    conversation,
    ids,
    isMuted: false,
    isFollowed: false,
    mentions: 0,
    toYou,
    ...more,
  }
}
const countsOf = (...all: UnreadConversation[]): UnreadCounts =>
  ({ conversations: new Map(all.map((one) => [one.key, one])) }) as unknown as UnreadCounts

const rank = (channelId: number) => [11, 10, 12].indexOf(channelId)
const name = (conversation: Conversation) =>
  conversation.kind === 'dm' ? conversation.userIds.join() : conversation.topic

const counts = countsOf(
  unread(dm(7), [40]),
  unread(topic(10, 'mentioned'), [1, 60], { mentions: 1, isFollowed: true }),
  unread(topic(10, 'muted mention'), [50], { mentions: 1, isMuted: true }),
  unread(topic(12, 'followed'), [30], { isFollowed: true }),
  unread(topic(10, 'older'), [2]),
  unread(topic(10, 'newer'), [3]),
  unread(topic(11, 'first channel'), [1]),
  unread(topic(12, 'last channel'), [70]),
  unread(topic(12, 'muted'), [80], { isMuted: true }),
  unread(dm(9), [90], { isMuted: true, toYou: 0 }),
)
const sketch = (filter: 'all' | 'unmuted' | 'followed') => {
  const { toYou, following, channels } = inboxOf(inboxRows(counts, filter), rank)
  return [
    toYou.map((row) => name(row.conversation)),
    following.map((row) => name(row.conversation)),
    channels.map(({ channelId, count, rows }) => [
      channelId,
      count,
      ...rows.map((row) => name(row.conversation)),
    ]),
  ]
}

describe('The inbox', () => {
  it('lists each conversation once, in the highest matching section', () => {
    const toYou = ['mentioned', 'muted mention', '7']
    expect(sketch('unmuted')).toEqual([
      toYou,
      ['followed'],
      [
        [11, 1, 'first channel'],
        [10, 2, 'newer', 'older'],
        [12, 1, 'last channel'],
      ],
    ])
    expect(sketch('all')).toEqual([
      toYou,
      ['followed'],
      [
        [11, 1, 'first channel'],
        [10, 2, 'newer', 'older'],
        [12, 2, 'muted', 'last channel'],
      ],
    ])
    expect(sketch('followed')).toEqual([['mentioned'], ['followed'], []])
  })

  it('has the data that its rows show', () => {
    const row = inboxRows(counts).find((one) => name(one.conversation) === 'mentioned')
    expect(row).toMatchObject({ count: 2, newest: 60, hasMention: true, band: 'to-you', isRead: false })
  })

  it('keeps read conversations in place, dimmed', () => {
    const shown = inboxRows(counts)
    const now = inboxRows(countsOf(unread(topic(10, 'newer'), [3, 99])))
    const kept = keepRead(shown, now)
    expect(kept).toHaveLength(shown.length)
    const { toYou, channels } = inboxOf(kept, rank)
    expect(toYou.map((row) => [name(row.conversation), row.count, row.isRead])).toEqual([
      ['mentioned', 0, true],
      ['muted mention', 0, true],
      ['7', 0, true],
    ])
    expect(channels[1]?.rows[0]).toMatchObject({ count: 2, newest: 99, isRead: false })
    expect(keepRead(kept, inboxRows(counts)).filter((row) => row.isRead)).toEqual([])
  })

  it('is filtered by word prefixes', () => {
    const found = filterByText(inboxRows(counts), 'ch', (row) => name(row.conversation))
    expect(found.map((row) => name(row.conversation))).toEqual(['first channel', 'last channel'])
    expect(filterByText([1, 2], ' ', String)).toEqual([1, 2])
  })
})

describe('The next unread conversation', () => {
  const order = inboxOrder(inboxOf(inboxRows(counts), rank))
  const next = (
    current: Conversation | undefined,
    wanted: 'any' | 'followed' | 'dm' = 'any',
    rows = order,
  ) => {
    const found = nextUnread(rows, current, wanted, rank)
    return found && name(found)
  }

  it('is a mention or direct message first, then the others', () => {
    expect(next(undefined)).toBe('mentioned')
    expect(next(topic(10, 'Mentioned'))).toBe('muted mention')
    expect(next(dm(7))).toBe('followed')
    expect(next(topic(12, 'followed'))).toBe('first channel')
    expect(next(topic(12, 'last channel'))).toBe('mentioned')
    expect(next(topic(10, 'read'))).toBe('mentioned')
  })

  it('is in the same channel, then in the next, then from the start', () => {
    const channels = order.filter((row) => row.band === 'channels')
    expect(next(topic(10, 'read'), 'any', channels)).toBe('newer')
    expect(next(topic(10, 'newer'), 'any', channels)).toBe('older')
    const rest = channels.filter(
      (row) => name(row.conversation) !== 'newer' && name(row.conversation) !== 'older',
    )
    expect(next(topic(10, 'read'), 'any', rest)).toBe('last channel')
    expect(next(topic(12, 'read'), 'any', rest.slice(0, 1))).toBe('first channel')
  })

  it('can be limited to direct or followed ones', () => {
    expect(next(undefined, 'dm')).toBe('7')
    expect(next(dm(7), 'dm')).toBeUndefined()
    expect(next(undefined, 'followed')).toBe('mentioned')
    expect(next(topic(10, 'mentioned'), 'followed')).toBe('followed')
  })

  it('is undefined when everything is read', () => {
    expect(next(undefined, 'any', [])).toBeUndefined()
    expect(next(undefined, 'any', keepRead(order, []))).toBeUndefined()
  })

  it('reaches every conversation once', () => {
    const seen: (string | undefined)[] = []
    let rows = order
    let current: Conversation | undefined
    while (rows.length > 0) {
      const found = nextUnread(rows, current, 'any', rank)
      if (found === undefined) break
      seen.push(name(found))
      // Reading it to the end removes it from the unread conversations.
      rows = rows.filter((row) => row.key !== keyOf(found))
      current = found
    }
    const all = order.map((row) => name(row.conversation))
    expect(seen.slice(0, 4)).toEqual(all.slice(0, 4))
    expect(seen.toSorted()).toEqual(all.toSorted())
  })
})

import type { NarrowTerm } from '@loquat/contract'
import { expect, it } from 'vitest'
import { type FeedView, feedKey, isConversation, isFeed, toNarrow } from './narrow.ts'

const searchTerms = (q: string): NarrowTerm[] => [{ operator: 'search', operand: q, negated: false }]

it('each view converts to a narrow', () => {
  const asked: [FeedView, [string, NarrowTerm['operand']][]][] = [
    [{ kind: 'feed', at: 3 }, [['in', 'home']]],
    [{ kind: 'mentions' }, [['is', 'mentioned']]],
    [{ kind: 'starred' }, [['is', 'starred']]],
    [{ kind: 'dms' }, [['is', 'dm']]],
    [{ kind: 'channel', channelId: 12 }, [['channel', 12]]],
    [
      { kind: 'topic', channelId: 12, topic: 'a', at: 3 },
      [
        ['channel', 12],
        ['topic', 'a'],
      ],
    ],
    [
      { kind: 'topic', channelId: 12, topic: 'a', with: 3 },
      [
        ['channel', 12],
        ['topic', 'a'],
        ['with', 3],
      ],
    ],
    [{ kind: 'dm', userIds: [7, 9] }, [['dm', [7, 9]]]],
    [{ kind: 'dm', userIds: [] }, [['dm', [5]]]],
    [{ kind: 'dm', userIds: [5] }, [['dm', [5]]]],
    [{ kind: 'search', q: 'plums' }, [['search', 'plums']]],
  ]
  for (const [view, terms] of asked) {
    const expected = terms.map(([operator, operand]) => ({ operator, operand, negated: false }))
    expect(toNarrow(view, { me: 5, searchTerms }), JSON.stringify(view)).toEqual(expected)
  }
})

it('each list has one key, regardless of anchor and spelling', () => {
  const topic: FeedView = { kind: 'topic', channelId: 12, topic: 'Logo' }
  expect(feedKey({ ...topic, at: 5, topic: 'logo', with: 3 })).toBe(feedKey(topic))
  const others: FeedView[] = [
    { kind: 'feed' },
    { kind: 'channel', channelId: 12 },
    { kind: 'dm', userIds: [12] },
    { kind: 'search', q: 'logo' },
    topic,
  ]
  expect(new Set(others.map(feedKey)).size).toBe(others.length)
  expect(others.filter(isConversation).map((view) => view.kind)).toEqual(['dm', 'topic'])
  expect(isFeed({ kind: 'inbox' })).toBe(false)
})

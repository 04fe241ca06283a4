import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Row, type RowContext, type RowMessage, rowKeyOf } from './rows.ts'
import { reuseRows, toRows } from './to-rows.ts'

/** Days of 1,000 seconds, so that ten minutes and a day are both near. */
const dateOf = (timestamp: number) => `day${Math.floor(timestamp / 1000)}`
const said = (senderId: number, timestamp: number, more: Partial<RowMessage> = {}): RowMessage => ({
  conversation: 'a',
  senderId,
  timestamp,
  ...more,
})

function draw(messages: RowMessage[], more: Partial<RowContext> = {}): Row[] {
  const ids = messages.map((_, index) => index + 1)
  return toRows(ids, {
    message: (id) => messages[id - 1],
    dateOf,
    isMixed: true,
    hasOldest: true,
    ...more,
  })
}

/** `1L` leads, `2` follows, `2.` ends its run; other rows by their keys. */
const sketch = (rows: readonly Row[]): string =>
  rows
    .map((row) =>
      row.kind === 'message' ? `${row.id}${row.lead ? 'L' : ''}${row.tail ? '.' : ''}` : row.key,
    )
    .join(' ')

describe('Rows', () => {
  const b = { conversation: 'b' }
  const cases: [string, RowMessage[], Partial<RowContext>, string][] = [
    ['nothing', [], {}, ''],
    ['one message', [said(1, 0)], {}, 'day:day0 bar:m1 1L.'],
    ['a run', [said(1, 0), said(1, 10), said(1, 20)], {}, 'day:day0 bar:m1 1L 2 3.'],
    ['another sender', [said(1, 0), said(2, 10)], {}, 'day:day0 bar:m1 1L. 2L.'],
    ['ten minutes', [said(1, 0), said(1, 600)], {}, 'day:day0 bar:m1 1L 2.'],
    ['more than that', [said(1, 0), said(1, 601)], {}, 'day:day0 bar:m1 1L. 2L.'],
    ['a new day', [said(1, 990), said(1, 1010)], {}, 'day:day0 bar:m1 1L. day:day1 bar:m2 2L.'],
    ['one conversation', [said(1, 990), said(1, 1010)], { isMixed: false }, 'day:day0 1L. day:day1 2L.'],
    [
      'another place',
      [said(1, 0), said(1, 1, b), said(1, 2)],
      {},
      'day:day0 bar:m1 1L. bar:m2 2L. bar:m3 3L.',
    ],
    ['/me', [said(1, 0), said(1, 1, { isMe: true }), said(1, 2)], {}, 'day:day0 bar:m1 1L. 2L. 3L.'],
    ['a poll', [said(1, 0), said(1, 1, { isWidget: true }), said(1, 2)], {}, 'day:day0 bar:m1 1L. 2L. 3L.'],
    [
      'the marker',
      [said(1, 0), said(1, 1), said(1, 2)],
      { marker: { before: 2, count: 2 } },
      'day:day0 bar:m1 1L. unread 2L 3.',
    ],
    [
      'the marker at a new day',
      [said(1, 990), said(1, 1010)],
      { marker: { before: 2, count: 1 } },
      'day:day0 bar:m1 1L. unread day:day1 bar:m2 2L.',
    ],
    ['a marker elsewhere', [said(1, 0)], { marker: { before: 9, count: 1 } }, 'day:day0 bar:m1 1L.'],
    [
      'a gap',
      [said(1, 0), said(1, 1), said(1, 2)],
      { gapAfter: new Set([1]) },
      'day:day0 bar:m1 1L. gap:1 bar:m2 2L 3.',
    ],
    ['the oldest as context', [said(1, 0), said(1, 1), said(1, 2)], { hasOldest: false }, '2 3.'],
    ['only the oldest', [said(1, 0)], { hasOldest: false }, ''],
    [
      'pending ones, last',
      [said(1, 0)],
      { pending: [{ ...said(1, 5), localId: 'x', state: 'sending' }] },
      'day:day0 bar:m1 1L x.',
    ],
    [
      'only a pending one',
      [],
      { hasOldest: false, pending: [{ ...said(1, 5), localId: 'x', state: 'queued' }] },
      'day:day0 bar:lx xL.',
    ],
    [
      'somebody muted',
      [said(1, 0), said(9, 1), said(9, 2), said(1, 3)],
      { isMutedSender: (id) => id === 9 },
      'day:day0 bar:m1 1L. fold:m2 4L.',
    ],
    [
      'somebody muted, shown',
      [said(1, 0), said(9, 1), said(9, 2), said(1, 3), said(9, 4)],
      { isMutedSender: (id) => id === 9, openFolds: new Set(['fold:m2']) },
      'day:day0 bar:m1 1L. fold:m2 2L 3. 4L. fold:m5',
    ],
    [
      'notices after two',
      [1, 2, 3, 4].map((time) => said(5, time, { isNotice: true })).concat(said(5, 9)),
      {},
      'day:day0 bar:m1 1L. 2L. fold:m3 5L.',
    ],
    [
      'notices of two places',
      [said(5, 1, { isNotice: true }), said(5, 2, { isNotice: true }), said(5, 3, { isNotice: true, ...b })],
      {},
      'day:day0 bar:m1 1L. 2L. bar:m3 3L.',
    ],
    [
      'days that come back',
      [said(1, 1000), said(1, 990), said(1, 1001)],
      { isMixed: false },
      'day:day1~1 1L. day:day0 2L. day:day1 3L.',
    ],
    [
      'a confirmed one, under the key it had',
      [said(1, 0)],
      { rowKeyOf: (id) => (id === 1 ? rowKeyOf('x') : rowKeyOf(id)) },
      'day:day0 bar:lx 1L.',
    ],
  ]

  it('follow the table', () => {
    for (const [what, messages, context, expected] of cases) {
      expect(sketch(draw(messages, context)), what).toBe(expected)
    }
  })

  it('have descriptions', () => {
    const rows = draw([said(1, 0), said(9, 1), said(9, 2), said(1, 3)], {
      isMutedSender: (id) => id === 9,
      gapAfter: new Set([3]),
      marker: { before: 4, count: 7 },
      pending: [{ ...said(1, 4), localId: 'x', state: 'failed' }],
    })
    expect(rows).toMatchObject([
      { kind: 'day', date: 'day0' },
      { kind: 'bar', conversation: 'a', first: 1 },
      { kind: 'message', key: 'm1', id: 1 },
      { kind: 'fold', ids: [2, 3], why: 'muted-sender', isOpen: false },
      { kind: 'gap', after: 3, before: 4 },
      { kind: 'unread', count: 7 },
      { kind: 'bar', first: 4 },
      { kind: 'message', id: 4 },
      { kind: 'message', key: 'lx', id: 'x', state: 'failed' },
    ])
  })
})

const someone = fc.record({
  conversation: fc.constantFrom('a', 'b'),
  senderId: fc.constantFrom(1, 2, 8, 9),
  step: fc.constantFrom(0, 1, 599, 601, 1500),
  isMe: fc.boolean(),
  isNotice: fc.boolean(),
  isWidget: fc.constantFrom(false, false, true),
})
const history = fc.array(someone, { maxLength: 40 }).map((steps) => {
  let timestamp = 0
  return steps.map(({ step, ...message }): RowMessage => {
    timestamp += step
    return { ...message, timestamp }
  })
})
const settings = fc.record({
  isMixed: fc.boolean(),
  marker: fc.option(fc.record({ before: fc.integer({ min: 1, max: 40 }), count: fc.constant(3) }), {
    nil: undefined,
  }),
  gaps: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 2 }),
  open: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 5 }),
  /** Number of messages per page. */
  pages: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 }),
})

describe('Rows of any history', () => {
  it('are only inserted before existing ones when older pages load', () => {
    fc.assert(
      fc.property(history, settings, (messages, { gaps, open, pages, ...more }) => {
        const context = {
          ...more,
          message: (id: number) => messages[id - 1],
          dateOf,
          gapAfter: new Set(gaps),
          openFolds: new Set(open.map((id) => `fold:m${id}`)),
          isMutedSender: (id: number) => id > 7,
        }
        const ids = messages.map((_, index) => index + 1)
        const pageStarts = new Set<number>()
        let from = ids.length
        let drawn: Row[] = []
        const load = (loaded: number[], hasOldest: boolean) => {
          const rows = toRows(loaded, { ...context, pageStarts, hasOldest })
          expect(rows.slice(rows.length - drawn.length)).toEqual(drawn)
          const shown = rows.flatMap((row): unknown[] =>
            row.kind === 'message' ? [row.id] : row.kind === 'fold' && !row.isOpen ? [...row.ids] : [],
          )
          expect(shown).toEqual(hasOldest ? loaded : loaded.slice(1))
          expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length)
          if (loaded[0] !== undefined) pageStarts.add(loaded[0])
          drawn = rows
        }
        for (const size of pages) {
          from = Math.max(0, from - size)
          load(ids.slice(from), false)
        }
        if (from === 0) load(ids, true)
      }),
      { numRuns: 300 },
    )
  })

  it('are the same objects if nothing changed', () => {
    fc.assert(
      fc.property(history, fc.boolean(), (messages, isMixed) => {
        const before = draw(messages.slice(0, -1), { isMixed })
        const after = draw(messages, { isMixed })
        expect(reuseRows(before, draw(messages.slice(0, -1), { isMixed }))).toBe(before)
        const reused = reuseRows(before, after)
        expect(reused).toEqual(after)
        for (const row of before.slice(0, -1)) {
          const same = after.find((one) => one.key === row.key)
          if (same && sketch([same]) === sketch([row]) && row.kind !== 'fold') expect(reused).toContain(row)
        }
      }),
      { numRuns: 50 },
    )
  })
})

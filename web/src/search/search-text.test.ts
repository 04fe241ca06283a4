import type { NarrowTerm } from '@loquat/contract'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Lookup } from '../lib/lookup.ts'
import { describeSearch } from './describe-search.ts'
import { dayLabel, readDay, suggestedDays } from './search-days.ts'
import { hasWords, isWords } from './search-operands.ts'
import { impossibleReason, parseSearch, searchTextOf } from './search-text.ts'

const channels: Record<number, string> = {
  12: 'design',
  13: 'web shop',
  14: 'a "quoted" one',
  15: 'back\\slash',
}
const users: Record<number, string> = {
  5: 'Olga',
  7: 'Ana Ruiz',
  8: 'Ben',
  9: 'Ben',
  10: 'Doe, Jane',
  11: 'me',
}
const idsOf = (names: Record<number, string>, name: string) =>
  Object.keys(names)
    .map(Number)
    .filter((id) => names[id]?.toLowerCase() === name.trim().toLowerCase())
const lookup: Lookup = {
  me: 5,
  channelName: (id) => channels[id],
  userName: (id) => users[id],
  channelIdOf: (name) => idsOf(channels, name)[0],
  userIdsOf: (name) => idsOf(users, name),
  userIdsWithWord: (word) =>
    Object.keys(users)
      .map(Number)
      .filter((id) => users[id]?.toLowerCase().split(' ').includes(word.trim().toLowerCase())),
}
const term = (operator: string, operand: NarrowTerm['operand'], negated = false): NarrowTerm => ({
  operator,
  operand,
  negated,
})
const words = (text: string) => term('search', text)

test('a day is typed as a date, or as today or yesterday in English and the language of the app', () => {
  const now = new Date(2026, 10, 1, 0, 30).getTime()
  const read = (text: string, locale = 'en') => readDay(text, now, locale)
  expect(['today', 'Yesterday', ' 2026-7-4 '].map((text) => read(text))).toEqual([
    '2026-11-01',
    '2026-10-31',
    '2026-07-04',
  ])
  expect([read('gestern', 'de'), read('yesterday', 'de'), read('gestern')]).toEqual([
    '2026-10-31',
    '2026-10-31',
    undefined,
  ])
  expect(['', '26-11-01', '2026-13', '2026-11-31', 'soon'].map((text) => read(text))).toEqual(
    Array.from({ length: 5 }),
  )
  expect(suggestedDays(now)).toEqual(['2026-11-01', '2026-10-31', '2026-10-25', '2026-10-02', '2025-11-01'])
  expect([dayLabel('2026-11-01', 'en'), dayLabel('2026-11-01', 'de')]).toEqual(['Nov 1, 2026', '01.11.2026'])
})

describe('A search', () => {
  it('is parsed as typed', () => {
    const rows: [string, NarrowTerm[], string?][] = [
      ['', []],
      ['  new   logo ', [words('new logo')]],
      ['"new logo" blue', [words('"new logo" blue')]],
      ['channel:design', [term('channel', 12)]],
      ['stream:Design', [term('channel', 12)]],
      ['channel:"web shop" topic:"logo refresh"', [term('channel', 13), term('topic', 'logo refresh')]],
      ['channel:"a \\"quoted\\" one"', [term('channel', 14)]],
      ['topic:""', [term('topic', '')]],
      ['-channel:design', [term('channel', 12, true)]],
      ['channels:public new', [term('channels', 'public'), words('new')]],
      ['new sender:me old', [term('sender', 5), words('new old')]],
      ['from:"Ana Ruiz"', [term('sender', 7)]],
      ['from:@ana in:#design', [term('sender', 7), term('channel', 12)]],
      ['sender:ruiz in:"web shop" in:home', [term('sender', 7), term('channel', 13), term('in', 'home')]],
      ['sender:Ben|9', [term('sender', 9)]],
      ['sender:|10', [term('sender', 10)]],
      ['dm:"Ana Ruiz,Ben|8"', [term('dm', [7, 8])]],
      ['pm-with:me', [term('dm', [5])]],
      ['dm-including:"ana ruiz"', [term('dm-including', 7)]],
      [
        'is:unread -is:muted IS:Starred',
        [term('is', 'unread'), term('is', 'muted', true), term('is', 'starred')],
      ],
      ['is:private', [term('is', 'dm')]],
      ['has:links -has:image', [term('has', 'link'), term('has', 'image', true)]],
      ['near:220', [term('near', '220')]],
      ['id:220', [term('id', 220)]],
      [
        'before:2026-11-01 -after:2026-9-3',
        [term('before', '2026-11-01'), term('after', '2026-09-03', true)],
      ],
      ['after:2026 before:2026-10', [term('after', '2026-01-01'), term('before', '2026-10-01')]],
      ['before:2026-02-30', [words('before:2026-02-30')], 'unknown-operand'],
      ['https://x.org/a:b', [words('https://x.org/a:b')]],
      ['"open quote', [words('"open quote')]],
      ['-not', [words('-not')]],
      ['sender:Ben', [words('sender:Ben')], 'unknown-operand'],
      ['channel:nowhere', [words('channel:nowhere')], 'unknown-operand'],
      ['is:nice', [words('is:nice')], 'unknown-operand'],
      ['id:soon', [words('id:soon')], 'unknown-operand'],
      ['topic:', [words('topic:')], 'incomplete'],
      ['re:search', [words('re:search')], 'unknown-operator'],
      ['constructor:x', [words('constructor:x')], 'unknown-operator'],
    ]
    for (const [text, terms, hint] of rows) {
      const parsed = parseSearch(text, lookup)
      expect(parsed.terms, text).toEqual(terms)
      expect(parsed.hints[0]?.kind, text).toBe(hint)
    }
  })

  it('is formatted as a user would type it', () => {
    const rows: [NarrowTerm[], string][] = [
      [
        [term('channel', 13), term('topic', 'logo'), words('new "old x"')],
        'channel:"web shop" topic:logo new "old x"',
      ],
      [[words('blue'), term('is', 'unread', true)], '-is:unread blue'],
      [[term('sender', 8)], 'sender:Ben|8'],
      [[term('sender', 5)], 'sender:me'],
      [[term('sender', 11)], 'sender:me|11'],
      [[term('sender', 99)], 'sender:|99'],
      [[term('dm', [7, 10])], 'dm:"Ana Ruiz,|10"'],
      [[term('channel', 99)], 'channel:|99'],
      [[term('topic', '')], 'topic:""'],
      [[term('before', '2026-11-01'), words('plums')], 'before:2026-11-01 plums'],
      [[words('is:dm or channel:design')], '"is:dm" or "channel:design"'],
      [[term('pm-with', [7])], 'dm:"Ana Ruiz"'],
    ]
    for (const [terms, text] of rows) expect(searchTextOf(terms, lookup)).toBe(text)
  })

  const operand = fc.oneof(
    fc.constantFrom(12, 13, 14, 15, 99).map((id) => term('channel', id)),
    fc.string({ unit: 'binary', maxLength: 20 }).map((topic) => term('topic', topic)),
    fc.constantFrom(5, 7, 8, 9, 10, 11, 99).map((id) => term('sender', id)),
    fc.constantFrom(5, 7, 8, 10, 99).map((id) => term('dm-including', id)),
    fc.uniqueArray(fc.constantFrom(5, 7, 8, 9, 10, 99), { minLength: 1 }).map((ids) =>
      term(
        'dm',
        ids.toSorted((a, b) => a - b),
      ),
    ),
    fc.constantFrom(...isWords).map((word) => term('is', word)),
    fc.constantFrom(...hasWords).map((word) => term('has', word)),
    fc.integer({ min: 1, max: 1e9 }).map((id) => term('id', id)),
    fc.integer({ min: 1, max: 1e9 }).map((id) => term('near', String(id))),
  )
  const terms = fc
    .tuple(
      fc.array(fc.tuple(operand, fc.boolean()).map(([one, negated]) => ({ ...one, negated }))),
      fc.option(fc.array(fc.stringMatching(/^[a-zé0-9.]+$/u), { minLength: 1 })),
    )
    .map(([others, text]) => (text === null ? others : [...others, words(text.join(' '))]))

  it('is restored from its text', () => {
    fc.assert(
      fc.property(terms, (terms) => {
        const parsed = parseSearch(searchTextOf(terms, lookup), lookup)
        expect(parsed).toEqual({ terms, hints: [] })
      }),
      { numRuns: 150 },
    )
  })

  it('has one text, however it was typed', () => {
    const piece = fc.constantFrom(
      'a',
      ' ',
      '"',
      ':',
      '-',
      'is:dm',
      'topic:',
      'channel:design',
      '\\',
      '|7',
      'sender:',
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const { terms } = parseSearch(pieces.join(''), lookup)
        const text = searchTextOf(terms, lookup)
        expect(searchTextOf(parseSearch(text, lookup).terms, lookup)).toBe(text)
      }),
      { numRuns: 500 },
    )
  })

  it('that can find nothing is recognized', () => {
    const rows: [NarrowTerm[], string | undefined][] = [
      [[term('channel', 12), term('topic', 'a')], undefined],
      [[term('channel', 12), term('dm', [7])], 'channel-and-dm'],
      [[term('topic', 'a'), term('is', 'dm')], 'channel-and-dm'],
      [[term('is', 'dm', true), term('dm', [7])], 'channel-and-dm'],
      [[term('is', 'dm', true), term('channels', 'public')], undefined],
      [[term('is', 'dm'), term('channels', 'public', true)], undefined],
      [[term('channel', 12), term('channel', 13)], 'two-channels'],
      [[term('channel', 12), term('channel', 12)], undefined],
      [[term('is', 'resolved'), term('dm', [7])], undefined],
    ]
    for (const [terms, expected] of rows)
      expect(impossibleReason(terms), JSON.stringify(terms)).toBe(expected)
  })

  it('has a description', () => {
    const { terms } = parseSearch(
      'sender:"Ana Ruiz" -channel:design dm:me,Ben|8 has:link near:3 new logo',
      lookup,
    )
    expect(describeSearch(terms, lookup)).toEqual([
      { kind: 'sender', user: { userId: 7, name: 'Ana Ruiz', isMe: false }, negated: false },
      { kind: 'channel', channelId: 12, name: 'design', negated: true },
      {
        kind: 'dm',
        users: [
          { userId: 5, name: 'Olga', isMe: true },
          { userId: 8, name: 'Ben', isMe: false },
        ],
        negated: false,
      },
      { kind: 'has', word: 'link', negated: false },
      { kind: 'near', messageId: 3, negated: false },
      { kind: 'words', text: 'new logo' },
    ])
    expect(describeSearch([term('channel', 'gone')], lookup)).toEqual([
      { kind: 'other', operator: 'channel', operand: 'gone', negated: false },
    ])
  })
})

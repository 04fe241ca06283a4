import { expect, test } from 'vitest'
import type { Lookup } from '../lib/lookup.ts'
import { lastWord, type SearchSuggestion, suggestSearch } from './suggest-search.ts'

const users = new Map([
  [7, 'Ana Ruiz'],
  [9, 'Ben Okafor'],
])
const channels = new Map([
  [3, 'design'],
  [4, 'web shop'],
])
const ids = (names: Map<number, string>, query: string) =>
  [...names].filter(([, name]) => name.toLowerCase().startsWith(query.toLowerCase())).map(([id]) => id)

const lookup: Lookup = {
  me: 1,
  channelName: (id) => channels.get(id),
  userName: (id) => users.get(id),
  channelIdOf: (name) => ids(channels, name)[0],
  userIdsOf: (name) => ids(users, name),
}
const sources = {
  lookup,
  people: (query: string) => ids(users, query),
  channels: (query: string) => ids(channels, query),
  topics: (query: string, channelId: number | undefined) =>
    channelId === 3 && 'logo refresh'.startsWith(query) ? ['logo refresh'] : [],
  recent: ['is:starred', 'anchor bolts'],
  saved: [
    { id: 5, name: 'Zoning plans', query: 'has:attachment zone' },
    { id: 6, name: 'Stars', query: 'is:starred' },
  ],
}
const design = { operator: 'channel', operand: 3, negated: false }
const shown = (one: SearchSuggestion) => (one.kind === 'recent' ? one.q : one.key)

test.each([
  ['zon', [], ['saved:5']],
  ['has:attachment z', [], ['saved:5']],
  ['zon', [design], []],
  ['an', [], ['sender:"Ana Ruiz"', 'dm:"Ana Ruiz"', 'open:7:dm', 'anchor bolts']],
  ['plums from an', [], ['sender:"Ana Ruiz"', 'dm:"Ana Ruiz"']],
  ['de', [], ['channel:design', 'open:3:channel']],
  ['de', [design], ['channel:design']],
  ['se', [], ['sender:']],
  ['-se', [], ['-sender:']],
  ['sender:b', [], ['sender:"Ben Okafor"']],
  ['-sender:b', [], ['-sender:"Ben Okafor"']],
  ['channel:"web s', [], ['channel:"web shop"']],
  ['lo', [design], ['topic:"logo refresh"']],
  ['lo', [], []],
  ['topic:', [design], ['topic:"logo refresh"']],
  ['is:st', [], ['is:starred']],
  ['unr', [], ['is:unread']],
  ['nonsense:x', [], []],
])('for %s there are the suggestions %j', (typed, pills, expected) => {
  expect(suggestSearch(typed, pills, sources).map(shown)).toEqual(expected)
})

test('before typing, saved and recent searches are suggested, then starting points', () => {
  expect(suggestSearch('', [], sources).map(shown)).toEqual([
    'saved:6',
    'saved:5',
    'anchor bolts',
    'channel:',
    'sender:',
    'dm:',
    'is:',
    'has:',
  ])
})

test('a name in open quotes is one word', () => {
  expect(lastWord('plums channel:"web s')).toEqual({ before: 'plums ', word: 'channel:"web s' })
  expect(lastWord('plums and')).toEqual({ before: 'plums ', word: 'and' })
})

import { expect, it } from 'vitest'
import {
  type PersonOption,
  suggestChannels,
  suggestEmoji,
  suggestMentions,
  suggestPeople,
  suggestTopics,
  suggestWords,
} from './suggest-order.ts'

let next = 1
const person = (name: string, more: Partial<PersonOption> = {}): PersonOption => ({
  userId: next++,
  name,
  isBot: false,
  isMe: false,
  isSubscribed: false,
  presence: 'offline',
  ...more,
})
const namesOf = (options: readonly { name: string }[]) => options.map(({ name }) => name)
const nobody = { groups: [], wildcards: [], isSilent: false }

it('users are ordered by closeness', () => {
  const people = [
    person('an offline'),
    person('an idle', { presence: 'idle' }),
    person('an active', { presence: 'active' }),
    person('an earlier partner', { wroteDirectly: 3 }),
    person('an recent partner', { wroteDirectly: 9 }),
    person('an subscriber', { isSubscribed: true }),
    person('an old writer', { wroteHere: 4 }),
    person('an writer', { wroteHere: 8 }),
    person('an bot', { isBot: true, wroteHere: 10 }),
    person('an me', { isMe: true, wroteHere: 11, isSubscribed: true }),
  ]
  expect(namesOf(suggestPeople('an', people))).toEqual([
    'an writer',
    'an old writer',
    'an subscriber',
    'an recent partner',
    'an earlier partner',
    'an active',
    'an idle',
    'an offline',
  ])
  expect(namesOf(suggestPeople('an', people.slice(-2)))).toEqual(['an bot', 'an me'])
})

it('better matches are first, then those of the same class by name', () => {
  const people = [person('Zoe Ana'), person('Anabel'), person('Ana'), person('Ben Anders'), person('Xeno')]
  expect(namesOf(suggestPeople('ana', people))).toEqual(['Ana', 'Anabel', 'Zoe Ana'])
})

it('users of the same name are distinguished', () => {
  const found = suggestMentions('an', { ...nobody, people: [person('Ana'), person('Ana'), person('Anders')] })
  expect(found.map((one) => one.kind === 'person' && one.isShared)).toEqual([true, true, false])
})

it('groups are after users of the same class, if they may be mentioned', () => {
  const groups = [
    { groupId: 1, name: 'ops', mayMention: true },
    { groupId: 2, name: 'ops leads', mayMention: false },
  ]
  const people = [person('Opsie'), person('Ann Opsal')]
  const found = (isSilent: boolean) =>
    namesOf(suggestMentions('ops', { people, groups, wildcards: [], isSilent }))
  expect(found(false)).toEqual(['ops', 'Opsie', 'Ann Opsal'])
  expect(found(true)).toEqual(['ops', 'Opsie', 'ops leads', 'Ann Opsal'])
})

it('wildcards are never suggested first by accident', () => {
  const wildcards = [
    { name: 'all', reach: 214 },
    { name: 'everyone', reach: 214 },
  ]
  const people = [person('Alan'), person('Alba')]
  const found = (query: string, isSilent = false) =>
    namesOf(suggestMentions(query, { people, groups: [], wildcards, isSilent }))
  expect(found('a')).toEqual(['Alan', 'Alba'])
  expect(found('al')).toEqual(['Alan', 'all', 'Alba'])
  expect(found('all')).toEqual(['all'])
  expect(found('ev')).toEqual([])
  expect(found('every')).toEqual(['everyone'])
  expect(found('everyone')).toEqual(['everyone'])
  expect(found('al', true)).toEqual(['Alan', 'Alba'])
})

it('channels, topics, emoji and words are ordered', () => {
  const channel = (name: string, more = {}) => ({
    channelId: 1,
    name,
    isPinned: false,
    isSubscribed: false,
    visits: 0,
    traffic: 0,
    ...more,
  })
  expect(
    namesOf(
      suggestChannels('d', [
        channel('d quiet'),
        channel('d busy', { traffic: 9 }),
        channel('d mine', { isSubscribed: true, visits: 1, traffic: 5 }),
        channel('d often', { isSubscribed: true, visits: 7 }),
        channel('d pinned', { isSubscribed: true, isPinned: true }),
        channel('other', { isPinned: true }),
      ]),
    ),
  ).toEqual(['d pinned', 'd often', 'd mine', 'd busy', 'd quiet'])

  const topic = (name: string, newest: number, more = {}) => ({
    name,
    newest,
    isFollowed: false,
    isResolved: false,
    ...more,
  })
  const topics = [
    topic('logo old', 1),
    topic('logo new', 9),
    topic('logo followed', 3, { isFollowed: true }),
    topic('logo done', 10, { isResolved: true }),
  ]
  expect(namesOf(suggestTopics('', topics))).toEqual(['logo followed', 'logo new', 'logo old', 'logo done'])
  expect(namesOf(suggestTopics('ne', topics))).toEqual(['logo new'])

  const emoji = (name: string, uses = 0, isCustom = false) => ({ name, uses, isCustom })
  expect(
    namesOf(
      suggestEmoji('sm', [emoji('smiling'), emoji('smile'), emoji('smoke', 0, true), emoji('small_x', 3)]),
    ),
  ).toEqual(['small_x', 'smoke', 'smile', 'smiling'])

  expect(suggestWords('p', ['python', 'php', 'cpp', 'p'])).toEqual(['p', 'php', 'python'])
})

it('at most eight suggestions are shown', () => {
  const people = Array.from({ length: 20 }, (_, index) => person(`Ana ${index}`))
  expect(suggestPeople('', people)).toHaveLength(8)
  expect(suggestMentions('ana', { ...nobody, people })).toHaveLength(8)
})

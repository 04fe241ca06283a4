import type { NarrowTerm } from '@loquat/contract'
import type { Lookup } from '../lib/lookup.ts'
import { suggestionClass } from '../lib/rank.ts'
import { currentLocale, readDay, suggestedDays } from './search-days.ts'
import { hasWords, isWords, operandForms, operatorNamed } from './search-operands.ts'
import { searchTextOf } from './search-text.ts'

/** A channel or the conversation with a person, to open instead of searching. */
export type SearchPlace = { kind: 'channel'; channelId: number } | { kind: 'dm'; userIds: number[] }

/** A suggestion: a complete term, an operator to continue, a place to open, or a saved or recent search. */
export type SearchSuggestion =
  | { kind: 'term'; key: string; term: NarrowTerm }
  | { kind: 'operator'; key: string; text: string }
  | { kind: 'open'; key: string; view: SearchPlace }
  | { kind: 'saved'; key: string; q: string; name: string }
  | { kind: 'recent'; key: string; q: string }

export interface SearchSources {
  lookup: Lookup
  /** Best matches first. */
  people(query: string): readonly number[]
  channels(query: string): readonly number[]
  /** Topics of a channel, or of all loaded channels. */
  topics(query: string, channelId: number | undefined): readonly string[]
  recent: readonly string[]
  saved: readonly { id: number; name: string; query: string }[]
}

const maxSuggestions = 12
const maxSavedSuggestions = 5
const operators = Object.keys(operandForms).filter((name) => !['in', 'with'].includes(name))
const partialTerm = /^(-?)([a-z_-]+):"?([^"]*)$/iu

/** Splits the typed text before its last word. */
export function lastWord(text: string): { before: string; word: string } {
  // A quoted operand is one word, including its blanks.
  const open = /(?:^|\s)(-?[a-z_-]+:"[^"]*)$/iu.exec(text)
  const word = open?.[1] ?? /\S*$/u.exec(text)?.[0] ?? ''
  return { before: text.slice(0, text.length - word.length), word }
}

/** Suggestions in this order: saved searches, operators, people, channels, topics, words of `is:` and `has:`, places to open, recent searches. */
export function suggestSearch(
  typed: string,
  pills: readonly NarrowTerm[],
  sources: SearchSources,
): SearchSuggestion[] {
  const { word } = lastWord(typed)
  const channelId = pills.find(({ operator, negated }) => operator === 'channel' && !negated)?.operand
  const inside = typeof channelId === 'number' ? channelId : undefined
  const [, minus = '', name, partial = ''] = partialTerm.exec(word) ?? []
  const operator = name === undefined ? undefined : operatorNamed(name.toLowerCase())
  const make = maker(minus === '-' || (operator === undefined && word.startsWith('-')), sources.lookup)
  if (operator !== undefined && Object.hasOwn(operandForms, operator)) {
    return operandsFor(operator, partial, inside, sources)
      .map((operand) => make(operator, operand))
      .slice(0, maxSuggestions)
  }
  const query = word.replace(/^-/, '')
  const saved = pills.length === 0 ? savedFor(typed.trim(), sources) : []
  const isSaved = (q: string) => saved.some((one) => one.q === q)
  const recent = sources.recent
    .filter((q) => !isSaved(q))
    .filter((q) => typed.trim() === '' || q.toLowerCase().startsWith(typed.trim().toLowerCase()))
    .map((q): SearchSuggestion => ({ kind: 'recent', key: `recent:${q}`, q }))
  if (query === '') {
    const common = ['channel', 'sender', 'dm', 'is', 'has']
    return [...saved, ...recent, ...common.map((one) => begin(one, word.startsWith('-')))].slice(
      0,
      maxSuggestions,
    )
  }
  const found = [
    ...saved,
    ...operators
      .filter((one) => one.startsWith(query.toLowerCase()))
      .map((one) => begin(one, word.startsWith('-'))),
    ...sources
      .people(query)
      .slice(0, 3)
      .map((id) => make('sender', id)),
    ...sources
      .people(query)
      .slice(0, 2)
      .map((id) => make('dm', [id])),
    ...sources
      .channels(query)
      .slice(0, 3)
      .map((id) => make('channel', id)),
    ...(inside === undefined
      ? []
      : sources
          .topics(query, inside)
          .slice(0, 3)
          .map((topic) => make('topic', topic))),
    ...isWords.filter((one) => suggestionClass(query, one) !== undefined).map((one) => make('is', one)),
    ...hasWords.filter((one) => suggestionClass(query, one) !== undefined).map((one) => make('has', one)),
    ...(typed.trim() === query && pills.length === 0 ? placesFor(query, sources) : []),
    ...recent,
  ]
  return found.slice(0, maxSuggestions)
}

/** Newest first, by their name or the beginning of their query. */
const savedFor = (typed: string, { saved }: SearchSources) =>
  saved
    .filter(
      ({ name, query }) =>
        typed === '' ||
        suggestionClass(typed, name) !== undefined ||
        query.toLowerCase().startsWith(typed.toLowerCase()),
    )
    .toReversed()
    .slice(0, maxSavedSuggestions)
    .map(({ id, name, query }) => ({ kind: 'saved' as const, key: `saved:${id}`, q: query, name }))

const placesFor = (query: string, { channels, people }: SearchSources): SearchSuggestion[] =>
  [
    ...channels(query)
      .slice(0, 2)
      .map((channelId) => ({ kind: 'channel' as const, channelId })),
    ...people(query)
      .slice(0, 2)
      .map((id) => ({ kind: 'dm' as const, userIds: [id] })),
  ].map((view) => ({
    kind: 'open',
    key: `open:${view.kind === 'channel' ? view.channelId : view.userIds.join()}:${view.kind}`,
    view,
  }))

const begin = (operator: string, negated: boolean): SearchSuggestion => {
  const text = `${negated ? '-' : ''}${operator}:`
  return { kind: 'operator', key: text, text }
}

const maker =
  (negated: boolean, lookup: Lookup) =>
  (operator: string, operand: NarrowTerm['operand']): SearchSuggestion => {
    const term = { operator, operand, negated }
    return { kind: 'term', key: searchTextOf([term], lookup), term }
  }

function operandsFor(
  operator: string,
  partial: string,
  channelId: number | undefined,
  { people, channels, topics }: SearchSources,
): NarrowTerm['operand'][] {
  const words = (all: readonly string[]) =>
    all.filter((one) => partial === '' || suggestionClass(partial, one) !== undefined)
  switch (operator) {
    case 'sender':
    case 'dm-including':
      return [...people(partial)]
    case 'dm':
      return people(partial).map((id) => [id])
    case 'channel':
      return [...channels(partial)]
    case 'channels':
      return words(['public', 'web-public'])
    case 'topic':
      return [...topics(partial, channelId)]
    case 'is':
      return words(isWords)
    case 'has':
      return words(hasWords)
    case 'before':
    case 'after':
      return daysFor(partial)
    default:
      return []
  }
}

/** The day that was typed, or days that begin with it. */
function daysFor(partial: string): string[] {
  const typed = readDay(partial, Date.now(), currentLocale())
  const days = suggestedDays(Date.now()).filter((day) => day.startsWith(partial))
  return [...new Set([...(typed === undefined ? [] : [typed]), ...days])]
}

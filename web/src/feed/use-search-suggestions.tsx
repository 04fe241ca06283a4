import type { NarrowTerm } from '@loquat/contract'
import { AtSign, Clock, Filter, Hash } from 'lucide-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { ChannelGlyph } from '../channels/ChannelGlyph.tsx'
import { loadTopics } from '../channels/topics.ts'
import type { SuggestionItem } from '../components/SuggestionList.tsx'
import { nobody } from '../compose/recipient.ts'
import { lookup } from '../lib/derived.ts'
import { Avatar } from '../people/Avatar.tsx'
import { useRecentSearches } from '../search/recent-searches.ts'
import { operandForms } from '../search/search-operands.ts'
import {
  lastWord,
  type SearchSources,
  type SearchSuggestion,
  suggestSearch,
} from '../search/suggest-search.ts'
import { useSidebar } from '../shell/sidebar.ts'
import { channelOptions, peopleOptions, topicOptions } from '../suggestions/suggest-options.ts'
import { suggestChannels, suggestPeople, suggestTopics } from '../suggestions/suggest-order.ts'
import { useText } from '../texts/texts.tsx'
import { useTermLabel } from './search-labels.ts'

export interface SearchOption extends SuggestionItem {
  suggestion: SearchSuggestion | { kind: 'scope'; terms: readonly NarrowTerm[] }
}

const sources = (recent: readonly string[]): SearchSources => ({
  lookup: lookup(),
  recent,
  people: (query) => suggestPeople(query, peopleOptions(nobody, undefined)).map(({ userId }) => userId),
  channels: (query) => suggestChannels(query, channelOptions()).map(({ channelId }) => channelId),
  topics: (query, channelId) => {
    const ids = channelId === undefined ? [...useSidebar.getState().topics.keys()] : [channelId]
    return suggestTopics(query, ids.flatMap(topicOptions)).map(({ name }) => name)
  },
})

/** What could be meant by what is typed, for the field of the search. */
export function useSearchSuggestions(
  isOpen: boolean,
  pills: readonly NarrowTerm[],
  words: string,
  scope: readonly NarrowTerm[],
) {
  const text = useText()
  const label = useTermLabel()
  const recent = useRecentSearches((state) => state.searches)
  const topics = useSidebar((state) => state.topics)
  const channelId = pills.find(({ operator }) => operator === 'channel')?.operand
  useEffect(() => {
    if (isOpen && typeof channelId === 'number') void loadTopics(channelId)
  }, [isOpen, channelId])
  const { before, word } = lastWord(words)
  // biome-ignore lint/correctness/useExhaustiveDependencies: names and words change with the language, and then all is drawn anew
  const items = useMemo(
    () =>
      isOpen
        ? suggestSearch(words, pills, sources(recent)).map(
            (suggestion): SearchOption => ({
              suggestion,
              key: suggestion.key,
              ...shown(suggestion, label, text),
            }),
          )
        : [],
    [isOpen, words, pills, recent, topics],
  )
  const scoped: SearchOption[] =
    isOpen && pills.length === 0 && words === '' && scope.length > 0
      ? [
          {
            suggestion: { kind: 'scope', terms: scope },
            key: 'scope',
            label: text('search.onlyIn', { place: scopeName(scope) }),
            icon: <Filter size={15} />,
          },
        ]
      : []
  const [, operator = ''] = /^-?([a-z_-]+):/iu.exec(word) ?? []
  return {
    items: [...scoped, ...items],
    before,
    isOperator: Object.hasOwn(operandForms, operator) && items.length > 0,
  }
}

/** `#design › logo`, or the names of people. */
function scopeName(scope: readonly NarrowTerm[]): string {
  const { channelName, userName } = lookup()
  return scope
    .map(({ operator, operand }) => {
      if (operator === 'channel') return `#${channelName(Number(operand)) ?? '?'}`
      if (operator === 'topic') return String(operand) === '' ? '""' : String(operand)
      return [operand]
        .flat()
        .map((id) => userName(Number(id)) ?? '?')
        .join(', ')
    })
    .join(' › ')
}

function shown(
  suggestion: SearchSuggestion,
  label: (term: NarrowTerm) => string,
  text: (id: string) => string,
): { label: ReactNode; icon: ReactNode; detail?: ReactNode } {
  if (suggestion.kind === 'recent') {
    return { label: suggestion.q, icon: <Clock size={15} />, detail: text('search.before') }
  }
  if (suggestion.kind === 'operator') {
    const name = suggestion.text.replace(/^-|:$/gu, '')
    return { label: suggestion.text, icon: <Filter size={15} />, detail: text(`search.operator.${name}`) }
  }
  const { operator, operand } = suggestion.term
  return { label: label(suggestion.term), icon: pictureOf(operator, operand) }
}

function pictureOf(operator: string, operand: NarrowTerm['operand']): ReactNode {
  const [first] = Array.isArray(operand) ? operand : [operand]
  if (operator === 'channel' && typeof operand === 'number') return <ChannelGlyph channelId={operand} />
  if (['sender', 'dm', 'dm-including'].includes(operator) && typeof first === 'number') {
    return <Avatar userId={first} size={20} />
  }
  return operator === 'is' ? (
    <AtSign size={15} />
  ) : operator === 'topic' ? (
    <Hash size={15} />
  ) : (
    <Filter size={15} />
  )
}

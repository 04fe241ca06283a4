import type { NarrowTerm } from '@loquat/contract'
import { Filter } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { loadTopics } from '../channels/topics.ts'
import type { SuggestionItem } from '../components/use-suggestion-list.ts'
import { noRecipient } from '../compose/recipient.ts'
import { lookup } from '../lib/derived.ts'
import { useRecentSearches } from '../search/recent-searches.ts'
import { useSavedSearches } from '../search/saved-searches.ts'
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
import { describeSuggestion, scopeName } from './search-suggestion-rows.tsx'

export interface SearchOption extends SuggestionItem {
  suggestion: SearchSuggestion | { kind: 'scope'; terms: readonly NarrowTerm[] }
}

const sources = (recent: readonly string[], saved: SearchSources['saved']): SearchSources => ({
  lookup: lookup(),
  recent,
  saved,
  people: (query) => suggestPeople(query, peopleOptions(noRecipient, undefined)).map(({ userId }) => userId),
  channels: (query) => suggestChannels(query, channelOptions()).map(({ channelId }) => channelId),
  topics: (query, channelId) => {
    const ids = channelId === undefined ? [...useSidebar.getState().topics.keys()] : [channelId]
    return suggestTopics(query, ids.flatMap(topicOptions)).map(({ name }) => name)
  },
})

/** Suggestions for the search field. */
export function useSearchSuggestions(
  isOpen: boolean,
  pills: readonly NarrowTerm[],
  words: string,
  scope: readonly NarrowTerm[],
) {
  const text = useText()
  const label = useTermLabel()
  const recent = useRecentSearches((state) => state.searches)
  const saved = useSavedSearches()
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
        ? suggestSearch(words, pills, sources(recent, saved)).map(
            (suggestion): SearchOption => ({
              suggestion,
              key: suggestion.key,
              ...describeSuggestion(suggestion, label, text),
            }),
          )
        : [],
    [isOpen, words, pills, recent, saved, topics],
  )
  const [, operator = ''] = /^-?([a-z_-]+):/iu.exec(word) ?? []
  const isOperator = Object.hasOwn(operandForms, operator) && items.length > 0
  const scoped: SearchOption[] =
    isOpen && pills.length === 0 && !isOperator && scope.length > 0
      ? [
          {
            suggestion: { kind: 'scope', terms: scope },
            key: 'scope',
            label: text('search.onlyIn', { place: scopeName(scope) }),
            icon: <Filter size={15} />,
          },
        ]
      : []
  return { items: [...scoped, ...items], before, isOperator }
}

import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { IconButton } from '../components/Button.tsx'
import { SuggestionList } from '../components/SuggestionList.tsx'
import { useSuggestionList } from '../components/use-suggestion-list.ts'
import { focusFeed } from '../keyboard/target.ts'
import { lookup } from '../lib/derived.ts'
import { leaveSearch, navigate } from '../navigation/router.ts'
import { useSearchField } from '../search/search-field.ts'
import { parseSearch } from '../search/search-text.ts'
import { useText } from '../texts/texts.tsx'
import styles from './SearchBar.module.css'
import { SearchPills } from './SearchPills.tsx'
import { SearchSummary } from './SearchSummary.tsx'
import { moveSelection } from './selection.ts'
import { useSearchQuery } from './use-search-query.ts'
import { type SearchOption, useSearchSuggestions } from './use-search-suggestions.tsx'

/** The search field: filters as pills, words as text. */
export function SearchBar({ q }: { q: string }) {
  const text = useText()
  const field = useRef<HTMLInputElement>(null)
  const query = useSearchQuery(q)
  const { pills, words, isOpen, setOpen, setQuery, run, type, clear } = query
  const focusRequests = useSearchField((state) => state.focus)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is asked for
  useEffect(() => {
    if (focusRequests === 0 && q !== '') return
    useSearchField.setState({ focus: 0 })
    // After the compose box, which takes the focus when it is drawn.
    requestAnimationFrame(() => field.current?.focus())
  }, [focusRequests])

  const scope = useSearchField((state) => state.scope)
  const suggestions = useSearchSuggestions(isOpen, pills, words, scope)
  const pick = ({ suggestion }: SearchOption) => {
    const { before } = suggestions
    if (suggestion.kind === 'scope') {
      const scoped = { pills: [...suggestion.terms], words }
      if (words.trim() === '') setQuery(scoped)
      else run(scoped)
    } else if (suggestion.kind === 'open') navigate(suggestion.view)
    else if (suggestion.kind === 'recent' || suggestion.kind === 'saved') query.runAgain(suggestion.q)
    else if (suggestion.kind === 'operator') setQuery({ pills, words: `${before}${suggestion.text}` })
    else setQuery({ pills: [...pills, suggestion.term], words: before })
  }
  const list = useSuggestionList({
    items: suggestions.items,
    onPick: pick,
    onClose: () => setOpen(false),
    // Within an operator, Enter completes it; otherwise it searches.
    isOptional: !suggestions.isOperator,
  })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || list.onKeyDown(event)) return
    const isAtStart = event.currentTarget.selectionStart === 0 && event.currentTarget.selectionEnd === 0
    if (event.key === 'Enter') run({ pills, words })
    else if (event.key === 'Backspace' && isAtStart && pills.length > 0) query.editLastPill()
    else if (event.key === '/' && words === '' && pills.length > 0) clear()
    else if (event.key === 'ArrowDown') {
      focusFeed()
      moveSelection(-1)
    } else if (event.key === 'Escape') leaveSearch()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const terms = useMemo(() => parseSearch(q, lookup()).terms, [q])
  return (
    <search className={styles.bar}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the words is a click into the field */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the same */}
      <div className={styles.field} onClick={() => field.current?.focus()}>
        <Search size={16} aria-hidden="true" />
        <SearchPills
          pills={pills}
          onRemove={(index) => run({ pills: pills.filter((_, at) => at !== index), words })}
        />
        <input
          {...list.field}
          ref={field}
          type="text"
          value={words}
          dir="auto"
          enterKeyHint="search"
          aria-label={text('search.label')}
          placeholder={pills.length === 0 ? text('search.placeholder') : ''}
          onChange={(event) => type(event.target.value)}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        {(pills.length > 0 || words !== '') && (
          <IconButton
            size="small"
            label={text('search.clear')}
            icon={<X size={16} />}
            onClick={() => {
              clear()
              field.current?.focus()
            }}
          />
        )}
        <SuggestionList {...list.list} label={text('search.suggestions')} />
      </div>
      {q.trim() !== '' && <SearchSummary q={q} terms={terms} />}
    </search>
  )
}

import type { NarrowTerm } from '@loquat/contract'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { IconButton } from '../components/Button.tsx'
import { SuggestionList, useSuggestionList } from '../components/SuggestionList.tsx'
import { focusFeed } from '../keyboard/target.ts'
import { lookup } from '../lib/derived.ts'
import { leaveSearch, navigate } from '../navigation/router.ts'
import { noteSearch } from '../search/recent-searches.ts'
import { useSearchField } from '../search/search-field.ts'
import { parseSearch, searchTextOf } from '../search/search-text.ts'
import { useText } from '../texts/texts.tsx'
import styles from './SearchBar.module.css'
import { SearchSummary } from './SearchSummary.tsx'
import { useTermLabel } from './search-labels.ts'
import { moveSelection } from './selection.ts'
import { type SearchOption, useSearchSuggestions } from './use-search-suggestions.tsx'

/** Terms as pills, and the words behind them. */
function read(q: string): { pills: NarrowTerm[]; words: string } {
  const { terms } = parseSearch(q, lookup())
  return {
    pills: terms.filter(({ operator }) => operator !== 'search'),
    words: searchTextOf(
      terms.filter(({ operator }) => operator === 'search'),
      lookup(),
    ),
  }
}

/** What is searched for: filters as pills, words as text. */
export function SearchBar({ q }: { q: string }) {
  const text = useText()
  const label = useTermLabel()
  const field = useRef<HTMLInputElement>(null)
  const [{ pills, words }, setQuery] = useState(() => read(q))
  const [isOpen, setOpen] = useState(false)
  const asked = useSearchField((state) => state.focus)
  useEffect(() => {
    setQuery(read(q))
    setOpen(false)
  }, [q])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is asked for
  useEffect(() => {
    if (asked === 0 && q !== '') return
    useSearchField.setState({ focus: 0 })
    // Behind the box for writing, which takes the focus when it is drawn.
    requestAnimationFrame(() => field.current?.focus())
  }, [asked])

  const run = (next: { pills: readonly NarrowTerm[]; words: string }) => {
    const typed = parseSearch(next.words, lookup()).terms
    const text = searchTextOf([...next.pills, ...typed], lookup())
    setOpen(false)
    noteSearch(text)
    if (text !== q) navigate({ kind: 'search', q: text })
    else setQuery(read(text))
    focusFeed()
  }
  const scope = useSearchField((state) => state.scope)
  const suggestions = useSearchSuggestions(isOpen, pills, words, scope)
  const pick = ({ suggestion }: SearchOption) => {
    if (suggestion.kind === 'scope') {
      setQuery({ pills: [...suggestion.terms], words })
      return
    }
    if (suggestion.kind === 'recent') {
      run(read(suggestion.q))
      return
    }
    const { before } = suggestions
    if (suggestion.kind === 'operator') setQuery({ pills, words: `${before}${suggestion.text}` })
    else setQuery({ pills: [...pills, suggestion.term], words: before })
  }
  const list = useSuggestionList({
    items: suggestions.items,
    onPick: pick,
    onClose: () => setOpen(false),
    // In the middle of an operator Enter completes it; otherwise it searches.
    isOptional: !suggestions.isOperator,
  })

  const change = (value: string) => {
    setOpen(true)
    // A complete operator followed by a blank has become a pill.
    const { pills: complete, words: rest } = /\s$/u.test(value) ? read(value) : { pills: [], words: value }
    setQuery({
      pills: complete.length === 0 ? pills : [...pills, ...complete],
      words: complete.length === 0 ? value : rest === '' ? '' : `${rest} `,
    })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || list.onKeyDown(event)) return
    const isAtStart = event.currentTarget.selectionStart === 0 && event.currentTarget.selectionEnd === 0
    const last = pills.at(-1)
    if (event.key === 'Enter') run({ pills, words })
    else if (event.key === 'Backspace' && isAtStart && last !== undefined) {
      setQuery({ pills: pills.slice(0, -1), words: `${searchTextOf([last], lookup())} ${words}`.trim() })
      setOpen(true)
    } else if (event.key === '/' && words === '' && pills.length > 0) setQuery({ pills: [], words: '' })
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
        {pills.map((term, index) => (
          <span
            key={searchTextOf([term], lookup())}
            className={styles.pill}
            data-negated={term.negated || undefined}
          >
            <bdi>{label(term)}</bdi>
            <button
              type="button"
              aria-label={text('search.remove', { term: label(term) })}
              onClick={() => run({ pills: pills.filter((_, at) => at !== index), words })}
            >
              <X size={13} />
            </button>
          </span>
        ))}
        <input
          {...list.field}
          ref={field}
          type="text"
          value={words}
          dir="auto"
          enterKeyHint="search"
          aria-label={text('search.label')}
          placeholder={pills.length === 0 ? text('search.placeholder') : ''}
          onChange={(event) => change(event.target.value)}
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
              setQuery({ pills: [], words: '' })
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

import type { NarrowTerm } from '@loquat/contract'
import { useEffect, useState } from 'react'
import { focusFeed } from '../keyboard/target.ts'
import { lookup } from '../lib/derived.ts'
import { navigate } from '../navigation/router.ts'
import { noteSearch } from '../search/recent-searches.ts'
import { parseSearch, searchTextOf } from '../search/search-text.ts'

interface SearchQuery {
  pills: readonly NarrowTerm[]
  words: string
}

/** Splits a search into filters, shown as pills, and words. */
function parseQuery(q: string): SearchQuery {
  const { terms } = parseSearch(q, lookup())
  return {
    pills: terms.filter(({ operator }) => operator !== 'search'),
    words: searchTextOf(
      terms.filter(({ operator }) => operator === 'search'),
      lookup(),
    ),
  }
}

/** The search being typed. It follows the one of the address until it is edited. */
export function useSearchQuery(q: string) {
  const [{ pills, words }, setQuery] = useState(() => parseQuery(q))
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    setQuery(parseQuery(q))
    setOpen(false)
  }, [q])

  const run = (next: SearchQuery) => {
    const typed = parseSearch(next.words, lookup()).terms
    const text = searchTextOf([...next.pills, ...typed], lookup())
    setOpen(false)
    noteSearch(text)
    if (text !== q) navigate({ kind: 'search', q: text })
    else setQuery(parseQuery(text))
    focusFeed()
  }
  const type = (value: string) => {
    setOpen(true)
    // A complete operator followed by a blank becomes a pill.
    const { pills: complete, words: rest } = /\s$/u.test(value)
      ? parseQuery(value)
      : { pills: [], words: value }
    setQuery({
      pills: complete.length === 0 ? pills : [...pills, ...complete],
      words: complete.length === 0 ? value : rest === '' ? '' : `${rest} `,
    })
  }
  /** Turns the last pill back into words. */
  const editLastPill = () => {
    const last = pills.at(-1)
    if (last === undefined) return
    setQuery({ pills: pills.slice(0, -1), words: `${searchTextOf([last], lookup())} ${words}`.trim() })
    setOpen(true)
  }
  return {
    pills,
    words,
    isOpen,
    setOpen,
    setQuery,
    run,
    runAgain: (text: string) => run(parseQuery(text)),
    type,
    editLastPill,
    clear: () => setQuery({ pills: [], words: '' }),
  }
}

import type { NarrowTerm } from '@loquat/contract'
import { create } from 'zustand'
import { holdKeysFor } from '../keyboard/held-keys.ts'
import { type FeedView, toNarrow } from '../navigation/narrow.ts'
import { navigate } from '../navigation/router.ts'
import { myId } from '../session/session.ts'

interface SearchField {
  /** Incremented by each request, so that a repeated one focuses the field again. */
  focus: number
  /** The view that the search was opened from, offered as a filter: a channel, topic or direct conversation. */
  scope: readonly NarrowTerm[]
}

export const useSearchField = create<SearchField>(() => ({ focus: 0, scope: [] }))

/** Opens the search, or focuses the one on screen. */
export function focusSearch(view: FeedView | undefined): void {
  useSearchField.setState(({ focus }) => ({ focus: focus + 1 }))
  holdKeysFor('search input')
  if (view?.kind === 'search') return
  useSearchField.setState({ scope: view === undefined ? [] : scopeOf(view) })
  navigate({ kind: 'search', q: '' })
}

/** The channel, topic or people of a view as filters, without `with`. */
function scopeOf(view: FeedView): NarrowTerm[] {
  const terms = toNarrow(view, { me: myId(), searchTerms: () => [] })
  return terms.filter(({ operator }) => ['channel', 'topic', 'dm'].includes(operator))
}

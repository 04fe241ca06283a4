import type { NarrowTerm } from '@loquat/contract'
import { create } from 'zustand'
import { holdKeysFor } from '../keyboard/held-keys.ts'
import { type FeedView, toNarrow } from '../navigation/narrow.ts'
import { navigate } from '../navigation/router.ts'
import { myId } from '../session/session.ts'

interface SearchField {
  /** Counted, so that asking again moves the caret again. */
  focus: number
  /** What the search was opened from, to search only there: a channel, a topic or a direct conversation. */
  scope: readonly NarrowTerm[]
}

export const useSearchField = create<SearchField>(() => ({ focus: 0, scope: [] }))

/** Starts a search of everything, or goes on with the one on screen. */
export function focusSearch(view: FeedView | undefined): void {
  useSearchField.setState(({ focus }) => ({ focus: focus + 1 }))
  holdKeysFor('search input')
  if (view?.kind === 'search') return
  useSearchField.setState({ scope: view === undefined ? [] : scopeOf(view) })
  navigate({ kind: 'search', q: '' })
}

/** The place of a view as filters. What carries an address through moves is no part of it. */
function scopeOf(view: FeedView): NarrowTerm[] {
  const terms = toNarrow(view, { me: myId(), searchTerms: () => [] })
  return terms.filter(({ operator }) => ['channel', 'topic', 'dm'].includes(operator))
}

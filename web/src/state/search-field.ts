import { create } from 'zustand'
import { lookup } from './derived.ts'
import { type FeedView, toNarrow, type View } from './narrow.ts'
import { navigate, useRouter } from './router.ts'
import { searchTextOf } from './search-text.ts'
import { myId } from './session.ts'

/** Counted, so that asking again moves the caret again. */
export const useSearchField = create<{ focus: number }>(() => ({ focus: 0 }))

/** Where one was before the search. What was opened from its results does not count. */
let before: View = { kind: 'home' }

/** An empty search is the beginning of one, however it was opened. */
export function followSearch(): void {
  useRouter.subscribe(({ view }, last) => {
    if (view.kind === 'search' && view.q === '' && last.view.kind !== 'search') before = last.view
  })
}

export const leaveSearch = (): void => navigate(before)

/** Begins a search in what is on screen. */
export function focusSearch(view: FeedView | undefined): void {
  useSearchField.setState(({ focus }) => ({ focus: focus + 1 }))
  if (view?.kind === 'search') return
  before = useRouter.getState().view
  navigate({ kind: 'search', q: view === undefined ? '' : narrowText(view) })
}

/** A view as somebody would type it. What carries an address through moves is no part of it. */
function narrowText(view: FeedView): string {
  const terms = toNarrow(view, { me: myId(), searchTerms: () => [] })
  return searchTextOf(
    terms.filter(({ operator }) => operator !== 'with' && operator !== 'in'),
    lookup(),
  )
}

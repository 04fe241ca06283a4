import { create } from 'zustand'
import { lookup } from '../lib/derived.ts'
import { parseUrl } from '../lib/parse.ts'
import { org, useSession } from '../session/session.ts'
import { isEntry, type View } from './narrow.ts'
import { isServerPath, toAddress, toView } from './narrow-codec.ts'
import {
  afterHistorySettles,
  dropEntries,
  handlePopState,
  hasOverlayEntries,
  restoreEntries,
} from './overlay-history.ts'

/** What a place in the history remembers besides its address. */
export interface HistoryState {
  /** The row at the top edge of a list, and how many pixels of it are above that edge. */
  anchorKey?: string
  offset?: number
  atEnd?: boolean
  selected?: number
  paused?: boolean
  /** We pushed it ourselves, so going back stays in the app. */
  pushed?: boolean
  /** In a search: how many entries before this one the search was started. */
  searchDepth?: number
}

interface RouterState {
  view: View
  /** The view that a dialog lies over. */
  behind: View | undefined
  state: HistoryState
  /** Counts arrivals: at each, the list in the middle finds its place on screen. A dialog over it is no arrival. */
  visit: number
}

export const useRouter = create<RouterState>(() => ({
  view: { kind: 'home' },
  behind: undefined,
  state: {},
  visit: 0,
}))
export const useView = (): View => useRouter(({ view }) => view)

export const addressOf = (view: View): string => toAddress(view, lookup())
export const viewOf = (address: string): View => resolveHome(toView(address, lookup()))

/** The address `/` stands for what the reader calls home. */
function resolveHome(view: View): View {
  if (view.kind !== 'home') return view
  const home = org().user_settings?.web_home_view
  if (home === 'recent_topics') return { kind: 'recent' }
  return home === 'all_messages' ? { kind: 'feed' } : { kind: 'inbox' }
}

/** Views that are shown as a dialog over what was there before. */
export const isOverlay = ({ kind }: View): boolean =>
  [
    'channel-new',
    'channel-settings',
    'group-new',
    'group-settings',
    'person',
    'settings',
    'organization',
  ].includes(kind) ||
  kind === 'channels' ||
  kind === 'groups'

interface NavigateOptions {
  replace?: boolean
  /** Where in it to arrive. */
  at?: HistoryState
}

export function navigate(view: View, options: NavigateOptions = {}): void {
  afterHistorySettles(() => go(view, options))
}

function go(view: View, { replace = false, at = {} }: NavigateOptions): void {
  const target = resolveHome(view)
  const address = addressOf(target)
  const { view: before, behind, visit } = useRouter.getState()
  if (!replace) for (const listener of leaveListeners) listener()
  const state: HistoryState = {
    ...at,
    pushed: !replace || (history.state as HistoryState | null)?.pushed === true,
    ...searchDepth(target, before, replace),
  }
  // What was open over the view is gone then, and the new one has its entry.
  if (dropEntries() > 0 || replace) history.replaceState(state, '', address)
  else history.pushState(state, '', address)
  useRouter.setState({
    view: target,
    behind: backdrop(target, before, behind),
    state,
    visit: isOverlay(target) ? visit : visit + 1,
  })
}

function searchDepth(target: View, before: View, replace: boolean): HistoryState {
  if (target.kind !== 'search') return {}
  if (before.kind !== 'search') return replace ? {} : { searchDepth: 1 }
  const { searchDepth: depth } = (history.state as HistoryState | null) ?? {}
  return depth === undefined ? {} : { searchDepth: depth + (replace ? 0 : 1) }
}

/** The same place under another address: nothing on screen moves. */
export function replaceAddress(view: View): void {
  history.replaceState(history.state, '', addressOf(view))
  useRouter.setState({ view })
}

const leaveListeners = new Set<() => void>()
/** Called right before another view is pushed, as long as the history can still take a note of this one. */
export function onLeave(listener: () => void): () => void {
  leaveListeners.add(listener)
  return () => leaveListeners.delete(listener)
}

/** Notes where in the view one is, for coming back. A dialog over it has an entry of its own. */
export function saveHistoryState(place: HistoryState): void {
  if (useRouter.getState().behind !== undefined || hasOverlayEntries()) return
  const { pushed, searchDepth } = (history.state as HistoryState | null) ?? {}
  history.replaceState(
    {
      ...place,
      ...(pushed === undefined ? {} : { pushed }),
      ...(searchDepth === undefined ? {} : { searchDepth }),
    },
    '',
  )
}

/** Goes where an address of ours leads; false for addresses that are not the app's. */
export function navigateTo(address: string): boolean {
  const view = ownView(address)
  if (view === undefined) return false
  navigate(view)
  return true
}

/** The view at an address; undefined for addresses that are not the app's. */
function ownView(address: string): View | undefined {
  const url = parseUrl(address, location.href)
  if (url?.origin !== location.origin || isServerPath(url.pathname)) return undefined
  const view = viewOf(url.pathname + url.search + url.hash)
  return isEntry(view) ? undefined : view
}

/** Leaves a dialog: back to where it was opened, or home. */
export function leaveDialog(): void {
  afterHistorySettles(() => {
    if ((history.state as HistoryState | null)?.pushed) history.go(-1 - dropEntries())
    else navigate({ kind: 'home' }, { replace: true })
  })
}

/** Goes back to where the search was started, at the same place on the page; home if it was the first view. */
export function leaveSearch(): void {
  // Going back takes a moment. Asked twice, it would go too far.
  if (isLeavingSearch) return
  afterHistorySettles(() => {
    const { searchDepth: depth } = (history.state as HistoryState | null) ?? {}
    if (depth === undefined) {
      navigate({ kind: 'home' })
      return
    }
    isLeavingSearch = true
    const done = () => {
      isLeavingSearch = false
    }
    addEventListener('popstate', done, { once: true })
    history.go(-depth - dropEntries())
  })
}
let isLeavingSearch = false

const backdrop = (target: View, before: View, behind: View | undefined): View | undefined =>
  isOverlay(target) ? (isOverlay(before) ? behind : resolveHome(before)) : undefined

/** Reads the address anew: at the start, and whenever the reader goes back or forward. */
export function startRouter(): void {
  const read = () => {
    const { view: before, behind, visit } = useRouter.getState()
    const view = viewOf(location.pathname + location.search + location.hash)
    const address = addressOf(view)
    if (address !== location.pathname + location.search + location.hash)
      history.replaceState(history.state, '', address)
    useRouter.setState({
      view,
      behind: backdrop(view, before, behind) ?? (isOverlay(view) ? resolveHome({ kind: 'home' }) : undefined),
      state: (history.state as HistoryState | null) ?? {},
      visit: isOverlay(view) || (behind !== undefined && addressOf(behind) === address) ? visit : visit + 1,
    })
  }
  const readUnlessOverlay = () => {
    const { view } = useRouter.getState()
    if (!handlePopState(addressOf(view))) read()
    else if (!hasOverlayEntries()) replaceAddress(view)
  }
  restoreEntries()
  addEventListener('popstate', readUnlessOverlay)
  addEventListener('hashchange', readUnlessOverlay)
  document.addEventListener('click', followLink)
  read()
  syncAddressNames()
}

/** Ids decide, names decorate: one that is learnt late, or changes, changes the address. */
function syncAddressNames(): void {
  let names = lookup()
  useSession.subscribe(() => {
    if (lookup() === names || hasOverlayEntries()) return
    names = lookup()
    const { view } = useRouter.getState()
    if ('channelId' in view || view.kind === 'dm') replaceAddress(view)
  })
}

/** The view that a click opens in this tab; undefined if it is not on a link of ours, or somebody else handled it. */
export function viewOfClick(event: MouseEvent): View | undefined {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = (event.target as Element | null)?.closest?.('a[href]')
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute('download')) return
  if (link.target !== '' && link.target !== '_self') return
  return ownView(link.href)
}

/** Everything that navigates is a link; those of ours do not load a page. */
function followLink(event: MouseEvent): void {
  const view = viewOfClick(event)
  if (view === undefined) return
  event.preventDefault()
  navigate(view)
}

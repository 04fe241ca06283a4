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

/** The state of a history entry. */
export interface HistoryState {
  /** The row at the top edge of a list, and how many pixels of it are above that edge. */
  anchorKey?: string
  offset?: number
  atEnd?: boolean
  selected?: number
  paused?: boolean
  /** Pushed by the app, so that Back stays in the app. */
  pushed?: boolean
  /** In a search: number of entries since the search was started. */
  searchDepth?: number
}

interface RouterState {
  view: View
  /** The view below a dialog. */
  behind: View | undefined
  state: HistoryState
  /** Counts visits of views. Each one restores the scroll position; opening a dialog does not count. */
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

/** Resolves `/` to the home view that the reader chose. */
function resolveHome(view: View): View {
  if (view.kind !== 'home') return view
  const home = org().user_settings?.web_home_view
  if (home === 'recent_topics') return { kind: 'recent' }
  return home === 'all_messages' ? { kind: 'feed' } : { kind: 'inbox' }
}

/** Views that are shown as a dialog over the previous view. */
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
  /** Initial state, such as the scroll position. */
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
  // Overlays are closed, and the new view takes over their entry.
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

/** Changes the address of the current view without navigating. */
export function replaceAddress(view: View): void {
  history.replaceState(history.state, '', addressOf(view))
  useRouter.setState({ view })
}

const leaveListeners = new Set<() => void>()
/** Called before another view is pushed, while the current entry can still be changed. */
export function onLeave(listener: () => void): () => void {
  leaveListeners.add(listener)
  return () => leaveListeners.delete(listener)
}

/** Saves the position in the view in its history entry, unless a dialog is open, which has its own entry. */
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

/** Opens an address of the app; returns false for other addresses. */
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

/** Leaves a dialog: back to the view where it was opened, or home. */
export function leaveDialog(): void {
  afterHistorySettles(() => {
    if ((history.state as HistoryState | null)?.pushed) history.go(-1 - dropEntries())
    else navigate({ kind: 'home' }, { replace: true })
  })
}

/** Returns to the view and position where the search was started, or home. */
export function leaveSearch(): void {
  // Going back is asynchronous; a second call would go too far.
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

/** Reads the address now, and whenever the reader goes back or forward. */
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

/** Updates the names in the address when they are loaded or change. */
function syncAddressNames(): void {
  let names = lookup()
  useSession.subscribe(() => {
    if (lookup() === names || hasOverlayEntries()) return
    names = lookup()
    const { view } = useRouter.getState()
    if ('channelId' in view || view.kind === 'dm') replaceAddress(view)
  })
}

/** The view that a click opens in this tab; undefined if it is not on a link of the app, or was handled already. */
export function viewOfClick(event: MouseEvent): View | undefined {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = (event.target as Element | null)?.closest?.('a[href]')
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute('download')) return
  if (link.target !== '' && link.target !== '_self') return
  return ownView(link.href)
}

/** Opens links of the app without loading a page. */
function followLink(event: MouseEvent): void {
  const view = viewOfClick(event)
  if (view === undefined) return
  event.preventDefault()
  navigate(view)
}

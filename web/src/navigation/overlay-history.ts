import { useEffect, useRef } from 'react'
import { isTouch } from '../lib/touch.ts'

/**
 * Transient overlays without a URL: menus, sheets, pickers. On touch devices each one has an entry in the history, so that the system's
 * Back closes it. Only this file adds and removes these entries.
 */
interface Overlay {
  close: () => void
}

const openOverlays: Overlay[] = []
/** Number of overlay entries above the entry of the view. */
let entryCount = 0
/** The address of the view's entry. The address can change while an overlay is open, but its entry cannot. */
let addressBelow: string | undefined
/** While `history.go` is pending, nothing may be pushed. */
let isReturning = false
const pendingActions: (() => void)[] = []

const currentAddress = () => location.pathname + location.search + location.hash
/** Each entry records its index. */
const entriesIn = (state: unknown): number => (state as { layers?: number } | null)?.layers ?? 0

/** Whether the current entry belongs to an overlay. The state of the view must not be saved in it. */
export const hasOverlayEntries = (): boolean => entryCount > 0

/** Closes an overlay on Back. */
export function useBackCloses(close: () => void, isOpen = true): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!isOpen || !isTouch()) return
    const layer: Overlay = { close: () => latest.current() }
    openOverlays.push(layer)
    syncSoon()
    return () => {
      const at = openOverlays.indexOf(layer)
      if (at !== -1) openOverlays.splice(at, 1)
      syncSoon()
    }
  }, [isOpen])
}

let syncTimer: ReturnType<typeof setTimeout> | undefined

/** Debounced: when one overlay replaces another, the entry is reused. */
function syncSoon(): void {
  clearTimeout(syncTimer)
  syncTimer = setTimeout(syncHistory, 30)
}

function syncHistory(): void {
  if (isReturning || openOverlays.length === entryCount) return
  if (openOverlays.length < entryCount) {
    isReturning = true
    history.go(openOverlays.length - entryCount)
    return
  }
  // Browsers skip entries pushed without user activation. A long press activates only when the finger is lifted.
  if (navigator.userActivation?.isActive === false) {
    document.addEventListener('pointerup', syncSoon, { once: true, capture: true })
    return
  }
  if (entryCount === 0) addressBelow = currentAddress()
  while (entryCount < openOverlays.length) {
    entryCount++
    history.pushState({ ...history.state, layers: entryCount }, '')
  }
}

/**
 * Handles a change of the history entry. Closes overlays that Back has left, and returns whether the view stays the same. `address`
 * is the address of the view.
 */
export function handlePopState(address: string): boolean {
  const count = entriesIn(history.state)
  const isSameView = count > 0 || currentAddress() === address || currentAddress() === addressBelow
  if (isReturning) {
    isReturning = false
    entryCount = count
    // After the router has updated.
    for (const act of pendingActions.splice(0)) queueMicrotask(act)
    syncSoon()
    return isSameView
  }
  if (count > entryCount) {
    // Forward to a closed overlay, which does not reopen.
    entryCount = count
    syncHistory()
    return true
  }
  if (entryCount === 0) return false
  for (const layer of openOverlays.slice(count).reverse()) layer.close()
  entryCount = count
  // Overlays that ask before closing are still open, and get their entry back.
  syncSoon()
  return isSameView
}

/** Removes the entries that were left from before a reload. */
export function restoreEntries(): void {
  entryCount = entriesIn(history.state)
  syncSoon()
}

/** Forgets all overlays because another view opens. Returns the number of entries, which the caller must remove or replace. */
export function dropEntries(): number {
  const count = entryCount
  entryCount = 0
  openOverlays.length = 0
  return count
}

/** Runs immediately, or after the pending `history.go`. */
export function afterHistorySettles(act: () => void): void {
  if (isReturning) pendingActions.push(act)
  else act()
}

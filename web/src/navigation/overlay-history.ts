import { useEffect, useRef } from 'react'
import { isTouch } from '../lib/touch.ts'

/**
 * What lies over the view for a moment and has no address: menus, sheets, pickers. On touch devices each has one throw-away entry
 * in the history, so that the Back of the system closes it. Entries follow what is open, and are made and taken back only here.
 */
interface Overlay {
  close: () => void
}

const openOverlays: Overlay[] = []
/** How many entries of ours lie above that of the view. */
let entryCount = 0
/** The address below them. It may be changed while something is open, which the entry of the view does not learn. */
let addressBelow: string | undefined
/** On the way back over our own entries: it takes a moment, and until then nothing may be pushed. */
let isReturning = false
const pendingActions: (() => void)[] = []

const currentAddress = () => location.pathname + location.search + location.hash
/** Each entry of ours says the how manieth it is. */
const entriesIn = (state: unknown): number => (state as { layers?: number } | null)?.layers ?? 0

/** Whether the present entry is one of ours. What is noted about the view does not belong there. */
export const hasOverlayEntries = (): boolean => entryCount > 0

/** Back closes it, as long as it is open. */
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

/** Often one thing closes as the next opens: then the entry of the first serves the second. */
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
  // Browsers pass over entries made without a touch. Whoever holds a message lifts the finger only after the sheet is there.
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
 * To be asked when the place in the history has changed: whether that was only about what lies over the view, whose address is
 * given. If so, this closes what is to be closed.
 */
export function handlePopState(address: string): boolean {
  const count = entriesIn(history.state)
  const isSameView = count > 0 || currentAddress() === address || currentAddress() === addressBelow
  if (isReturning) {
    isReturning = false
    entryCount = count
    // Not before the router knows where we are.
    for (const act of pendingActions.splice(0)) queueMicrotask(act)
    syncSoon()
    return isSameView
  }
  if (count > entryCount) {
    // Forward, to something that was closed. It does not open again.
    entryCount = count
    syncHistory()
    return true
  }
  if (entryCount === 0) return false
  for (const layer of openOverlays.slice(count).reverse()) layer.close()
  entryCount = count
  // What asks before it closes is still open then, and has its entry again.
  syncSoon()
  return isSameView
}

/** The page was loaded anew on an entry of ours, and nothing is open. */
export function restoreEntries(): void {
  entryCount = entriesIn(history.state)
  syncSoon()
}

/** Another view comes. Answers how many entries of ours there were; whoever asks removes them, or puts another in their place. */
export function dropEntries(): number {
  const count = entryCount
  entryCount = 0
  openOverlays.length = 0
  return count
}

/** At once, or when we are back at the entry of the view. */
export function afterHistorySettles(act: () => void): void {
  if (isReturning) pendingActions.push(act)
  else act()
}

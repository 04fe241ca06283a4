import { useEffect, useRef } from 'react'
import { isTouch } from '../lib/touch.ts'

/**
 * What lies over the view for a moment and has no address: menus, sheets, pickers. On touch devices each has one throw-away entry
 * in the history, so that the Back of the system closes it. Entries follow what is open, and are made and taken back only here.
 */
interface Layer {
  close: () => void
}

const open: Layer[] = []
/** How many entries of ours lie above that of the view. */
let entries = 0
/** The address below them. It may be changed while something is open, which the entry of the view does not learn. */
let below: string | undefined
/** On the way back over our own entries: it takes a moment, and until then nothing may be pushed. */
let isReturning = false
const afterwards: (() => void)[] = []

const here = () => location.pathname + location.search + location.hash
/** Each entry of ours says the how manieth it is. */
const entriesIn = (state: unknown): number => (state as { layers?: number } | null)?.layers ?? 0

/** Whether the present entry is one of ours. What is noted about the view does not belong there. */
export const isLayered = (): boolean => entries > 0

/** Back closes it, as long as it is open. */
export function useBackCloses(close: () => void, isOpen = true): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!isOpen || !isTouch()) return
    const layer: Layer = { close: () => latest.current() }
    open.push(layer)
    settleSoon()
    return () => {
      const at = open.indexOf(layer)
      if (at !== -1) open.splice(at, 1)
      settleSoon()
    }
  }, [isOpen])
}

let settling: ReturnType<typeof setTimeout> | undefined

/** Often one thing closes as the next opens: then the entry of the first serves the second. */
function settleSoon(): void {
  clearTimeout(settling)
  settling = setTimeout(settle, 30)
}

function settle(): void {
  if (isReturning || open.length === entries) return
  if (open.length < entries) {
    isReturning = true
    history.go(open.length - entries)
    return
  }
  // Browsers pass over entries made without a touch. Whoever holds a message lifts the finger only after the sheet is there.
  if (navigator.userActivation?.isActive === false) {
    document.addEventListener('pointerup', settleSoon, { once: true, capture: true })
    return
  }
  if (entries === 0) below = here()
  while (entries < open.length) {
    entries++
    history.pushState({ ...history.state, layers: entries }, '')
  }
}

/**
 * To be asked when the place in the history has changed: whether that was only about what lies over the view, whose address is
 * given. If so, this closes what is to be closed.
 */
export function wasLayer(address: string): boolean {
  const count = entriesIn(history.state)
  const isSameView = count > 0 || here() === address || here() === below
  if (isReturning) {
    isReturning = false
    entries = count
    // Not before the router knows where we are.
    for (const act of afterwards.splice(0)) queueMicrotask(act)
    settleSoon()
    return isSameView
  }
  if (count > entries) {
    // Forward, to something that was closed. It does not open again.
    entries = count
    settle()
    return true
  }
  if (entries === 0) return false
  for (const layer of open.slice(count).reverse()) layer.close()
  entries = count
  // What asks before it closes is still open then, and has its entry again.
  settleSoon()
  return isSameView
}

/** The page was loaded anew on an entry of ours, and nothing is open. */
export function adoptEntries(): void {
  entries = entriesIn(history.state)
  settleSoon()
}

/** Another view comes. Answers how many entries of ours there were; whoever asks removes them, or puts another in their place. */
export function giveUpEntries(): number {
  const count = entries
  entries = 0
  open.length = 0
  return count
}

/** At once, or when we are back at the entry of the view. */
export function onceReturned(act: () => void): void {
  if (isReturning) afterwards.push(act)
  else act()
}

import { create } from 'zustand'

/** How much of the lower edge of the window is taken, in pixels, and how high the window is. */
interface Dock {
  /** By where one writes, and by tabs. Nothing ever lies over them. */
  firm: number
  /** Also by small things just above: pills of a list, the line that tells who is typing. */
  soft: number
  window: number
}

export const useDock = create<Dock>(() => ({ firm: 0, soft: 0, window: globalThis.innerHeight ?? 0 }))

const docks = new Map<Element, keyof Pick<Dock, 'firm' | 'soft'>>()
let observer: ResizeObserver | undefined

/** Also asked for by who is about to use it: things move without changing their size. */
export function measureDock(): void {
  const window = document.documentElement.clientHeight
  const taken = { firm: 0, soft: 0 }
  for (const [element, kind] of docks) {
    const { top, width, height } = element.getBoundingClientRect()
    // One that is hidden, or empty, takes nothing.
    if (width > 0 && height > 0) taken[kind] = Math.max(taken[kind], Math.ceil(window - top))
  }
  const next = { firm: taken.firm, soft: Math.max(taken.firm, taken.soft), window }
  const { firm, soft, window: before } = useDock.getState()
  if (next.firm !== firm || next.soft !== soft || window !== before) useDock.setState(next)
}

const register = (kind: 'firm' | 'soft') => (element: Element | null) => {
  if (element === null) return
  if (observer === undefined) {
    observer = new ResizeObserver(measureDock)
    observer.observe(document.documentElement)
  }
  docks.set(element, kind)
  observer.observe(element)
  return () => {
    docks.delete(element)
    observer?.unobserve(element)
    // What takes its place is measured once it is drawn.
    requestAnimationFrame(measureDock)
  }
}

/** As `ref` of what must stay free at the lower edge. */
export const asDock = register('firm')
/** As `ref` of what should stay free where there is room. */
export const asSoftDock = register('soft')

/** Below this there is not enough room for a notice above the small things. */
const minRoomPx = 120
/** Room for one notice of two lines. */
const toastHeightPx = 90
const maxToasts = 3

/** Where notices stand, above the lower edge, and how many of them. */
export function placeToasts({ firm, soft, window }: Dock): { above: number; count: number } {
  const above = window - soft < minRoomPx ? firm : soft
  const count = Math.floor((window - above) / toastHeightPx)
  return { above, count: Math.min(Math.max(count, 1), maxToasts) }
}

import { create } from 'zustand'

/** Space taken at the lower edge of the window, and the window height, in pixels. */
interface Dock {
  /** Taken by the compose box and tabs, which are never covered. */
  firm: number
  /** Including small elements above: pills and the typing indicator. */
  soft: number
  window: number
}

export const useDock = create<Dock>(() => ({ firm: 0, soft: 0, window: globalThis.innerHeight ?? 0 }))

const docks = new Map<Element, keyof Pick<Dock, 'firm' | 'soft'>>()
let observer: ResizeObserver | undefined

/** Call before use, too: elements can move without a resize. */
export function measureDock(): void {
  const window = document.documentElement.clientHeight
  const taken = { firm: 0, soft: 0 }
  for (const [element, kind] of docks) {
    const { top, width, height } = element.getBoundingClientRect()
    // Hidden and empty elements take no space.
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
    // Its replacement is measured once it is drawn.
    requestAnimationFrame(measureDock)
  }
}

/** `ref` of an element that toasts must not cover. */
export const asDock = register('firm')
/** `ref` of an element that toasts should not cover if there is room. */
export const asSoftDock = register('soft')

/** With less room, toasts cover the soft dock. */
const minRoomPx = 120
/** Height of a toast with two lines. */
const toastHeightPx = 90
const maxToasts = 3

/** Distance of toasts from the lower edge, and how many fit. */
export function placeToasts({ firm, soft, window }: Dock): { above: number; count: number } {
  const above = window - soft < minRoomPx ? firm : soft
  const count = Math.floor((window - above) / toastHeightPx)
  return { above, count: Math.min(Math.max(count, 1), maxToasts) }
}

import { useLayoutEffect, useRef } from 'react'

/**
 * Focuses an element as soon as the overlay that contains this component is removed, so that no key is lost that is typed right
 * after closing. Radix does it in a timer, and keys can come before.
 */
export function useFocusAfter(focusAfter: (() => HTMLElement | null) | undefined): void {
  const latest = useRef(focusAfter)
  latest.current = focusAfter
  useLayoutEffect(() => {
    // In a microtask, because the overlay is removed after this.
    return () => queueMicrotask(() => isFocusFree() && latest.current?.()?.focus({ preventScroll: true }))
  }, [])
}

/** Whether nothing has the focus, or a dialog as a whole. */
export function isFocusFree(): boolean {
  const { activeElement: focused } = document
  return focused === null || focused === document.body || focused.getAttribute('role') === 'dialog'
}

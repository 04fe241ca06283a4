import { type MouseEvent, type PointerEvent, type TouchEvent, useRef } from 'react'

const holdMs = 450
/** A finger that moves farther scrolls. */
const maxMovePx = 10

/** Handlers of a row whose menu opens on right clicks, the menu key, and by holding a finger on it. */
export function useRowMenu(open: () => void) {
  const touch = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> }>(undefined)
  const wasHeld = useRef(false)
  const stop = () => {
    clearTimeout(touch.current?.timer)
    touch.current = undefined
  }
  // Events of the open menu and its dialogs bubble to the row, too.
  const isInRow = (event: MouseEvent) => event.currentTarget.contains(event.target as Node)
  return {
    onPointerDown(event: PointerEvent) {
      stop()
      wasHeld.current = false
      if (event.pointerType !== 'touch' || !event.isPrimary || !isInRow(event)) return
      const timer = setTimeout(() => {
        stop()
        wasHeld.current = true
        navigator.vibrate?.(10)
        open()
      }, holdMs)
      touch.current = { x: event.clientX, y: event.clientY, timer }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const from = touch.current
      if (from !== undefined && Math.hypot(clientX - from.x, clientY - from.y) > maxMovePx) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    /** The end of a hold is not a tap, which would close the menu and open the row. */
    onTouchEnd(event: TouchEvent) {
      if (wasHeld.current) event.preventDefault()
      wasHeld.current = false
    },
    onContextMenu(event: MouseEvent) {
      // Shift and a click show the menu of the browser, which opens links in new tabs.
      if (!isInRow(event) || (event.shiftKey && event.button === 2)) return
      event.preventDefault()
      if (touch.current === undefined && !wasHeld.current) open()
    },
  }
}

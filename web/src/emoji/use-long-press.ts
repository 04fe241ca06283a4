import { type MouseEvent, useRef } from 'react'

const longPressMs = 450

/** Handlers of elements that can be pressed for a while, or clicked with the right button. */
export function useLongPress<T>(onLong: (value: T) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isLong = useRef(false)
  const cancel = () => clearTimeout(timer.current)
  const handlers = (value: T) => ({
    onPointerDown: () => {
      isLong.current = false
      cancel()
      timer.current = setTimeout(() => {
        isLong.current = true
        onLong(value)
      }, longPressMs)
    },
    onPointerUp: cancel,
    onPointerLeave: cancel,
    onPointerCancel: cancel,
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault()
      cancel()
      isLong.current = true
      onLong(value)
    },
  })
  /** Whether the click that follows ends a long press. */
  return Object.assign(handlers, { wasLong: () => isLong.current })
}

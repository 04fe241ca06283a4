import { type PointerEvent, useRef } from 'react'
import { replyTo } from '../state/compose.ts'
import { messages } from '../state/session.ts'
import { openSheet } from '../state/sheet.ts'

const holdFor = 450
const far = 72

/** On touch screens: holding a message opens what can be done with it, swiping towards the start answers it. */
export function useSwipeAndHold(id: number) {
  const start = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | undefined>(undefined)
  const stop = () => {
    clearTimeout(start.current?.timer)
    start.current = undefined
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType !== 'touch') return
      const timer = setTimeout(() => {
        stop()
        openSheet(id)
      }, holdFor)
      start.current = { x: event.clientX, y: event.clientY, timer }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const from = start.current
      if (from === undefined) return
      if (Math.abs(event.clientY - from.y) > 12) stop()
      else if (Math.abs(event.clientX - from.x) > 12) clearTimeout(from.timer)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const from = start.current
      stop()
      if (from === undefined || event.pointerType !== 'touch') return
      const isRtl = document.dir === 'rtl'
      const way = (event.clientX - from.x) * (isRtl ? 1 : -1)
      const message = messages.get(id)
      if (way > far && message !== undefined) replyTo(message)
    },
    onPointerCancel: stop,
  }
}

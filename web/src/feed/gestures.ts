import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { replyTo } from '../compose/compose.ts'
import { useSwipe } from '../lib/swipe.ts'
import { useEditing } from '../messages/editing.ts'
import { openSheet } from '../messages/sheet.ts'
import { useIsMember } from '../session/member.ts'
import { messages } from '../session/session.ts'

const holdMs = 450
/** Distance before a touch counts as a drag, and distance that triggers a reply. */
const dragThresholdPx = 12
const replyThresholdPx = 72

interface Touch {
  x: number
  y: number
  timer: ReturnType<typeof setTimeout>
  isSwipe: boolean
}

/** Touch gestures: holding a message opens its sheet; swiping toward the start replies. */
export function useSwipeAndHold(id: number) {
  const touch = useRef<Touch | undefined>(undefined)
  const canSwipe = useSwipe((state) => state.isOn)
  const isMember = useIsMember()
  const stop = (row?: HTMLElement) => {
    clearTimeout(touch.current?.timer)
    touch.current = undefined
    if (row !== undefined) show(row, 0)
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      stop(event.currentTarget)
      if (event.pointerType !== 'touch' || !event.isPrimary || !isMember) return
      if (useEditing.getState().messageId === id) return
      const row = event.currentTarget
      const timer = setTimeout(() => {
        stop(row)
        ignoreTap()
        navigator.vibrate?.(10)
        openSheet(id)
      }, holdMs)
      const isSwipe = canSwipe && !scrollsSideways(event.target as Element, row)
      touch.current = { x: event.clientX, y: event.clientY, timer, isSwipe }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const from = touch.current
      if (from === undefined) return
      const distance = distanceTowardStart(event.clientX - from.x)
      if (Math.abs(event.clientY - from.y) > dragThresholdPx && Math.abs(distance) < dragThresholdPx)
        stop(event.currentTarget)
      else if (Math.abs(distance) > dragThresholdPx) {
        clearTimeout(from.timer)
        if (from.isSwipe) show(event.currentTarget, distance - dragThresholdPx)
      }
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const from = touch.current
      stop(event.currentTarget)
      if (from === undefined || !from.isSwipe) return
      const message = messages.get(id)
      if (distanceTowardStart(event.clientX - from.x) > replyThresholdPx && message !== undefined)
        replyTo(message)
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => stop(event.currentTarget),
    /** Suppresses the browser's menu for held links and pictures. */
    onContextMenu(event: MouseEvent<HTMLElement>) {
      if (touch.current !== undefined) event.preventDefault()
    },
  }
}

/** Ignores the tap that ends a hold, on the message or on the sheet that opened under the finger. */
function ignoreTap(): void {
  const ignore = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const names = ['click', 'contextmenu'] as const
  for (const name of names) document.addEventListener(name, ignore, { capture: true })
  const end = () => {
    for (const name of names) document.removeEventListener(name, ignore, { capture: true })
  }
  document.addEventListener('pointerdown', end, { once: true, capture: true })
}

/** Positive toward the start of the line. */
const distanceTowardStart = (x: number): number => (document.dir === 'rtl' ? x : -x)

/** Moves the row with the finger and marks it when releasing would reply. */
function show(row: HTMLElement, distance: number): void {
  const shift = Math.min(Math.max(distance, 0), replyThresholdPx)
  row.style.translate = shift === 0 ? '' : `${document.dir === 'rtl' ? shift : -shift}px`
  if (shift === 0) row.removeAttribute('data-swipe')
  else row.setAttribute('data-swipe', shift + dragThresholdPx > replyThresholdPx ? 'far' : 'near')
}

/** Whether the target scrolls horizontally, such as wide code and tables. */
function scrollsSideways(target: Element, row: Element): boolean {
  for (let at: Element | null = target; at !== null && at !== row; at = at.parentElement) {
    if (at.scrollWidth > at.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(at).overflowX)) return true
  }
  return false
}

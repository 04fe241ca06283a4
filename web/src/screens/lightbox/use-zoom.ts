import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { clampedToEdges, distance, middle, type Point, whole, type Zoom, zoomedAt } from './zoom.ts'

/** Horizontal distance of a swipe to the next picture. */
const swipeThresholdPx = 60
/** Shorter movements are clicks. */
const clickThresholdPx = 8

/**
 * Two fingers or the wheel zoom; one finger pans a zoomed picture, or swipes. `onSwipe` gets the direction
 * as on screen: 1 is to the right.
 */
export function useZoom(stage: RefObject<HTMLElement | null>, href: string, onSwipe: (to: 1 | -1) => void) {
  const [zoom, setZoom] = useState(whole)
  const fingers = useRef(new Map<number, Point>())
  const begun = useRef<Point>(undefined)
  const isClick = useRef(false)
  // A new picture starts without zoom.
  useEffect(() => setZoom(whole), [href])

  const put = (edit: (zoom: Zoom) => Zoom) =>
    setZoom((before) => {
      const image = stage.current?.querySelector('img')
      if (stage.current === null || image === null || image === undefined) return whole
      const { offsetWidth: width, offsetHeight: height } = image
      const { clientWidth, clientHeight } = stage.current
      return clampedToEdges(edit(before), { width, height }, { width: clientWidth, height: clientHeight })
    })
  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { x = 0, y = 0, width = 0, height = 0 } = stage.current?.getBoundingClientRect() ?? {}
    return { x: clientX - x - width / 2, y: clientY - y - height / 2 }
  }
  const latest = useRef({ put, pointOf })
  latest.current = { put, pointOf }
  useEffect(() => {
    const box = stage.current
    // React's wheel listeners are passive, so they cannot keep the page from zooming.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const { put, pointOf } = latest.current
      put((before) => zoomedAt(before, Math.exp(-event.deltaY / 300), pointOf(event)))
    }
    box?.addEventListener('wheel', onWheel, { passive: false })
    return () => box?.removeEventListener('wheel', onWheel)
  }, [stage])

  const lift = (event: PointerEvent) => {
    const at = fingers.current.get(event.pointerId)
    fingers.current.delete(event.pointerId)
    const from = begun.current
    if (at === undefined || from === undefined || zoom.scale > 1 || event.type === 'pointercancel') return
    begun.current = undefined
    const by = { x: at.x - from.x, y: at.y - from.y }
    if (Math.abs(by.x) > swipeThresholdPx && Math.abs(by.x) > 2 * Math.abs(by.y)) onSwipe(by.x > 0 ? 1 : -1)
  }
  return {
    zoom,
    /** Zooms in, or resets the zoom. */
    toggle: (at: Point = { x: 0, y: 0 }) =>
      put((before) => (before.scale > 1 ? whole : zoomedAt(whole, 2.5, at))),
    /** False for the click that ends a movement. */
    isClick: () => isClick.current,
    pointOf,
    handlers: {
      onPointerDown(event: PointerEvent) {
        fingers.current.set(event.pointerId, pointOf(event))
        begun.current = fingers.current.size === 1 ? pointOf(event) : undefined
        isClick.current = fingers.current.size === 1
      },
      onPointerMove(event: PointerEvent) {
        const before = fingers.current.get(event.pointerId)
        if (before === undefined) return
        const now = pointOf(event)
        fingers.current.set(event.pointerId, now)
        if (begun.current !== undefined && distance(begun.current, now) > clickThresholdPx)
          isClick.current = false
        const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
        if (other === undefined) {
          put((zoom) => ({ ...zoom, x: zoom.x + now.x - before.x, y: zoom.y + now.y - before.y }))
        } else {
          const factor = distance(now, other) / Math.max(1, distance(before, other))
          const at = middle(now, other)
          put((zoom) => zoomedAt(zoom, factor, at))
        }
      },
      onPointerUp: lift,
      onPointerCancel: lift,
      onPointerLeave: lift,
    },
  }
}

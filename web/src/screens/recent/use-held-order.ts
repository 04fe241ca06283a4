import { useRef, useState } from 'react'
import type { RecentRow } from '../../unread/recent.ts'

/** Keeps the order of rows while the pointer or the focus is in the list. The new order is offered by a button. */
export function useHeldOrder(wanted: RecentRow[], question: string) {
  const [isHeld, setHeld] = useState(false)
  const [, draw] = useState(0)
  const order = useRef<{ question: string; keys: readonly string[] }>({ question, keys: [] })
  const keys = wanted.map((row) => row.key)
  const shown = new Set(order.current.keys)
  const isFresh =
    !isHeld || order.current.question !== question || !order.current.keys.some((key) => keys.includes(key))
  if (isFresh) order.current = { question, keys }
  const byKey = new Map(wanted.map((row) => [row.key, row]))
  // Rows appended by older pages move nothing.
  const lastShown = keys.findLastIndex((key) => shown.has(key))
  if (!isFresh)
    order.current.keys = [
      ...order.current.keys,
      ...keys.slice(lastShown + 1).filter((key) => !shown.has(key)),
    ]
  const rows = order.current.keys.flatMap((key) => byKey.get(key) ?? [])
  const isChanged = !isFresh && keys.join('\n') !== rows.map((row) => row.key).join('\n')
  const update = () => {
    order.current = { question, keys }
    draw((count) => count + 1)
  }
  return { rows, hold: setHeld, isChanged, update }
}

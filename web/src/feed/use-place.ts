import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FeedModel, FeedSnapshot } from '../state/feed-model.ts'
import { opensAt } from '../state/feeds.ts'
import type { FeedView } from '../state/narrow.ts'
import { type PlaceState, useRouter } from '../state/router.ts'
import type { Row } from '../state/rows.ts'
import { unreadInView } from '../state/unread-in-view.ts'
import { eyeLine, type FeedVirtualizer, jump } from './use-feed-virtualizer.ts'

/** Where a list shall stand: at its end, with a row so many pixels above the top edge, or with a row in sight. */
export type Goal = 'end' | { key: string; offset: number } | { row: string; part: number }

interface Placing {
  /** False until the list stands where it shall: it is at its start for a moment before that. */
  isSettled: boolean
  goTo(goal: Goal): void
}

/** As long as rows that are drawn turn out higher or lower than thought, the goal is aimed at again. */
const patience = 600

export function usePlace(
  view: FeedView,
  feed: FeedModel,
  { status, opening, ids, hasNewest }: FeedSnapshot,
  rows: readonly Row[],
  virtualizer: FeedVirtualizer,
  scroller: RefObject<HTMLDivElement | null>,
): Placing {
  const visit = useRouter((state) => state.visit)
  const placed = useRef({ visit: -1, opening: -1 })
  const asked = useRef(-1)
  const goal = useRef<Goal | undefined>(undefined)
  const aimedAt = useRef(0)
  const [isSettled, setSettled] = useState(false)

  const goTo = useCallback((next: Goal) => {
    goal.current = next
    aimedAt.current = performance.now()
  }, [])

  /** Asks once per arrival for what has to be loaded to stand where one wants to. */
  const ask = (anchor: Parameters<FeedModel['open']>[0]) => {
    if (asked.current === visit) return false
    asked.current = visit
    void feed.open(anchor)
    return true
  }

  const arrive = (): Goal | undefined => {
    const { state } = useRouter.getState()
    if (state.atEnd && hasNewest) return 'end'
    const remembered = rowRemembered(rows, state)
    if (remembered !== undefined) return { key: remembered.key, offset: state.offset ?? 0 }
    if (view.at !== undefined) {
      const row = rows.find((one) => one.kind === 'message' && one.id === view.at)
      if (row !== undefined) return { row: row.key, part: eyeLine }
      if (ask(view.at)) return undefined
    }
    const unread = unreadInView(view)[0]
    const isMissing = unread === undefined ? !hasNewest : !ids.includes(unread)
    if (isMissing && ask(unread === undefined ? 'newest' : opensAt(view))) return undefined
    const first = rows.find((row) => row.kind === 'unread') ?? rows.find((row) => row.kind === 'message' && row.id === unread)
    return first === undefined ? 'end' : { row: first.key, part: 0 }
  }

  useLayoutEffect(() => {
    if (status !== 'ready' || rows.length === 0) return
    const { visit: lastVisit, opening: lastOpening } = placed.current
    if (lastVisit !== visit || lastOpening !== opening) {
      const next = lastVisit === visit ? (goal.current ?? arrive()) : arrive()
      if (next === undefined) return
      placed.current = { visit, opening }
      goTo(next)
      performance.mark('lq:rows')
    }
    if (goal.current === undefined) return
    const target = offsetOf(goal.current, rows, virtualizer)
    const isLate = performance.now() - aimedAt.current > patience
    if (target === undefined || isLate || isAt(target, virtualizer)) {
      goal.current = undefined
      setSettled(true)
    } else jump(virtualizer, target)
  })

  // Whoever scrolls knows better.
  useEffect(() => {
    const box = scroller.current
    const stop = () => {
      goal.current = undefined
    }
    box?.addEventListener('wheel', stop, { passive: true })
    box?.addEventListener('touchstart', stop, { passive: true })
    return () => {
      box?.removeEventListener('wheel', stop)
      box?.removeEventListener('touchstart', stop)
    }
  }, [scroller])
  return { isSettled, goTo }
}

function rowRemembered(rows: readonly Row[], { anchorKey }: PlaceState): Row | undefined {
  return anchorKey === undefined ? undefined : rows.find((row) => row.key === anchorKey)
}

function offsetOf(goal: Goal, rows: readonly Row[], virtualizer: FeedVirtualizer): number | undefined {
  if (goal === 'end') return Infinity
  const name = 'key' in goal ? goal.key : goal.row
  const index = rows.findIndex((row) => row.key === name)
  // Asking for an item makes the layout current.
  virtualizer.getVirtualItemForOffset(0)
  const item = virtualizer.measurementsCache[index]
  if (item === undefined) return undefined
  return 'key' in goal ? item.start + goal.offset : item.start - goal.part * (virtualizer.scrollRect?.height ?? 0)
}

/** There, and all that is in sight has its real height. */
function isAt(target: number, virtualizer: FeedVirtualizer): boolean {
  const height = virtualizer.scrollRect?.height ?? 0
  if (height === 0) return false
  const end = Math.max(0, virtualizer.getTotalSize() - height)
  const wanted = Math.max(0, Math.min(target, end))
  const offset = virtualizer.scrollOffset ?? 0
  if (Math.abs(offset - wanted) > 0.5) return false
  return virtualizer
    .getVirtualItems()
    .every((item) => item.end < offset || item.start > offset + height || virtualizer.itemSizeCache.has(item.key))
}

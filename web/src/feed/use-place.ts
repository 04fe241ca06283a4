import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type FeedView, isConversation } from '../navigation/narrow.ts'
import { type HistoryState, useRouter } from '../navigation/router.ts'
import { unreadInView } from '../unread/unread-in-view.ts'
import type { FeedModel, FeedSnapshot } from './feed-model.ts'
import { opensAt } from './feeds.ts'
import { noteFirstRows } from './first-rows.ts'
import type { Row } from './rows.ts'
import { eyeLine, type FeedVirtualizer, jump } from './use-feed-virtualizer.ts'

/** Where a list shall stand: at its end, with a row so many pixels above the top edge, or with a row in sight. */
export type Goal = 'end' | { key: string; offset: number } | { row: string; part: number }

interface Placing {
  /** False until the list stands where it shall: it is at its start for a moment before that. */
  isSettled: boolean
  goTo(goal: Goal): void
  /** Goes there as soon as other messages have been loaded. */
  goWhenOpened(goal: Goal): void
}

/** As long as rows that are drawn turn out higher or lower than thought, the goal is aimed at again; not longer than this. */
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
  const nextGoal = useRef<Goal | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isSettled, setSettled] = useState(false)

  const finish = useCallback(() => {
    clearTimeout(timer.current)
    goal.current = undefined
    setSettled(true)
  }, [])
  const aim = useCallback(
    (next: Goal) => {
      goal.current = next
      clearTimeout(timer.current)
      timer.current = setTimeout(finish, patience)
    },
    [finish],
  )
  const goTo = useCallback(
    (next: Goal) => {
      aim(next)
      virtualizer.options.onChange(virtualizer, false)
    },
    [aim, virtualizer],
  )
  const goWhenOpened = useCallback((next: Goal) => {
    nextGoal.current = next
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
    const first =
      rows.find((row) => row.kind === 'unread') ??
      rows.find((row) => row.kind === 'message' && row.id === unread)
    return first === undefined ? 'end' : atTop(first.key, view)
  }

  useLayoutEffect(() => {
    if (status !== 'ready' || rows.length === 0) return
    const { visit: lastVisit, opening: lastOpening } = placed.current
    if (lastVisit !== visit || lastOpening !== opening) {
      const next = lastVisit === visit ? (nextGoal.current ?? arrive()) : arrive()
      nextGoal.current = undefined
      if (next === undefined) return
      placed.current = { visit, opening }
      aim(next)
      noteFirstRows()
    }
    if (goal.current === undefined || (virtualizer.scrollRect?.height ?? 0) === 0) return
    const target = offsetOf(goal.current, rows, virtualizer)
    if (target === undefined) finish()
    else if (Math.abs(target - (virtualizer.scrollOffset ?? 0)) > 0.5) jump(virtualizer, target)
    else if (isMeasured(virtualizer)) finish()
  })
  useEffect(() => () => clearTimeout(timer.current), [])

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
  return { isSettled, goTo, goWhenOpened }
}

/** In lists of several conversations the bar that stays in sight takes some room. */
const barHeight = 40
export const atTop = (key: string, view: FeedView): Goal => ({
  key,
  offset: isConversation(view) ? 0 : -barHeight,
})

function rowRemembered(rows: readonly Row[], { anchorKey }: HistoryState): Row | undefined {
  return anchorKey === undefined ? undefined : rows.find((row) => row.key === anchorKey)
}

function offsetOf(goal: Goal, rows: readonly Row[], virtualizer: FeedVirtualizer): number | undefined {
  // Asking for an item makes the layout current.
  virtualizer.getVirtualItemForOffset(0)
  const height = virtualizer.scrollRect?.height ?? 0
  const end = Math.max(0, virtualizer.getTotalSize() - height)
  if (goal === 'end') return end
  const name = 'key' in goal ? goal.key : goal.row
  const item = virtualizer.measurementsCache[rows.findIndex((row) => row.key === name)]
  if (item === undefined) return undefined
  const offset = 'key' in goal ? item.start + goal.offset : item.start - goal.part * height
  return Math.max(0, Math.min(offset, end))
}

/** All that is in sight has its real height. */
function isMeasured(virtualizer: FeedVirtualizer): boolean {
  const top = virtualizer.scrollOffset ?? 0
  const bottom = top + (virtualizer.scrollRect?.height ?? 0)
  return virtualizer
    .getVirtualItems()
    .every(({ key, start, end }) => end < top || start > bottom || virtualizer.itemSizeCache.has(key))
}

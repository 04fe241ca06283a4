import { type RefObject, useEffect, useRef } from 'react'
import type { FeedView } from '../navigation/narrow.ts'
import { useOrg } from '../session/session.ts'
import { flush, markSeen } from '../unread/mark-read.ts'
import { useReadingState } from '../unread/mark-read-pause.ts'
import { marksRead } from '../unread/unread-in-view.ts'
import type { FeedVirtualizer } from './feed-virtualizer.ts'
import type { Row } from './rows.ts'

/** Total time that the end of a message must be in view to count as read. */
const dwellMs = 300
const sampleIntervalMs = 100

const isDialogOpen = () => document.querySelector('[role=dialog]') !== null

/**
 * Marks messages as read whose end was in view long enough, and all messages drawn before them. Messages skipped by a jump
 * were never drawn. Returns the messages that were on screen since the view was opened.
 */
export function useMarkRead(
  view: FeedView,
  rows: readonly Row[],
  isSettled: boolean,
  virtualizer: FeedVirtualizer,
  scroller: RefObject<HTMLDivElement | null>,
): RefObject<ReadonlySet<number>> {
  const policy = useOrg((org) => org.user_settings?.web_mark_read_on_scroll_policy ?? 1)
  const isPaused = useReadingState((state) => state.isPaused)
  const marks = marksRead(view, policy) && !isPaused
  const drawn = useRef(new Set<number>())
  const unseen = useRef(new Set<number>())
  const ends = useRef(new Map<number, number>())

  // Messages seen during a pause are not marked when it ends.
  useEffect(() => {
    if (marks) return
    unseen.current.clear()
    ends.current.clear()
  }, [marks])

  useEffect(() => {
    if (!isSettled) return
    let shown: readonly number[] = []
    let at = performance.now()
    let isCovered = false
    const look = () => {
      const now = performance.now()
      const passed = now - at
      at = now
      if (isCovered || document.hidden || !document.hasFocus()) {
        shown = []
        return
      }
      if (marks) read(shown, passed)
      shown = draw()
    }
    /** Records the messages on screen; returns those whose end is visible. */
    const draw = (): number[] => {
      const top = virtualizer.scrollOffset ?? 0
      const bottom = top + (virtualizer.scrollRect?.height ?? 0) + 1
      return virtualizer.getVirtualItems().flatMap(({ index, start, end }) => {
        const row = rows[index]
        if (row?.kind !== 'message' || typeof row.id !== 'number' || end <= top || start >= bottom) return []
        drawn.current.add(row.id)
        if (marks) unseen.current.add(row.id)
        return end <= bottom ? [row.id] : []
      })
    }
    const read = (ids: readonly number[], passed: number) => {
      let last = 0
      for (const id of ids) {
        const inView = (ends.current.get(id) ?? 0) + passed
        ends.current.set(id, inView)
        if (inView >= dwellMs && unseen.current.has(id)) last = Math.max(last, id)
      }
      if (last === 0) return
      const seen = [...unseen.current].filter((id) => id <= last)
      markSeen(seen)
      for (const id of seen) unseen.current.delete(id)
    }
    /** Scroll events use the last answer: searching the document for dialogs would take part of every frame. */
    const sample = () => {
      isCovered = isDialogOpen()
      look()
    }
    sample()
    const timer = setInterval(sample, sampleIntervalMs)
    const box = scroller.current
    box?.addEventListener('scroll', look, { passive: true })
    return () => {
      clearInterval(timer)
      box?.removeEventListener('scroll', look)
    }
  }, [marks, rows, isSettled, virtualizer, scroller])

  useEffect(() => () => void flush(), [])
  return drawn
}

import type { Virtualizer } from '@tanstack/react-virtual'
import { useEffect } from 'react'
import type { FeedView } from '../state/narrow.ts'
import { useReadingState } from '../state/reading-state.ts'
import { markSeen } from '../state/reading.ts'
import type { Row } from '../state/rows.ts'
import { useOrg } from '../state/session.ts'

/** A message counts as seen when its end has been in view for so long, in milliseconds. */
const dwell = 300

/** Marks as read what was on screen, and nothing else. */
export function useReading(
  view: FeedView,
  rows: readonly Row[],
  virtualizer: Virtualizer<HTMLDivElement, Element>,
): void {
  const policy = useOrg((org) => org.user_settings?.web_mark_read_on_scroll_policy ?? 1)
  const isPaused = useReadingState((state) => state.isPaused)
  const marks = maySee(view, policy) && !isPaused
  useEffect(() => {
    if (!marks) return
    // All that was drawn in view on the way: read as soon as something after it is.
    const drawn = new Set<number>()
    let visible = new Set<number>()
    const look = () => {
      if (document.hidden || !document.hasFocus() || document.querySelector('[role=dialog]') !== null) {
        visible = new Set()
        return
      }
      const start = virtualizer.scrollOffset ?? 0
      const end = start + (virtualizer.scrollRect?.height ?? 0) + 1
      const now = new Set<number>()
      for (const item of virtualizer.getVirtualItems()) {
        const row = rows[item.index]
        if (row?.kind !== 'message' || typeof row.id !== 'number') continue
        if (item.end > start && item.start < end) drawn.add(row.id)
        if (item.end <= end && item.end > start) now.add(row.id)
      }
      const seen = [...now].filter((id) => visible.has(id))
      const last = Math.max(...seen)
      if (seen.length > 0) markSeen([...drawn].filter((id) => id <= last))
      visible = now
    }
    const timer = setInterval(look, dwell)
    return () => clearInterval(timer)
  }, [marks, rows, virtualizer])
}

/** 1: everywhere; 2: in conversations only; 3: nowhere. */
const maySee = ({ kind }: FeedView, policy: number) =>
  kind === 'topic' || kind === 'dm'
    ? policy !== 3
    : policy === 1 && (kind === 'channel' || kind === 'feed' || kind === 'dms')

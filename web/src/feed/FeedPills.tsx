import { Undo2 } from 'lucide-react'
import { Button } from '../components/Button.tsx'
import { useUnread } from '../lib/derived.ts'
import type { FeedView } from '../navigation/narrow.ts'
import { asSoftDock } from '../shell/dock.ts'
import { useText } from '../texts/texts.tsx'
import { unreadInView } from '../unread/unread-in-view.ts'
import styles from './Feed.module.css'
import { distanceFromEnd, type FeedVirtualizer } from './feed-virtualizer.ts'
import { LatestButton, NewBelow, PillLabel, UnreadAbove } from './pills.tsx'
import type { Row } from './rows.ts'

interface Props {
  view: FeedView
  virtualizer: FeedVirtualizer
  rows: readonly Row[]
  /** Messages that were on screen since the view was opened. */
  drawn: ReadonlySet<number>
  hasNewest: boolean
  onEnd: () => void
  onUnread: (id: number) => void
  /** Undefined if there is no position to go back to. */
  onBack: (() => void) | undefined
}

/** Buttons that lead to unread messages above and below the visible part. */
export function FeedPills(props: Props) {
  const { view, virtualizer, rows, drawn, hasNewest, onEnd, onUnread, onBack } = props
  const text = useText()
  const counts = useUnread((all) => all)
  const { top, bottom } = visibleRange(rows, virtualizer)
  const unread = unreadInView(view, counts)
  const above = unread.filter((id) => id < top && !drawn.has(id))
  const below = unread.filter((id) => id > bottom)
  const distance = distanceFromEnd(virtualizer)
  const isFar = !hasNewest || distance > (virtualizer.scrollRect?.height ?? 0)
  const hasNew = below.length > 0 && (!hasNewest || distance > 80)
  return (
    <div className={styles.over}>
      <div className={styles.pills}>
        {above.length > 0 && <UnreadAbove ids={above} onUnread={onUnread} />}
        <div ref={asSoftDock}>
          {onBack !== undefined && (
            <Button size="small" onClick={onBack}>
              <Undo2 size={15} aria-hidden="true" />
              <PillLabel>{text('feed.backToPlace')}</PillLabel>
            </Button>
          )}
          {hasNew ? <NewBelow ids={below} onEnd={onEnd} /> : isFar && <LatestButton onEnd={onEnd} />}
        </div>
      </div>
    </div>
  )
}

/** IDs of the first and last message on screen. */
function visibleRange(rows: readonly Row[], virtualizer: FeedVirtualizer): { top: number; bottom: number } {
  const start = virtualizer.scrollOffset ?? 0
  const end = start + (virtualizer.scrollRect?.height ?? 0)
  const ids = virtualizer.getVirtualItems().flatMap((item) => {
    const row = rows[item.index]
    const isShown = item.end > start && item.start < end
    return isShown && row?.kind === 'message' && typeof row.id === 'number' ? [row.id] : []
  })
  return { top: ids[0] ?? 0, bottom: ids.at(-1) ?? Infinity }
}

import { ArrowDown, ArrowUp, Undo2 } from 'lucide-react'
import { Button } from '../components/Button.tsx'
import { useTimeStyle } from '../lib/clock.ts'
import { useUnread } from '../lib/derived.ts'
import { listTime } from '../lib/times.ts'
import type { FeedView } from '../navigation/narrow.ts'
import { Avatar } from '../people/Avatar.tsx'
import { messages } from '../session/session.ts'
import { asSoftDock } from '../shell/dock.ts'
import { useLocale, useText } from '../texts/texts.tsx'
import { unreadInView } from '../unread/unread-in-view.ts'
import styles from './Feed.module.css'
import type { Row } from './rows.ts'
import { distanceFromEnd, type FeedVirtualizer } from './use-feed-virtualizer.ts'

interface Props {
  view: FeedView
  virtualizer: FeedVirtualizer
  rows: readonly Row[]
  /** What was on screen since the view was opened. */
  drawn: ReadonlySet<number>
  hasNewest: boolean
  onEnd: () => void
  onUnread: (id: number) => void
  /** Undefined when there is nothing to go back to. */
  onBack: (() => void) | undefined
}

/** Says what is unread above and below what is on screen, and leads there. */
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
        {above.length > 0 && <Above ids={above} onUnread={onUnread} />}
        <div ref={asSoftDock}>
          {onBack !== undefined && (
            <Button size="small" onClick={onBack}>
              <Undo2 size={15} aria-hidden="true" />
              <Label>{text('feed.backToPlace')}</Label>
            </Button>
          )}
          {hasNew ? <Below ids={below} onEnd={onEnd} /> : isFar && <Latest onEnd={onEnd} />}
        </div>
      </div>
    </div>
  )
}

/** Cut where the list is so small that all stand in one line. */
const Label = ({ children }: { children: string }) => (
  <span className={styles.label} title={children}>
    {children}
  </span>
)

/** The first and the last message on screen. */
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

function Above({ ids, onUnread }: { ids: readonly number[]; onUnread: (id: number) => void }) {
  const text = useText()
  const locale = useLocale()
  const style = useTimeStyle()
  const first = ids[0] ?? 0
  const since = messages.get(first)?.timestamp
  const label =
    since === undefined
      ? text('feed.unreadAbove', { count: ids.length })
      : text('feed.unreadSince', { count: ids.length, time: listTime(since, locale, style) })
  return (
    <Button size="small" onClick={() => onUnread(first)}>
      <ArrowUp size={15} aria-hidden="true" />
      <Label>{label}</Label>
    </Button>
  )
}

const maxAvatars = 3

function Below({ ids, onEnd }: { ids: readonly number[]; onEnd: () => void }) {
  const text = useText()
  const known = ids.flatMap((id) => messages.get(id) ?? [])
  const isToYou = known.some(({ flags }) => flags.includes('mentioned'))
  const faces = [...new Set(known.map((message) => message.sender_id))].slice(0, maxAvatars)
  return (
    <Button size="small" data-to-you={isToYou || undefined} onClick={onEnd}>
      {faces.length > 0 && (
        <span className={styles.faces}>
          {faces.map((id) => (
            <Avatar key={id} userId={id} size={20} />
          ))}
        </span>
      )}
      <Label>{text('feed.newBelow', { count: ids.length })}</Label>
      <ArrowDown size={15} aria-hidden="true" />
    </Button>
  )
}

function Latest({ onEnd }: { onEnd: () => void }) {
  const text = useText()
  return (
    <Button
      size="small"
      aria-label={text('feed.latest')}
      title={text('feed.latest')}
      className={styles.latest ?? ''}
      onClick={onEnd}
    >
      <ArrowDown size={18} aria-hidden="true" />
    </Button>
  )
}

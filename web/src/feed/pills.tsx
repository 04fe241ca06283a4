import { ArrowDown, ArrowUp } from 'lucide-react'
import { Button } from '../components/Button.tsx'
import { useTimeStyle } from '../lib/clock.ts'
import { listTime } from '../lib/times.ts'
import { Avatar } from '../people/Avatar.tsx'
import { messages } from '../session/session.ts'
import { useLocale, useText } from '../texts/texts.tsx'
import styles from './Feed.module.css'

/** Truncated where all pills share one line. */
export const PillLabel = ({ children }: { children: string }) => (
  <span className={styles.label} title={children}>
    {children}
  </span>
)

export function UnreadAbove({ ids, onUnread }: { ids: readonly number[]; onUnread: (id: number) => void }) {
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
      <PillLabel>{label}</PillLabel>
    </Button>
  )
}

const maxAvatars = 3

export function NewBelow({ ids, onEnd }: { ids: readonly number[]; onEnd: () => void }) {
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
      <PillLabel>{text('feed.newBelow', { count: ids.length })}</PillLabel>
      <ArrowDown size={15} aria-hidden="true" />
    </Button>
  )
}

export function LatestButton({ onEnd }: { onEnd: () => void }) {
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

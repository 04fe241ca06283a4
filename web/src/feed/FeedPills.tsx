import type { Virtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { Button } from '../components/Button.tsx'
import { messages } from '../state/session.ts'
import type { Row } from '../state/rows.ts'
import type { Marker } from '../state/unread-marker.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Feed.module.css'

interface Props {
  virtualizer: Virtualizer<HTMLDivElement, Element>
  rows: readonly Row[]
  marker: Marker | undefined
  hasNewest: boolean
  onEnd: () => Promise<void>
}

/** Says what is below the fold, and leads there. */
export function FeedPills({ virtualizer, rows, hasNewest, onEnd }: Props) {
  const text = useText()
  const bottom = (virtualizer.scrollOffset ?? 0) + (virtualizer.scrollRect?.height ?? 0)
  const height = virtualizer.scrollRect?.height ?? 0
  const distance = virtualizer.getTotalSize() - bottom
  if (hasNewest && distance < 80) return null
  let unread = 0
  let isToYou = false
  const lastVisible = virtualizer.getVirtualItemForOffset(bottom)?.index ?? rows.length
  for (let index = lastVisible + 1; index < rows.length; index++) {
    const row = rows[index]
    const message = row?.kind === 'message' && typeof row.id === 'number' ? messages.get(row.id) : undefined
    if (message === undefined || message.flags.includes('read')) continue
    unread++
    isToYou ||= message.flags.includes('mentioned')
  }
  if (unread === 0 && hasNewest && distance < height) return null
  return (
    <div className={styles.pills}>
      <Button size="small" data-to-you={isToYou || undefined} onClick={() => void onEnd()}>
        {unread > 0 ? text('feed.newBelow', { count: unread }) : text('feed.latest')}
        <ArrowDown size={15} aria-hidden="true" />
      </Button>
    </div>
  )
}

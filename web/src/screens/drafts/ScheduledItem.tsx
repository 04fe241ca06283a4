import type { ScheduledMessageObject } from '@loquat/contract'
import { PenLine, Send, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../components/Button.tsx'
import { conversationOfScheduled, deleteScheduled, sendScheduledNow } from '../../compose/scheduled.ts'
import { ConversationName } from '../../feed/ConversationName.tsx'
import { dateFormat } from '../../lib/zoned.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import styles from './Drafts.module.css'

interface ItemProps {
  one: ScheduledMessageObject
  /** Why it failed; several reasons if other messages had the same time. */
  reasons: readonly string[]
  onEdit: () => void
}

export function ScheduledItem({ one, reasons, onEdit }: ItemProps) {
  const text = useText()
  const locale = useLocale()
  const at = one.scheduled_delivery_timestamp * 1_000
  const exact = dateFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at)
  return (
    <li className={styles.item} data-row={one.scheduled_message_id}>
      <button type="button" className={styles.main} data-main="true" onClick={onEdit}>
        <span className={styles.place}>
          <ConversationName place={conversationOfScheduled(one)} />
        </span>
        <span className={styles.text} dir="auto">
          {one.content}
        </span>
        {one.failed ? (
          <span className={styles.problem}>
            {reasons.length === 0
              ? text('drafts.notSentAt', { time: exact })
              : text('drafts.notSentWhy', { time: exact, reason: reasons.join(' ') })}
          </span>
        ) : (
          <span className={styles.soft}>
            {exact} · {relativeTime(at, Date.now(), locale)}
          </span>
        )}
      </button>
      <span className={styles.actions}>
        {one.failed ? (
          <Button size="small" onClick={onEdit}>
            {text('drafts.newTime')}
          </Button>
        ) : (
          <IconButton label={text('drafts.editScheduled')} icon={<PenLine size={17} />} onClick={onEdit} />
        )}
        <IconButton
          label={text('drafts.sendNow')}
          icon={<Send size={17} />}
          onClick={() => void sendScheduledNow(one)}
        />
        <IconButton
          label={text('common.delete')}
          keys="Delete"
          icon={<Trash2 size={17} />}
          onClick={() => void deleteScheduled(one)}
        />
      </span>
    </li>
  )
}

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A future time as `in 3 hours`. */
function relativeTime(at: number, now: number, locale: string): string {
  const distance = at - now
  const [unit, length] = steps.find(([, one]) => Math.abs(distance) >= one) ?? steps[2]
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(distance / length), unit)
}

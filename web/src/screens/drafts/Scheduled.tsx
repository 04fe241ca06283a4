import type { ScheduledMessageObject } from '@loquat/contract'
import { PenLine, Send, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { PlaceName } from '../../components/PlaceName.tsx'
import { ScreenHeader } from '../../components/ScreenHeader.tsx'
import {
  changeScheduled,
  conversationOfScheduled,
  deleteScheduled,
  sendScheduledNow,
  useScheduleFailures,
} from '../../compose/scheduled.ts'
import { dateFormat } from '../../lib/zoned.ts'
import { useOrg } from '../../session/session.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import styles from './Drafts.module.css'
import { ItemList } from './ItemList.tsx'
import { relativeTime } from './relative-time.ts'
import { TimeDialog } from './TimeDialog.tsx'

const none: readonly ScheduledMessageObject[] = []

/** Scheduled messages, failed ones first. */
export function Scheduled() {
  const text = useText()
  const all = useOrg((org) => org.scheduled_messages ?? none)
  const [editing, setEditing] = useState<ScheduledMessageObject>()
  const sorted = useMemo(
    () =>
      [...all].sort(
        (a, b) =>
          Number(b.failed) - Number(a.failed) ||
          a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp,
      ),
    [all],
  )
  const failures = useScheduleFailures(
    sorted.filter(({ failed }) => failed).map(({ scheduled_delivery_timestamp: at }) => at),
  )
  const remove = (id: string) => {
    const one = all.find((scheduled) => String(scheduled.scheduled_message_id) === id)
    if (one !== undefined) void deleteScheduled(one)
  }
  return (
    <>
      <ScreenHeader title={text('view.scheduled')} />
      <div className={styles.panel}>
        {sorted.length === 0 ? (
          <EmptyState text={text('drafts.noScheduled')} />
        ) : (
          <ItemList label={text('view.scheduled')} onDelete={remove}>
            {sorted.map((one) => (
              <ScheduledItem
                key={one.scheduled_message_id}
                one={one}
                reasons={failures.get(one.scheduled_delivery_timestamp) ?? []}
                onEdit={() => setEditing(one)}
              />
            ))}
          </ItemList>
        )}
      </div>
      {editing !== undefined && (
        <TimeDialog
          title={text('drafts.editScheduled')}
          // Failed messages need a new time, so the old one is not proposed.
          {...(editing.failed ? {} : { at: editing.scheduled_delivery_timestamp })}
          content={editing.content}
          onClose={() => setEditing(undefined)}
          onSave={(at, content) => changeScheduled(editing, content, at)}
        />
      )}
    </>
  )
}

interface ItemProps {
  one: ScheduledMessageObject
  /** Why it failed; several reasons if other messages had the same time. */
  reasons: readonly string[]
  onEdit: () => void
}

function ScheduledItem({ one, reasons, onEdit }: ItemProps) {
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
          <PlaceName place={conversationOfScheduled(one)} />
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

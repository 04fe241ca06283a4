import type { ScheduledMessageObject } from '@loquat/contract'
import { useMemo, useState } from 'react'
import { EmptyState } from '../../components/EmptyState.tsx'
import { changeScheduled, deleteScheduled, useScheduleFailures } from '../../compose/scheduled.ts'
import { LearnMore } from '../../help/HelpLinks.tsx'
import { useOrg } from '../../session/session.ts'
import { ScreenHeader } from '../../shell/ScreenHeader.tsx'
import { useText } from '../../texts/texts.tsx'
import styles from './Drafts.module.css'
import { ItemList } from './ItemList.tsx'
import { ScheduledItem } from './ScheduledItem.tsx'
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
          <EmptyState text={text('drafts.noScheduled')}>
            <LearnMore page="drafts" />
          </EmptyState>
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

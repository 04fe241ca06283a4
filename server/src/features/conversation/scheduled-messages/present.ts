import type { ScheduledMessageObject } from '@loquat/contract'
import { toSeconds } from '../../../platform/clock.ts'
import type { ScheduledRow } from './store.ts'

/** A row of the table, or its JSON form. */
type ScheduledJson = Omit<ScheduledRow, 'deliver_at'> & { deliver_at: Date | string }

export function presentScheduled(row: ScheduledJson): ScheduledMessageObject {
  return {
    scheduled_message_id: row.id,
    ...presentAddress(row),
    content: row.content,
    rendered_content: row.rendered_content,
    scheduled_delivery_timestamp: toSeconds(new Date(row.deliver_at).getTime()),
    failed: row.failed,
  }
}

function presentAddress({ channel_id, user_ids, topic, sender_id }: ScheduledJson) {
  if (channel_id !== null) return { type: 'stream' as const, to: channel_id, topic }
  const others = (user_ids ?? []).filter((id) => id !== sender_id)
  return { type: 'private' as const, to: others.length === 0 ? [sender_id] : others }
}

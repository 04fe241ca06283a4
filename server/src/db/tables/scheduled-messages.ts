import type { Generated, GeneratedAlways } from 'kysely'

export interface ScheduledMessageTables {
  scheduled_message: ScheduledMessageTable
  delivered_schedule: { id: number; sender_id: number; delivered_at: Date }
}

interface ScheduledMessageTable {
  id: GeneratedAlways<number>
  realm_id: number
  sender_id: number
  channel_id: number | null
  user_ids: number[] | null
  topic: string
  content: string
  rendered_content: string
  client: string
  read_by_sender: boolean | null
  deliver_at: Date
  failed: Generated<boolean>
}

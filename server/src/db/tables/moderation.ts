import type { EditHistoryEntry, ReportType } from '@loquat/contract'
import type { ColumnType, GeneratedAlways } from 'kysely'

export interface ModerationTables {
  message_report: {
    id: GeneratedAlways<number>
    realm_id: number
    message_id: number | null
    message_sender_id: number
    channel_id: number | null
    topic: string
    content: string
    reporter_id: number
    report_type: ReportType
    description: string
    created_at: Date
    notice_id: number | null
    handled_by: number | null
    handled_at: Date | null
  }
  hidden_message: {
    message_id: number
    realm_id: number
    hidden_by: number
    hidden_at: Date
    reason: string
    content: string
    rendered_content: string
    has_link: boolean
    has_image: boolean
    has_attachment: boolean
    edit_history: ColumnType<EditHistoryEntry[] | null, string | null, string | null>
    left_history: number
    submessages: ColumnType<unknown, string, string>
  }
}

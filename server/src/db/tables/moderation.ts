import type { BulkState, EditHistoryEntry, ReportType } from '@loquat/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

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
  bulk_deletion: {
    id: GeneratedAlways<number>
    realm_id: number
    user_id: number
    requested_by: number
    requested_at: Date
    channel_ids: number[]
    include_direct: boolean
    sent_from: Date | null
    sent_until: Date | null
    last_message_id: number
    position: Generated<number>
    state: BulkState
    total: number
    deleted: Generated<number>
    restored: Generated<number>
    undo_until: Date | null
  }
  deleted_message: {
    message_id: number
    bulk_deletion_id: number
    realm_id: number
    sender_id: number
    message: ColumnType<unknown, string, string>
    reactions: ColumnType<unknown, string, string>
    flags: ColumnType<unknown, string, string>
    submessages: ColumnType<unknown, string, string>
    pins: ColumnType<unknown, string, string>
    hidden: ColumnType<unknown, string, string>
    report_ids: number[]
    notice_ids: number[]
    later_ids: number[]
  }
  deleted_attachment: { attachment_id: number; message_id: number }
  guest_expiry: {
    user_id: number
    realm_id: number
    expires_at: Date
    inviter_id: number | null
    warned_at: Date | null
  }
}

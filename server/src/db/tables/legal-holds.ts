import type { EditHistoryEntry } from '@loquat/contract'
import type { ColumnType, GeneratedAlways } from 'kysely'

export interface LegalHoldTables {
  legal_hold: {
    id: GeneratedAlways<number>
    realm_id: number
    name: string
    user_ids: number[]
    channel_ids: number[]
    sent_from: Date | null
    sent_until: Date | null
    created_by: number
    created_at: Date
    released_by: number | null
    released_at: Date | null
  }
  held_message: {
    message_id: number
    realm_id: number
    sender_id: number
    channel_id: number | null
    user_ids: number[] | null
    topic: string
    content: string
    client: string
    sent_at: Date
    last_edit_at: Date | null
    edit_history: ColumnType<EditHistoryEntry[] | null, string | null, string | null>
    deleted_at: Date
    reactions: ColumnType<unknown, string | null | undefined, string | null>
    submessages: ColumnType<unknown, string | null | undefined, string | null>
  }
  held_file: {
    path_id: string
    message_id: number
    realm_id: number
    owner_id: number
    name: string
    content_type: string
    size: number
    created_at: Date
  }
}

import type { Generated, GeneratedAlways } from 'kysely'

export interface LaterTables {
  later_item: {
    id: GeneratedAlways<number>
    realm_id: number
    user_id: number
    message_id: number | null
    note: string
    remind_at: Date | null
    reminded: Generated<boolean>
    done_at: Date | null
    created_at: Date
  }
}

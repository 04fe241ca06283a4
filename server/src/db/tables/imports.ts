import type { ColumnType, Generated } from 'kysely'

export interface ImportTables {
  realm_import: {
    realm_id: number
    /** Name of the source: `zulip`. */
    source: string
    started_at: Date
    finished_at: Date | null
  }
  /** Accounts on the other server through which a preview follows it. */
  followed_account: {
    realm_id: number
    email: string
    /** API key, as a document sealed for `followed key`. */
    key: ColumnType<unknown, string, string>
    /** Null if the queue has expired. */
    queue_id: string | null
    last_event_id: Generated<number>
    /** The highest ID there up to which everything has been fetched. */
    last_message_id: number
  }
  /** IDs in the archive and here. */
  imported_id: { realm_id: number; kind: string; source_id: string; new_id: number }
}

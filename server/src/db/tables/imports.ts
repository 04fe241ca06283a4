import type { ImportProgress, ImportReport, ImportSource, ImportState } from '@loquat/contract'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** Choices for a run of an import in the app. */
export interface ImportOptions {
  subdomain?: string | undefined
  name?: string | undefined
  team?: string | undefined
  downloadFiles: boolean
  keepUnread: boolean
  privateChannels: boolean
}

/** Counts that an import recorded, for comparison. */
export interface StoredByImport {
  /** Number of messages by channel ID; 0 stands for direct messages. */
  messages: Record<string, number>
  lastId: number
  /** Whether message IDs ascend with time. */
  isByTime: boolean
}

export interface ImportTables {
  realm_import: {
    realm_id: number
    /** Name of the source: `zulip`. */
    source: string
    started_at: Date
    finished_at: Date | null
    /** The subdomain before it took the place of the preview. */
    moved_from: string | null
    /** Smaller message IDs are those of the archive: all messages of the organization have larger ones. */
    old_ids_below: number | null
    /** Null for imports of older versions. */
    stored: ColumnType<StoredByImport | null, string | undefined, string>
  }
  /** The state of a user when the preview was imported. */
  preview_base: {
    user_id: number
    realm_id: number
    settings: JSONColumnType<Record<string, unknown>>
    timezone: string
    /** Properties of subscriptions, by channel ID. */
    subscriptions: JSONColumnType<Record<string, Record<string, unknown>>>
    /** Policies, by channel ID and lowercase topic. */
    topics: JSONColumnType<Record<string, number>>
    starred: number[]
    /** Read messages as multiranges, by recipient ID. */
    read: JSONColumnType<Record<string, string>>
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
  /** An import in the app: its archive, options, progress and report. At most one per organization. */
  requested_import: {
    id: string
    realm_id: number
    /** The account that created or started it. */
    owner_id: number
    source: ImportSource
    file_name: string
    size: number
    received: Generated<number>
    pieces: Generated<string[]>
    state: ImportState
    is_dry_run: Generated<boolean>
    options: ColumnType<ImportOptions | null, string | null, string | null>
    /** Addresses of people without one, by user ID or user name. */
    emails: JSONColumnType<Record<string, string>, string | undefined, string>
    progress: ColumnType<ImportProgress | null, string | null, string | null>
    report: ColumnType<ImportReport | null, string | null, string | null>
    error: string | null
    /** The reason of the error. Null in rows of older versions. */
    problem: ColumnType<
      { reason: string; params: Record<string, string | number> } | null,
      string | null | undefined,
      string | null
    >
    /** Runs that began since the last start. */
    attempts: Generated<number>
    run_started_at: Date | null
    /** Time of the last chunk, start or end. */
    active_at: Date
  }
}

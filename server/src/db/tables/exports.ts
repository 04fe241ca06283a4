import type { DiscoveryQuery, ExportType } from '@loquat/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface ExportTables {
  /** A copy of their data that a person requested. Requesting another one replaces it. */
  data_copy: {
    user_id: number
    realm_id: number
    file: string
    attempts: Generated<number>
    requested_at: Date
    finished_at: Date | null
    failed_at: Date | null
    bytes: number | null
  }
  realm_export: {
    id: GeneratedAlways<number>
    realm_id: number
    requester_id: number
    type: ColumnType<ExportType, number, number>
    file: string
    attempts: Generated<number>
    requested_at: Date
    finished_at: Date | null
    failed_at: Date | null
    deleted_at: Date | null
  }
  discovery_export: {
    id: GeneratedAlways<number>
    realm_id: number
    requester_id: number
    query: ColumnType<DiscoveryQuery, string, string>
    file: string
    attempts: Generated<number>
    messages_total: number | null
    messages_read: Generated<number>
    requested_at: Date
    finished_at: Date | null
    failed_at: Date | null
    deleted_at: Date | null
  }
}

import type { GeneratedAlways } from 'kysely'

export interface BackupTables {
  backup: {
    id: GeneratedAlways<number>
    started_at: Date
    finished_at: Date
    place: string
    bytes: number | null
    /** Null if it succeeded. */
    failure: string | null
  }
  schema_release: { version: string; works_with: string }
}

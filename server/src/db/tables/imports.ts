export interface ImportTables {
  realm_import: {
    realm_id: number
    /** Name of the source: `zulip`. */
    source: string
    started_at: Date
    finished_at: Date | null
  }
  /** IDs in the archive and here. */
  imported_id: { realm_id: number; kind: string; source_id: string; new_id: number }
}

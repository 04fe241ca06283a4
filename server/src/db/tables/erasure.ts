import type { ColumnType, Generated } from 'kysely'

/** The names and addresses that are erased, newest first. */
export interface ErasedIdentity {
  names: string[]
  emails: string[]
  /** The names that are replaced in plain text, too: those that mean nothing else. */
  plainNames: string[]
}

export type ErasureStep = 'delete' | 'rewrite' | 'rows' | 'files' | 'emails' | 'events' | 'audit'

export interface ErasureTables {
  erasure: {
    user_id: number
    realm_id: number
    messages: 'keep' | 'delete'
    /** Null for the command line. */
    requester_id: number | null
    requested_at: Date
    finished_at: Date | null
    /** Null once it is finished. */
    identity: ColumnType<ErasedIdentity | null, string, string | null>
    step: ErasureStep
    /** How far the step is. */
    position: Generated<number>
    /** The end of the step, for the progress; 0 if unknown. */
    total: Generated<number>
  }
}

import type { AuditCredential, AuditKind, AuditTarget } from '@loquat/contract'
import type { ColumnType, Generated } from 'kysely'

export interface AuditTables {
  audit_entry: {
    realm_id: number
    seq: number
    at: Date
    kind: AuditKind
    actor_id: number | null
    credential: AuditCredential
    credential_id: string
    address: string
    target_type: AuditTarget | null
    target_id: number | null
    target_name: string
    before: string | null
    after: string | null
    mac: string
    /** Authenticates an entry whose personal values were removed. */
    redaction_mac: Generated<string | null>
  }
  audit_head: { realm_id: number; seq: number; mac: string; head_mac: string }
  /** The user 0 stands for a name without an account. */
  audit_failed_login: { realm_id: number; minute: Date; address: string; user_id: number; count: number }
  /** The user 0 stands for further ones. */
  audit_denial: {
    realm_id: number
    minute: Date
    user_id: number
    endpoint: string
    reason: string
    count: number
  }
  audit_webhook: {
    realm_id: number
    /** URL and secret, as a document sealed for `audit webhook`. */
    target: ColumnType<unknown, string, string>
    seq: number
    failures: number
    problem: string | null
    next_attempt_at: Date
  }
  audit_stream: { destination: string; realm_id: number; seq: number }
}

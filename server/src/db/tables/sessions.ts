import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface SessionTables {
  server_secret: {
    name: string
    /** Plaintext until the server has sealed it. Only `sealing/` uses it. */
    value: string | null
    value_sealed: string | null
  }
  secret_key: { fingerprint: string; is_complete: Generated<boolean> }
  /** `id` is in the header of encrypted files; for secrets, the fingerprint. `master` is the fingerprint of the master key. */
  data_key: {
    purpose: 'files' | 'secrets' | 'passwords'
    id: string
    wrapped: string
    master: string
    created_at: Generated<Date>
  }
  session: SessionTable
  mailed_link: EmailedLinkTable
}

interface SessionTable {
  id: GeneratedAlways<number>
  realm_id: number
  user_id: number
  key_hash: string
  user_agent: string
  address: string
  created_at: Date
  last_used_at: Date
  expires_at: Date
  proven_at: Generated<Date | null>
  /** The OpenID provider that it came from, the user there, and the session there. */
  identity_issuer: Generated<string | null>
  identity_subject: Generated<string | null>
  identity_session: Generated<string | null>
}

interface EmailedLinkTable {
  id: GeneratedAlways<number>
  realm_id: number
  user_id: number | null
  purpose: string
  key_hash: string
  email: string
  data: ColumnType<Record<string, unknown>, string | undefined, string>
  created_at: Date
  expires_at: Date
}

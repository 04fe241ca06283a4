import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface SecondFactorTables {
  totp_factor: {
    user_id: number
    realm_id: number
    /** In Base32, as a document sealed for `totp secret`. */
    secret: ColumnType<unknown, string, string>
    last_step: Generated<number>
    created_at: Date
    confirmed_at: Date | null
  }
  recovery_code: {
    user_id: number
    realm_id: number
    code_hash: string
  }
  remembered_browser: {
    id: GeneratedAlways<number>
    realm_id: number
    user_id: number
    key_hash: string
    user_agent: string
    address: string
    created_at: Date
    expires_at: Date
  }
  passkey: {
    id: GeneratedAlways<number>
    realm_id: number
    user_id: number
    /** In Base64. */
    credential_id: string
    public_key: Buffer
    counter: number
    transports: string[]
    name: string
    is_synced: boolean
    created_at: Date
    last_used_at: Date | null
  }
  factor_demand: { user_id: number; realm_id: number; since: Date }
  used_challenge: { hash: string; expires_at: Date }
  pending_login: {
    id: GeneratedAlways<number>
    realm_id: number
    user_id: number
    key_hash: string
    remember: boolean
    created_at: Date
    expires_at: Date
  }
}

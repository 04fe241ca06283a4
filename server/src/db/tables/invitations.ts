import type { GeneratedAlways } from 'kysely'

export interface InvitationTables {
  invitation: CommonColumns & { email: string; notify_inviter: boolean }
  invitation_link: CommonColumns
  invitation_count: { realm_id: number; day: Date; inviter_id: number; sent: number }
}

interface CommonColumns {
  id: GeneratedAlways<number>
  realm_id: number
  inviter_id: number
  role: number
  channel_ids: number[]
  group_ids: number[]
  include_defaults: boolean
  /** Plaintext from before keys were sealed. Only `sealing/` uses it. */
  key: string | null
  key_hash: string | null
  key_sealed: string | null
  created_at: Date
  expires_at: Date | null
  /** When the account of a guest expires. */
  account_expires_at: Date | null
}

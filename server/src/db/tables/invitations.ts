import type { GeneratedAlways } from 'kysely'

export interface InvitationTables {
  invitation: CommonColumns & { email: string; notify_inviter: boolean }
  invitation_link: CommonColumns
}

interface CommonColumns {
  id: GeneratedAlways<number>
  realm_id: number
  inviter_id: number
  role: number
  channel_ids: number[]
  group_ids: number[]
  include_defaults: boolean
  key: string
  created_at: Date
  expires_at: Date | null
}

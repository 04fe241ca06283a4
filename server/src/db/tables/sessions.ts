import type { ColumnType, GeneratedAlways } from 'kysely'

export interface SessionTables {
  server_secret: { name: string; value: string }
  session: SessionTable
  mailed_link: MailedLinkTable
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
}

interface MailedLinkTable {
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

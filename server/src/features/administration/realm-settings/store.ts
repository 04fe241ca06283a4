import type { GroupSettingValue } from '@loquat/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../events/transaction.ts'

export interface RealmChanges {
  name: string | undefined
  settings: Readonly<Record<string, unknown>>
  permissions: Readonly<Record<string, GroupSettingValue>>
  authentication: Readonly<Record<string, boolean>> | undefined
}

export async function storeRealm(tx: Tx, changes: RealmChanges): Promise<void> {
  const { name, settings, permissions, authentication = {} } = changes
  await sql`
    update realm set name = coalesce(${name ?? null}, name),
      settings = settings || ${JSON.stringify(settings)}::jsonb,
      permissions = permissions || ${JSON.stringify(permissions)}::jsonb,
      authentication = authentication || ${JSON.stringify(authentication)}::jsonb
    where id = ${tx.realmId}`.execute(tx.db)
}

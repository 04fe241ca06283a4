import type { GroupSettingValue } from '@loquat/contract'
import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'

export interface RealmChanges {
  name: string | undefined
  settings: Readonly<Record<string, unknown>>
  permissions: Readonly<Record<string, GroupSettingValue>>
}

export async function storeRealm(tx: Tx, { name, settings, permissions }: RealmChanges): Promise<void> {
  await sql`
    update realm set name = coalesce(${name ?? null}, name),
      settings = settings || ${JSON.stringify(settings)}::jsonb,
      permissions = permissions || ${JSON.stringify(permissions)}::jsonb
    where id = ${tx.realmId}`.execute(tx.db)
}

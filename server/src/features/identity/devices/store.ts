import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

export type DeviceKind = 'apple' | 'android'

/** Does nothing if the device is already registered. */
export async function insertDevice(
  tx: Tx,
  userId: number,
  device: { kind: DeviceKind; token: string; appId: string | null },
  now: Date,
): Promise<void> {
  await sql`
    insert into push_device (user_id, kind, token, app_id, registered_at)
    values (${userId}, ${device.kind}, ${device.token}, ${device.appId}, ${now})
    on conflict (user_id, kind, md5(token)) do nothing`.execute(tx.db)
}

/** False if there is no such device. */
export async function deleteDevice(
  tx: Tx,
  userId: number,
  kind: DeviceKind,
  token: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('push_device')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('token', '=', token)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteDevicesOf(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('push_device').where('user_id', '=', userId).execute()
}

export async function tokensOf(db: Db, userId: number): Promise<string[]> {
  const rows = await db.selectFrom('push_device').select('token').where('user_id', '=', userId).execute()
  return rows.map((row) => row.token)
}

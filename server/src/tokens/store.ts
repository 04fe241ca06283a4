import { type SqlBool, sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** The row of a token, by the hash of its secret. */
export async function tokenByHash(db: Db, realmId: number, keyHash: string) {
  return await db
    .selectFrom('api_token')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
}

/** Records a use, unless another process has recorded one since. */
export async function recordTokenUse(db: Db, tokenId: number, at: Date, unlessSince: Date): Promise<void> {
  await db
    .updateTable('api_token')
    .set({ last_used_at: at })
    .where('id', '=', tokenId)
    .where(sql<SqlBool>`(last_used_at is null or last_used_at < ${unlessSince})`)
    .execute()
}

/** The channel of a message; undefined if it is a direct message or does not exist. */
export async function channelOfMessage(
  db: Db,
  realmId: number,
  messageId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('message as m')
    .innerJoin('recipient as r', 'r.id', 'm.recipient_id')
    .select('r.channel_id')
    .where('m.id', '=', messageId)
    .where('m.realm_id', '=', realmId)
    .executeTakeFirst()
  return row?.channel_id ?? undefined
}

import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

/** Blocks other changes to the account's storage until the transaction ends. */
export async function lockStorage(tx: Tx, userId: number): Promise<void> {
  await sql`select from account where id = ${userId} for no key update`.execute(tx.db)
}

/** The account's entries: those of the given keys that exist, or all. */
export async function loadStorage(
  db: Db,
  userId: number,
  keys?: readonly string[],
): Promise<{ key: string; value: string }[]> {
  return await db
    .selectFrom('bot_storage')
    .select(['key', 'value'])
    .where('user_id', '=', userId)
    .$if(keys !== undefined, (query) => query.where(keyIn(keys ?? [])))
    .execute()
}

/** Subset of the keys that exist. */
export async function existingKeys(db: Db, userId: number, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('bot_storage')
    .select('key')
    .where('user_id', '=', userId)
    .where(keyIn(keys))
    .execute()
  return new Set(rows.map((row) => row.key))
}

/** Matches keys by the indexed expression. */
const keyIn = (keys: readonly string[]) =>
  sql<boolean>`md5(key) in (select md5(wanted) from unnest(${keys}::text[]) as wanted)`

export async function putStorage(tx: Tx, userId: number, entries: Record<string, string>): Promise<void> {
  await sql`
    insert into bot_storage (user_id, key, value)
    select ${userId}, key, value from unnest(${Object.keys(entries)}::text[], ${Object.values(entries)}::text[])
      as entry (key, value)
    on conflict (user_id, md5(key)) do update set value = excluded.value`.execute(tx.db)
}

/** Total length of keys and values, in characters. */
export async function storageSize(tx: Tx, userId: number): Promise<number> {
  const { size } = await tx.db
    .selectFrom('bot_storage')
    .select(sql<number>`coalesce(sum(size), 0)::bigint`.as('size'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(size)
}

export async function deleteStorage(tx: Tx, userId: number, keys?: readonly string[]): Promise<void> {
  await tx.db
    .deleteFrom('bot_storage')
    .where('user_id', '=', userId)
    .$if(keys !== undefined, (query) => query.where(keyIn(keys ?? [])))
    .execute()
}

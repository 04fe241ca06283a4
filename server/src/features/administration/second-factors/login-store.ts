import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

export interface PendingLogin {
  id: number
  userId: number
  remember: boolean
}

/** Rows that are kept per user; further ones replace the oldest. */
const maxPendingLogins = 10
const maxRememberedBrowsers = 20

export async function insertPendingLogin(
  tx: Tx,
  login: { userId: number; keyHash: string; remember: boolean; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.db
    .insertInto('pending_login')
    .values({
      realm_id: tx.realmId,
      user_id: login.userId,
      key_hash: login.keyHash,
      remember: login.remember,
      created_at: login.createdAt,
      expires_at: login.expiresAt,
    })
    .execute()
  await sql`
    delete from pending_login where id in (
      select id from pending_login where user_id = ${login.userId} order by id desc offset ${maxPendingLogins}
    )`.execute(tx.db)
}

export async function pendingLoginByHash(
  db: Db,
  realmId: number,
  keyHash: string,
  now: Date,
): Promise<PendingLogin | undefined> {
  const row = await db
    .selectFrom('pending_login')
    .select(['id', 'user_id', 'remember'])
    .where('key_hash', '=', keyHash)
    .where('realm_id', '=', realmId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && { id: row.id, userId: row.user_id, remember: row.remember }
}

/** Deletes a pending login when it is completed. False if a concurrent request completed it first. */
export async function consumePendingLogin(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('pending_login').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0
}

export async function insertBrowser(
  tx: Tx,
  browser: {
    userId: number
    keyHash: string
    userAgent: string
    address: string
    createdAt: Date
    expiresAt: Date
  },
): Promise<void> {
  await tx.db
    .insertInto('remembered_browser')
    .values({
      realm_id: tx.realmId,
      user_id: browser.userId,
      key_hash: browser.keyHash,
      user_agent: browser.userAgent,
      address: browser.address,
      created_at: browser.createdAt,
      expires_at: browser.expiresAt,
    })
    .execute()
  await sql`
    delete from remembered_browser where id in (
      select id from remembered_browser where user_id = ${browser.userId} order by id desc offset ${maxRememberedBrowsers}
    )`.execute(tx.db)
}

/** Newest first. */
export async function browsersOf(db: Db, userId: number, now: Date) {
  return await db
    .selectFrom('remembered_browser')
    .select(['id', 'key_hash', 'user_agent', 'address', 'created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .execute()
}

/** Deletes one remembered browser of a user. False if there is none with this ID. */
export async function deleteBrowser(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('remembered_browser')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** After a change of the password or a factor: every browser asks for a code again, and half-finished logins end. */
export async function forgetLogins(tx: Tx, userId: number): Promise<void> {
  await tx.db.deleteFrom('remembered_browser').where('user_id', '=', userId).execute()
  await tx.db.deleteFrom('pending_login').where('user_id', '=', userId).execute()
}

export async function deleteExpiredLogins(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('remembered_browser').where('expires_at', '<', now).execute()
  await db.deleteFrom('pending_login').where('expires_at', '<', now).execute()
}

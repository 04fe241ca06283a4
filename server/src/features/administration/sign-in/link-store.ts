import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import { hashOfKey, randomKey } from '../../../platform/signer.ts'

export type LinkPurpose = 'reset password' | 'change email' | 'reactivate organization' | 'join'

export interface EmailedLink {
  id: number
  userId: number | null
  email: string
  data: Record<string, unknown>
}

/** Creates a link and returns its key, which only the recipient of the email knows. */
export async function insertLink(
  tx: Tx,
  link: {
    purpose: LinkPurpose
    userId: number | null
    email: string
    data?: Record<string, unknown>
    now: number
    seconds: number
  },
): Promise<string> {
  const key = randomKey()
  await tx.db
    .insertInto('mailed_link')
    .values({
      realm_id: tx.realmId,
      user_id: link.userId,
      purpose: link.purpose,
      key_hash: hashOfKey(key),
      email: link.email,
      data: JSON.stringify(link.data ?? {}),
      created_at: new Date(link.now),
      expires_at: new Date(link.now + link.seconds * 1_000),
    })
    .execute()
  return key
}

/** A link that is still valid. */
export async function findLink(
  db: Db,
  realmId: number,
  purpose: LinkPurpose,
  key: string,
  now: number,
): Promise<EmailedLink | undefined> {
  const row = await db
    .selectFrom('mailed_link')
    .select(['id', 'user_id', 'email', 'data'])
    .where('key_hash', '=', hashOfKey(key))
    .where('realm_id', '=', realmId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst()
  return row && { id: row.id, userId: row.user_id, email: row.email, data: row.data }
}

/** Deletes a link when it is used. False if a concurrent request used it first. */
export async function consumeLink(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.db.deleteFrom('mailed_link').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0
}

export async function deleteLinksOf(tx: Tx, userId: number, purpose: LinkPurpose): Promise<void> {
  await tx.db.deleteFrom('mailed_link').where('user_id', '=', userId).where('purpose', '=', purpose).execute()
}

export async function deleteExpiredLinks(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('mailed_link').where('expires_at', '<', now).execute()
}

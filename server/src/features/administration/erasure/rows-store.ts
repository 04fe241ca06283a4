import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

/** Deletes rows of a table by a user ID, as many as the limit allows. Returns their number. */
export async function deleteRows(
  tx: Tx,
  table: string,
  column: string,
  userId: number,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid in (
      select ctid from ${sql.table(table)} where ${sql.ref(column)} = ${userId} limit ${limit})`.execute(
    tx.db,
  )
  return Number(numAffectedRows ?? 0n)
}

/** Rows that name the person by address, or by their ID elsewhere. */
export async function deleteScattered(tx: Tx, userId: number, emails: readonly string[]): Promise<void> {
  const { realmId } = tx
  const lower = emails.map((email) => email.toLowerCase())
  const statements = [
    sql`delete from invitation where realm_id = ${realmId} and lower(email) = any(${lower}::text[])`,
    sql`delete from mailed_link where realm_id = ${realmId} and lower(email) = any(${lower}::text[])`,
    sql`delete from login_attempt where realm_id = ${realmId} and lower(username) = any(${lower}::text[])`,
    sql`delete from followed_account where realm_id = ${realmId} and lower(email) = any(${lower}::text[])`,
    sql`delete from audit_failed_login where realm_id = ${realmId} and user_id = ${userId}`,
    sql`delete from imported_id where realm_id = ${realmId} and kind = 'user' and new_id = ${userId}`,
    sql`delete from muted_user where muted_user_id = ${userId}`,
    sql`delete from message_report where realm_id = ${realmId} and message_sender_id = ${userId}`,
    sql`update scim_token set creator_id = null where realm_id = ${realmId} and creator_id = ${userId}`,
    sql`update oauth_app set creator_id = null where realm_id = ${realmId} and creator_id = ${userId}`,
  ]
  for (const statement of statements) await statement.execute(tx.db)
}

export interface ImportTexts {
  id: string
  report: unknown
  emails: unknown
  problem: unknown
}

export async function importsNaming(tx: Tx, patterns: readonly string[]): Promise<ImportTexts[]> {
  const { rows } = await sql<ImportTexts>`
    select id, report, emails, problem from requested_import
    where realm_id = ${tx.realmId} and (report::text ilike any(${patterns}::text[])
      or emails::text ilike any(${patterns}::text[]) or problem::text ilike any(${patterns}::text[])) limit 10`.execute(
    tx.db,
  )
  return rows
}

export async function rewriteImport(tx: Tx, { id, report, emails, problem }: ImportTexts): Promise<void> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  await sql`
    update requested_import set report = ${json(report)}::jsonb, emails = ${json(emails)}::jsonb, problem = ${json(problem)}::jsonb
    where id = ${id}`.execute(tx.db)
}

/** Forgets words of the search index, unless a message still has them. */
export async function forgetWords(tx: Tx, words: readonly string[]): Promise<void> {
  await sql`
    delete from search_word w
    where w.realm_id = ${tx.realmId} and w.word = any(${words}::text[]) and not exists (
      select from message m
      where m.realm_id = w.realm_id
        and m.search @@ (quote_literal(w.word) || ' | ' || quote_literal('@' || w.word))::tsquery)`.execute(
    tx.db,
  )
}

/** The lexemes of names and addresses, as the list of words has them. */
export async function wordsLike(db: Db, realmId: number, parts: readonly string[]): Promise<string[]> {
  if (parts.length === 0) return []
  const { rows } = await sql<{ word: string }>`
    select word from search_word where realm_id = ${realmId} and exists (
      select from unnest(${parts}::text[]) as part where starts_with(part, folded) or starts_with(folded, part)
        or starts_with(part, word) or starts_with(word, part))`.execute(db)
  return rows.map((row) => row.word)
}

/** The files of a user that can be deleted: all, or those in no message. */
export async function ownFiles(
  db: Db,
  userId: number,
  { all, limit }: { all: boolean; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from attachment a where owner_id = ${userId}
      and (${all} or not exists (select from attachment_message am where am.attachment_id = a.id))
    order by id limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

export async function unfinishedUploads(db: Db, userId: number): Promise<string[]> {
  const rows = await db.selectFrom('resumable_upload').select('id').where('owner_id', '=', userId).execute()
  return rows.map((row) => row.id)
}

/** Removes the copy of their data that the person requested. Returns the file. */
export async function removeDataCopy(tx: Tx, userId: number): Promise<string | undefined> {
  const row = await tx.db
    .deleteFrom('data_copy')
    .where('user_id', '=', userId)
    .returning('file')
    .executeTakeFirst()
  return row?.file
}

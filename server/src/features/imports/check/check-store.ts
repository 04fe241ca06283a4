import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { StoredByImport } from '../../../db/tables/imports.ts'

/** Counts that the import of an organization recorded; null if an older version imported it, undefined if it was not imported. */
export async function storedByImport(db: Db, realmId: number): Promise<StoredByImport | null | undefined> {
  const row = await db
    .selectFrom('realm_import')
    .select('stored')
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
  return row?.stored
}

/** Imported messages by channel. Those of direct conversations have a null channel. */
export async function countByChannel(
  db: Db,
  realmId: number,
  lastId: number,
): Promise<{ channel_id: number | null; count: number }[]> {
  const { rows } = await sql<{ channel_id: number | null; count: number }>`
    select r.channel_id, count(*) from message m join recipient r on r.id = m.recipient_id
    where m.realm_id = ${realmId} and m.id <= ${lastId} group by r.channel_id`.execute(db)
  return rows
}

/** Messages that are older than the one before them. */
export async function countUnordered(db: Db, realmId: number, lastId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (
      select sent_at, lag(sent_at) over (order by id) as previous
      from message where realm_id = ${realmId} and id <= ${lastId}
    ) as ordered where sent_at < previous`.execute(db)
  return rows[0]?.count ?? 0
}

/** The next messages with links to files or mentions. */
export async function nextWithReferences(
  db: Db,
  realmId: number,
  after: number,
  lastId: number,
  limit: number,
): Promise<{ id: number; html: string }[]> {
  const { rows } = await sql<{ id: number; html: string }>`
    select id, rendered_content as html from message
    where realm_id = ${realmId} and id > ${after} and id <= ${lastId}
      and (rendered_content like '%"/user_uploads/%' or rendered_content like '%data-user-id="%')
    order by id limit ${limit}`.execute(db)
  return rows
}

/** Those of the paths that are files. */
export async function existingPaths(db: Db, realmId: number, paths: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ path_id: string }>`
    select path_id from attachment where realm_id = ${realmId} and path_id = any(${paths}::text[])`.execute(
    db,
  )
  return new Set(rows.map((row) => row.path_id))
}

import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

export type BackupRow = Selectable<Tables['backup']>

/** Rows kept; older ones are deleted. */
const maxRows = 1_000

/** Whether the schema has the tables of this version. */
export async function canRecord(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('public.backup') is not null and to_regclass('public.lease') is not null as exists`.execute(
    db,
  )
  return rows[0]?.exists === true
}

/** Whether the database needs a secret key. */
export async function hasSealedSecrets(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('public.secret_key') is not null as exists`.execute(db)
  if (!rows[0]?.exists) return false
  return (await db.selectFrom('secret_key').select('fingerprint').limit(1).execute()).length > 0
}

export async function recordBackup(db: Db, row: Omit<BackupRow, 'id'>): Promise<void> {
  await db.insertInto('backup').values(row).execute()
  await sql`
    delete from backup where id <= (select max(id) from backup) - ${maxRows}::bigint`.execute(db)
}

/** The last successful backup, and the last attempt. */
export async function lastBackups(
  db: Db,
): Promise<{ good: BackupRow | undefined; last: BackupRow | undefined }> {
  const newest = db.selectFrom('backup').selectAll().orderBy('id', 'desc').limit(1)
  return {
    good: await newest.where('failure', 'is', null).executeTakeFirst(),
    last: await newest.executeTakeFirst(),
  }
}

export const backupLease = 'backup'

/** Whether a backup runs in any process. */
export async function isBackupRunning(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('lease')
    .select('name')
    .where('name', '=', backupLease)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the database has audit logs, and their key. */
export async function hasAuditLog(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('audit_head') is not null and exists (
      select from server_secret where name = 'audit'
    ) as found`.execute(db)
  return rows[0]?.found === true
}

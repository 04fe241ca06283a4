import { type ImportProgress, type ImportReport, type ImportState, messageOf } from '@loquat/contract'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { ImportOptions } from '../../../db/tables/imports.ts'
import type { Tables } from '../../../db/tables.ts'
import { usersWhoLoggedIn } from '../../administration/sign-in/first-password-store.ts'
import type { ImportProblem } from '../import-error.ts'

export type RequestedImport = Selectable<Tables['requested_import']>

/** States of a run that has to begin or to end. */
const unsettled: readonly ImportState[] = ['waiting', 'running', 'canceling']

export async function importOf(db: Db, realmId: number): Promise<RequestedImport | undefined> {
  return await db
    .selectFrom('requested_import')
    .selectAll()
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
}

/** Locks the row until the end of the transaction. */
export async function lockedImport(
  db: Db,
  realmId: number,
  id: string,
): Promise<RequestedImport | undefined> {
  return await db
    .selectFrom('requested_import')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

type NewImport = Pick<
  RequestedImport,
  'id' | 'realm_id' | 'owner_id' | 'source' | 'file_name' | 'size' | 'active_at'
>

/** False if the organization has an import. */
export async function insertImport(db: Db, row: NewImport): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('requested_import')
    .values({ ...row, state: 'uploading', emails: '{}' })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** False if the piece does not fit, because another request appended in the meantime. */
export async function appendPiece(
  db: Db,
  id: string,
  { key, start, bytes }: { key: string; start: number; bytes: number },
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update requested_import
    set received = received + ${bytes}, pieces = pieces || ${key}::text, active_at = ${now},
      state = case when received + ${bytes} = size then 'uploaded' else state end
    where id = ${id} and received = ${start} and received + ${bytes} <= size
    returning id`.execute(db)
  return rows.length > 0
}

interface Run {
  ownerId: number
  isDryRun: boolean
  options: ImportOptions
  emails: Record<string, string>
  now: Date
}

export async function startRun(db: Db, id: string, run: Run): Promise<void> {
  await db
    .updateTable('requested_import')
    .set({
      owner_id: run.ownerId,
      state: 'waiting',
      is_dry_run: run.isDryRun,
      options: JSON.stringify(run.options),
      emails: JSON.stringify(run.emails),
      progress: null,
      error: null,
      problem: null,
      attempts: 0,
      active_at: run.now,
    })
    .where('id', '=', id)
    .execute()
}

/** The import that has waited longest, or that a dead process left behind. */
export async function nextRun(db: Db): Promise<RequestedImport | undefined> {
  return await db
    .selectFrom('requested_import')
    .selectAll()
    .where('state', 'in', unsettled)
    .orderBy('active_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Marks an import as running. False if it was canceled in the meantime. */
export async function beginRun(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('requested_import')
    .set((row) => ({ state: 'running', attempts: row('attempts', '+', 1), run_started_at: now }))
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the state, undefined if the import is gone. */
export async function saveProgress(
  db: Db,
  id: string,
  progress: ImportProgress | undefined,
): Promise<ImportState | undefined> {
  const row = await db
    .updateTable('requested_import')
    .set({ progress: progress === undefined ? null : JSON.stringify(progress) })
    .where('id', '=', id)
    .returning('state')
    .executeTakeFirst()
  return row?.state
}

/** Gives a run back that this process cannot finish. */
export async function postponeRun(db: Db, id: string): Promise<void> {
  await db
    .updateTable('requested_import')
    .set({ state: 'waiting', attempts: 0, progress: null })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

interface RunEnd {
  state: 'checked' | 'imported' | 'failed'
  report?: ImportReport | undefined
  problem?: ImportProblem | undefined
  now: Date
}

/**
 * A failed run keeps the report of the dry run before it. False if the run was canceled in the meantime, unless it has imported
 * everything.
 */
export async function endRun(db: Db, id: string, { state, report, problem, now }: RunEnd): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('requested_import')
    .set({
      state,
      error: problem === undefined ? null : messageOf(problem.reason, problem.params),
      problem: problem === undefined ? null : JSON.stringify(problem),
      progress: null,
      active_at: now,
      ...(report === undefined ? {} : { report: JSON.stringify(report) }),
      ...(state === 'imported' ? { pieces: sql<string[]>`'{}'` } : {}),
    })
    .where('id', '=', id)
    .where('state', 'in', state === 'imported' ? ['running', 'canceling'] : ['running'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function cancelRun(db: Db, id: string): Promise<void> {
  await db.updateTable('requested_import').set({ state: 'canceling' }).where('id', '=', id).execute()
}

export async function removeRequest(db: Db, id: string): Promise<void> {
  await db.deleteFrom('requested_import').where('id', '=', id).execute()
}

/** Removes imports that nobody continued. Those that are imported have no archive any longer and stay. */
export async function removeInactive(
  db: Db,
  before: Date,
): Promise<Pick<RequestedImport, 'id' | 'realm_id'>[]> {
  return await db
    .deleteFrom('requested_import')
    .where('active_at', '<', before)
    .where('state', 'not in', [...unsettled, 'imported'])
    .returning(['id', 'realm_id'])
    .execute()
}

/** All requested imports, without their contents. */
export async function requestedImports(
  db: Db,
): Promise<Pick<RequestedImport, 'id' | 'state' | 'received' | 'active_at'>[]> {
  return await db.selectFrom('requested_import').select(['id', 'state', 'received', 'active_at']).execute()
}

/** The organization at a subdomain, if an import since this time created it. */
export async function organizationImportedSince(
  db: Db,
  subdomain: string,
  since: Date,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('realm_import')
    .innerJoin('realm', 'realm.id', 'realm_import.realm_id')
    .select('realm_id')
    .where('realm.subdomain', '=', subdomain)
    .where('started_at', '>=', since)
    .where('finished_at', 'is not', null)
    .executeTakeFirst()
  return row?.realm_id
}

/** The account with the same address in the new organization has the password of this one, and its language if it had none. */
export async function copyAccount(db: Db, fromUserId: number, toRealmId: number): Promise<void> {
  await sql`
    update account as imported set password_hash = own.password_hash,
      settings = jsonb_strip_nulls(jsonb_build_object('default_language', own.settings -> 'default_language')) || imported.settings
    from account as own
    where own.id = ${fromUserId} and imported.realm_id = ${toRealmId} and imported.password_hash is null
      and lower(imported.delivery_email) = lower(own.delivery_email)`.execute(db)
}

/** Imported users, except bots, who have not logged in yet. */
export async function importedUsersWithoutLogin(db: Db, realmId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from account a
    where a.realm_id = ${realmId} and a.bot_type is null and exists (
      select from imported_id i where i.realm_id = a.realm_id and i.kind = 'user' and i.new_id = a.id)
    order by a.id`.execute(db)
  const loggedIn = await usersWhoLoggedIn(db, realmId)
  return rows.flatMap(({ id }) => (loggedIn.has(id) ? [] : id))
}

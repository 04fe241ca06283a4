import { sql } from 'kysely'
import type { AuditTrail } from '../../../audit/trail.ts'
import type { Db } from '../../../db/database.ts'
import type { StoredByImport } from '../../../db/tables/imports.ts'
import { insertRealm } from '../../../realms/store.ts'

/** Identifies the advisory locks of imports. */
const lockClass = sql`hashtext('loquat import')`

/**
 * Creates an organization that nobody can see: it is deactivated, and no host name has a blank. The connection holds a
 * lock for as long as it lives, so that others can tell a running import from an abandoned one.
 */
export async function insertHiddenRealm(
  db: Db,
  trail: AuditTrail,
  {
    name,
    hiddenName,
    source,
    createdAt,
    now,
  }: { name: string; hiddenName: string; source: string; createdAt: Date; now: Date },
): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    const id = await insertRealm(tx, hiddenName, name, createdAt)
    if (id === false) throw new Error('A random name is taken.')
    await trail.record(tx, id, { kind: 'organization.created', after: { name, imported_from: source } })
    await tx.updateTable('realm').set({ deactivated: true }).where('id', '=', id).execute()
    await tx
      .insertInto('realm_import')
      .values({ realm_id: id, source, started_at: now, finished_at: null })
      .execute()
    await sql`select pg_advisory_lock(${lockClass}, ${id}::integer)`.execute(tx)
    return id
  })
}

export interface RealmValues {
  settings: Record<string, unknown>
  permissions: Record<string, unknown>
  userDefaults: Record<string, unknown>
  pictures: Record<string, unknown>
  authentication: Record<string, boolean>
}

export async function storeRealmValues(db: Db, realmId: number, values: RealmValues): Promise<void> {
  await db
    .updateTable('realm')
    .set({
      settings: JSON.stringify(values.settings),
      permissions: JSON.stringify(values.permissions),
      user_defaults: JSON.stringify(values.userDefaults),
      pictures: JSON.stringify(values.pictures),
      authentication: JSON.stringify(values.authentication),
    })
    .where('id', '=', realmId)
    .execute()
}

/** Makes the organization visible. Returns false if the subdomain was taken meanwhile. */
export async function showRealm(
  tx: Db,
  realmId: number,
  subdomain: string,
  now: Date,
  previewOf: string | null,
): Promise<boolean> {
  const taken = await tx
    .selectFrom('realm')
    .select('id')
    .where('subdomain', '=', subdomain)
    .executeTakeFirst()
  if (taken !== undefined) return false
  await tx
    .updateTable('realm')
    .set({ subdomain, deactivated: false, preview_of: previewOf })
    .where('id', '=', realmId)
    .execute()
  await tx.updateTable('realm_import').set({ finished_at: now }).where('realm_id', '=', realmId).execute()
  return true
}

/** Records what was stored, so that it can be compared later. */
export async function storeCounts(tx: Db, realmId: number, stored: StoredByImport): Promise<void> {
  await tx
    .updateTable('realm_import')
    .set({ stored: JSON.stringify(stored) })
    .where('realm_id', '=', realmId)
    .execute()
}

/** Unfinished imports. */
export async function unfinishedImports(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('realm_import')
    .innerJoin('realm', 'realm.id', 'realm_import.realm_id')
    .select('realm_id')
    .where('finished_at', 'is', null)
    .execute()
  return rows.map((row) => row.realm_id)
}

/** Unfinished imports that no process is at: those whose lock is free. */
export async function abandonedImports(db: Db): Promise<number[]> {
  const ids = await unfinishedImports(db)
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number; is_free: boolean }>`
      select id, pg_try_advisory_xact_lock(${lockClass}, id::integer) as is_free
      from unnest(${ids}::bigint[]) as id`.execute(tx)
    return rows.filter((row) => row.is_free).map((row) => row.id)
  })
}

/** Marks an organization for deletion, unless another process still imports it. */
export async function condemnRealm(db: Db, realmId: number, now: Date, isOwn: boolean): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ locked: boolean }>`
      select pg_try_advisory_xact_lock(${lockClass}, ${realmId}::integer) as locked`.execute(tx)
    if (!isOwn && rows[0]?.locked !== true) return false
    const { numUpdatedRows } = await tx
      .updateTable('realm')
      .set({ deletion_at: now })
      .where('id', '=', realmId)
      .where('deactivated', '=', true)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
}

/** Commits of bulk work need not wait for the disk; the last commit of the import does, and waits for all of them. */
export async function setDurableCommits(db: Db, areDurable: boolean): Promise<void> {
  await sql`select set_config('synchronous_commit', ${areDurable ? 'on' : 'off'}, false)`.execute(db)
}

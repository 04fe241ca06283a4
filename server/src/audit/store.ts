import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { ChainHead } from './chain.ts'
import type { AuditEntry } from './entry.ts'

export interface StoredHead extends ChainHead {
  /** Authenticates the head itself. */
  headMac: string
}

/** The head of an organization, locked until the transaction ends, so that entries are appended one transaction at a time. */
export async function lockHead(db: Db, realmId: number): Promise<StoredHead | undefined> {
  const row = await db
    .selectFrom('audit_head')
    .selectAll()
    .where('realm_id', '=', realmId)
    .forUpdate()
    .executeTakeFirst()
  return row && { seq: row.seq, mac: row.mac, headMac: row.head_mac }
}

/** Creates a head before the first entry. Waits for a transaction that is doing so. */
export async function insertHead(db: Db, realmId: number): Promise<void> {
  await db
    .insertInto('audit_head')
    .values({ realm_id: realmId, seq: 0, mac: '', head_mac: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function insertEntries(
  db: Db,
  realmId: number,
  entries: readonly AuditEntry[],
  head: StoredHead,
): Promise<void> {
  await db
    .insertInto('audit_entry')
    .values(
      entries.map((entry) => ({
        realm_id: realmId,
        seq: entry.seq,
        at: entry.at,
        kind: entry.kind,
        actor_id: entry.actorId,
        credential: entry.credential,
        credential_id: entry.credentialId,
        address: entry.address,
        target_type: entry.targetType,
        target_id: entry.targetId,
        target_name: entry.targetName,
        before: entry.before,
        after: entry.after,
        mac: entry.mac,
      })),
    )
    .execute()
  await db
    .updateTable('audit_head')
    .set({ seq: head.seq, mac: head.mac, head_mac: head.headMac })
    .where('realm_id', '=', realmId)
    .execute()
}

export async function headOf(db: Db, realmId: number): Promise<StoredHead | undefined> {
  const row = await db.selectFrom('audit_head').selectAll().where('realm_id', '=', realmId).executeTakeFirst()
  return row && { seq: row.seq, mac: row.mac, headMac: row.head_mac }
}

/** Entries after a number, oldest first. */
export async function entriesAfter(
  db: Db,
  realmId: number,
  seq: number,
  limit: number,
): Promise<AuditEntry[]> {
  return await entriesWhere(db, sql`realm_id = ${realmId} and seq > ${seq} order by seq limit ${limit}`)
}

/** Entries by an SQL condition, which may end with an order and a limit. */
export async function entriesWhere(db: Db, condition: RawBuilder<unknown>): Promise<AuditEntry[]> {
  const { rows } = await sql<AuditEntry>`
    select seq, at, kind, actor_id as "actorId", credential, credential_id as "credentialId", address,
      target_type as "targetType", target_id as "targetId", target_name as "targetName", before, after, mac,
      redaction_mac as "redactionMac"
    from audit_entry where ${condition}`.execute(db)
  return rows
}

/** Whether the key of the log exists, locked against another process that creates it. */
export async function lockAuditKey(db: Db): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('loquat audit'))`.execute(db)
  const found = await db
    .selectFrom('server_secret')
    .select('name')
    .where('name', '=', auditKeyName)
    .executeTakeFirst()
  return found !== undefined
}

export const auditKeyName = 'audit'
/** Sealed secrets of the server are bound to their row. */
export const auditKeyRow = `server_secret ${auditKeyName}`

export async function insertAuditKey(db: Db, sealed: string): Promise<void> {
  await db.insertInto('server_secret').values({ name: auditKeyName, value_sealed: sealed }).execute()
}

export async function sealedAuditKey(db: Db): Promise<string> {
  const { value_sealed } = await db
    .selectFrom('server_secret')
    .select('value_sealed')
    .where('name', '=', auditKeyName)
    .executeTakeFirstOrThrow()
  return value_sealed ?? ''
}

const upgradeTimeName = 'audit upgrade'
export const upgradeTimeRow = `server_secret ${upgradeTimeName}`

export async function insertUpgradeTime(db: Db, sealed: string): Promise<void> {
  await db.insertInto('server_secret').values({ name: upgradeTimeName, value_sealed: sealed }).execute()
}

export async function sealedUpgradeTime(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('server_secret')
    .select('value_sealed')
    .where('name', '=', upgradeTimeName)
    .executeTakeFirst()
  return row?.value_sealed ?? undefined
}

export async function realmsWithoutLog(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from realm r
    where not exists (select from account a where a.realm_id = r.id and a.is_system_bot)
      and not exists (select from audit_head h where h.realm_id = r.id) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export interface AuditedRealm {
  id: number
  subdomain: string
}

/** Every organization but the one of the system bots, which has no administrators. */
export async function auditedRealms(db: Db): Promise<AuditedRealm[]> {
  const { rows } = await sql<AuditedRealm>`
    select id, subdomain from realm r
    where not exists (select from account a where a.realm_id = r.id and a.is_system_bot) order by id`.execute(
    db,
  )
  return rows
}

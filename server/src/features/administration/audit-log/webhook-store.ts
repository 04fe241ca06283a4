import { sql } from 'kysely'
import { headOf } from '../../../audit/store.ts'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Sealer } from '../../../platform/sealer.ts'

const purpose = 'audit webhook'
const rowOf = (realmId: number) => `audit_webhook ${realmId}`

export interface AuditWebhook {
  realmId: number
  /** May contain credentials, so it is sealed like the secret. */
  url: string
  secret: string
  /** The last entry that the receiver has. */
  seq: number
  /** Failures in a row. */
  failures: number
  /** The last failure; null after a success. */
  problem: string | null
}

interface WebhookRow extends Omit<AuditWebhook, 'url' | 'secret'> {
  target: unknown
}

const columns = sql`w.realm_id as "realmId", w.target, w.seq, w.failures, w.problem`

function opened(sealer: Sealer, { target, ...row }: WebhookRow): AuditWebhook {
  const { url, secret } = sealer.openJson(purpose, target, rowOf(row.realmId)) as Record<string, string>
  return { ...row, url: url ?? '', secret: secret ?? '' }
}

export async function auditWebhookOf(
  db: Db,
  sealer: Sealer,
  realmId: number,
): Promise<AuditWebhook | undefined> {
  const { rows } = await sql<WebhookRow>`
    select ${columns} from audit_webhook w where w.realm_id = ${realmId}`.execute(db)
  return rows[0] && opened(sealer, rows[0])
}

/** Sets the webhook. It gets the entries from now on. */
export async function storeAuditWebhook(
  tx: Tx,
  { url, secret }: { url: string; secret: string },
  now: Date,
): Promise<void> {
  const target = tx.sealer.sealJson(purpose, JSON.stringify({ url, secret }), rowOf(tx.realmId))
  const seq = (await headOf(tx.db, tx.realmId))?.seq ?? 0
  const row = { target, seq, failures: 0, problem: null, next_attempt_at: now }
  await tx.db
    .insertInto('audit_webhook')
    .values({ realm_id: tx.realmId, ...row })
    .onConflict((conflict) => conflict.column('realm_id').doUpdateSet(row))
    .execute()
}

/** False if there was none. */
export async function deleteAuditWebhook(tx: Tx): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('audit_webhook')
    .where('realm_id', '=', tx.realmId)
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** Webhooks that lack entries and may be tried, the longest waiting first. */
export async function dueAuditWebhooks(
  db: Db,
  sealer: Sealer,
  now: Date,
  limit: number,
): Promise<(AuditWebhook & { subdomain: string })[]> {
  const { rows } = await sql<WebhookRow & { subdomain: string }>`
    select ${columns}, r.subdomain from audit_webhook w
      join audit_head h on h.realm_id = w.realm_id join realm r on r.id = w.realm_id
    where h.seq > w.seq and w.next_attempt_at <= ${now} and not r.deactivated
    order by w.next_attempt_at limit ${limit}`.execute(db)
  return rows.map(({ subdomain, ...row }) => ({ ...opened(sealer, row), subdomain }))
}

/** `from` is the position before, so that a webhook which was replaced meanwhile keeps its own. */
export async function recordAuditWebhook(
  db: Db,
  { realmId, seq: from }: AuditWebhook,
  result: { seq: number; failures: number; problem: string | null; nextAttemptAt: Date },
): Promise<boolean> {
  const { seq, failures, problem, nextAttemptAt } = result
  const { numUpdatedRows } = await db
    .updateTable('audit_webhook')
    .set({ seq, failures, problem, next_attempt_at: nextAttemptAt })
    .where('realm_id', '=', realmId)
    .where('seq', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

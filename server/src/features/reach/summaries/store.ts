import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Sealer } from '../../../platform/sealer.ts'

const purpose = 'summary key'
const rowOf = (realmId: number) => `summary_service ${realmId}`

export interface SummaryService {
  baseUrl: string
  model: string
  /** Undefined for services without keys. */
  apiKey: string | undefined
  maxTokens: number
  monthlyTokens: number
}

export async function summaryServiceOf(
  db: Db,
  sealer: Sealer,
  realmId: number,
): Promise<SummaryService | undefined> {
  const row = await db
    .selectFrom('summary_service')
    .selectAll()
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const key = row.key === null ? undefined : (sealer.openJson(purpose, row.key, rowOf(realmId)) as string)
  return {
    baseUrl: row.base_url,
    model: row.model,
    apiKey: key,
    maxTokens: row.max_tokens,
    monthlyTokens: row.monthly_tokens,
  }
}

export async function storeSummaryService(tx: Tx, service: SummaryService): Promise<void> {
  const { baseUrl, model, apiKey, maxTokens, monthlyTokens } = service
  const row = {
    base_url: baseUrl,
    model,
    key: apiKey === undefined ? null : tx.sealer.sealJson(purpose, JSON.stringify(apiKey), rowOf(tx.realmId)),
    max_tokens: maxTokens,
    monthly_tokens: monthlyTokens,
  }
  await tx.db
    .insertInto('summary_service')
    .values({ realm_id: tx.realmId, ...row })
    .onConflict((conflict) => conflict.column('realm_id').doUpdateSet(row))
    .execute()
}

export async function deleteSummaryService(tx: Tx): Promise<void> {
  await tx.db.deleteFrom('summary_service').where('realm_id', '=', tx.realmId).execute()
}

export interface SummaryUsage {
  requests: number
  tokens: number
}

export async function usageOf(db: Db, realmId: number, month: string): Promise<SummaryUsage> {
  const { rows } = await sql<SummaryUsage>`
    select requests, tokens from summary_usage where realm_id = ${realmId} and month = ${month}`.execute(db)
  return rows[0] ?? { requests: 0, tokens: 0 }
}

/**
 * Counts a request with the tokens that it uses at most, before it is sent, so that concurrent ones cannot exceed the budget together.
 * False if the budget does not suffice.
 */
export async function reserveTokens(
  db: Db,
  realmId: number,
  month: string,
  tokens: number,
  budget: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into summary_usage as used (realm_id, month, requests, tokens)
    select ${realmId}, ${month}, 1, ${tokens} where ${tokens}::bigint <= ${budget}::bigint
    on conflict (realm_id, month) do update
      set requests = used.requests + 1, tokens = used.tokens + excluded.tokens
      where used.tokens + excluded.tokens <= ${budget}
    returning 1`.execute(db)
  return rows.length > 0
}

/** Corrects a reservation by the difference to the tokens that were used. */
export async function correctTokens(
  db: Db,
  realmId: number,
  month: string,
  difference: number,
): Promise<void> {
  await sql`
    update summary_usage set tokens = greatest(0, tokens + ${difference})
    where realm_id = ${realmId} and month = ${month}`.execute(db)
}

import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { ErasedIdentity, ErasureStep } from '../../../db/tables/erasure.ts'
import type { Tx } from '../../../events/transaction.ts'

export interface Erasure {
  userId: number
  realmId: number
  messages: 'keep' | 'delete'
  identity: ErasedIdentity
  step: ErasureStep
  position: number
}

export interface ErasureState {
  messages: 'keep' | 'delete'
  step: ErasureStep
  position: number
  total: number
  requestedAt: Date
  finishedAt: Date | null
}

export async function isErased(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('erasure')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertErasure(
  tx: Tx,
  erasure: Erasure & { requesterId: number | null; requestedAt: Date },
): Promise<void> {
  await tx.db
    .insertInto('erasure')
    .values({
      user_id: erasure.userId,
      realm_id: tx.realmId,
      messages: erasure.messages,
      requester_id: erasure.requesterId,
      requested_at: erasure.requestedAt,
      finished_at: null,
      identity: JSON.stringify(erasure.identity),
      step: erasure.step,
    })
    .execute()
}

export async function stateOfErasure(
  db: Db,
  realmId: number,
  userId: number,
): Promise<ErasureState | undefined> {
  const row = await db
    .selectFrom('erasure')
    .select(['messages', 'step', 'position', 'total', 'requested_at', 'finished_at'])
    .where('user_id', '=', userId)
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
  return (
    row && {
      messages: row.messages,
      step: row.step,
      position: row.position,
      total: row.total,
      requestedAt: row.requested_at,
      finishedAt: row.finished_at,
    }
  )
}

/** An erasure to continue, oldest first. */
export async function nextErasure(db: Db, except: readonly number[] = []): Promise<Erasure | undefined> {
  const row = await db
    .selectFrom('erasure')
    .select(['user_id', 'realm_id', 'messages', 'identity', 'step', 'position'])
    .where('finished_at', 'is', null)
    .where(sql<boolean>`user_id <> all(${except}::bigint[])`)
    .orderBy('requested_at')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined || row.identity === null) return undefined
  const { user_id: userId, realm_id: realmId, messages, identity, step, position } = row
  return { userId, realmId, messages, identity, step, position }
}

/** Locks an erasure in the state that the work was chosen for. False if another process has continued it. */
export async function lockErasure(tx: Tx, { userId, step, position }: Erasure): Promise<boolean> {
  const row = await tx.db
    .selectFrom('erasure')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('step', '=', step)
    .where('position', '=', position)
    .where('finished_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function storeProgress(
  tx: Tx,
  userId: number,
  progress: { step?: ErasureStep; position: number; total?: number },
): Promise<void> {
  await tx.db.updateTable('erasure').set(progress).where('user_id', '=', userId).execute()
}

/** The identity is gone from here on, too. */
export async function finishErasure(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx.db
    .updateTable('erasure')
    .set({ finished_at: now, identity: null })
    .where('user_id', '=', userId)
    .execute()
}

/** Names and addresses that the person had earlier, as far as the audit log has them. */
export async function formerIdentity(
  db: Db,
  realmId: number,
  userId: number,
): Promise<{ names: string[]; emails: string[] }> {
  const { rows } = await sql<{ name: string | null; email: string | null }>`
    select values::json->>'full_name' as name, values::json->>'email' as email
    from audit_entry, lateral (values (before), (after)) as part (values)
    where realm_id = ${realmId} and target_type = 'user' and target_id = ${userId} and values is not null
      and kind in ('user.renamed', 'email.changed', 'user.created')
    order by seq desc limit 100`.execute(db)
  const texts = (list: (string | null)[]) => [...new Set(list.filter((one) => one !== null && one !== ''))]
  return {
    names: texts(rows.map((row) => row.name)) as string[],
    emails: texts(rows.map((row) => row.email)) as string[],
  }
}

/** Removes everything that identifies an account. The address and name are the pseudonym's. */
export async function pseudonymizeAccount(
  tx: Tx,
  userId: number,
  pseudonym: { name: string; email: string },
): Promise<void> {
  await tx.db
    .updateTable('account')
    .set({
      full_name: pseudonym.name,
      delivery_email: pseudonym.email,
      modified_at: sql`now()`,
      password_hash: null,
      api_key: null,
      api_key_hash: null,
      api_key_sealed: null,
      timezone: '',
      settings: '{}',
      onboarding_done: [],
    })
    .where('id', '=', userId)
    .execute()
}

/** Whether a legal hold keeps messages. Erasing changes messages of others, too, so a hold on anybody counts. */
export async function isHoldInForce(tx: Tx): Promise<boolean> {
  const hold = await tx.db
    .selectFrom('legal_hold')
    .select('id')
    .where('realm_id', '=', tx.realmId)
    .where('released_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return hold !== undefined
}

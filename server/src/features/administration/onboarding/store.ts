import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Tx } from '../../../events/transaction.ts'

/** Marks a step as done. False if it already was. */
export async function addStep(tx: Tx, userId: number, step: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update account set onboarding_done = onboarding_done || ${step}::text
    where id = ${userId} and not onboarding_done @> array[${step}::text]`.execute(tx.db)
  return Number(numAffectedRows) > 0
}

export const stepsQuery = (db: Db, userId: number) =>
  db.selectFrom('account').select('onboarding_done').where('id', '=', userId)

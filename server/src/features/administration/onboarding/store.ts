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

/** The steps that a user has done, and the product that they were imported from. */
export interface StepsRow {
  onboarding_done: string[]
  imported_from: string | null
}

export const stepsQuery = (db: Db, userId: number) =>
  db
    .selectFrom('account')
    .leftJoin('realm_import', (join) =>
      join
        .onRef('realm_import.realm_id', '=', 'account.realm_id')
        // Others joined later.
        .onRef('realm_import.finished_at', '>=', 'account.created_at'),
    )
    .select(['onboarding_done', 'realm_import.source as imported_from'])
    .where('account.id', '=', userId)

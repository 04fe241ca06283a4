import type { SignInPolicy } from '@loquat/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { SessionLimits } from '../../../directory/sign-in-policy.ts'
import type { Tx } from '../../../events/transaction.ts'

/** Stores a policy, for every process from the commit on, with an entry in the audit log. */
export async function storePolicy(tx: Tx, before: SignInPolicy, after: SignInPolicy): Promise<void> {
  await tx.db
    .updateTable('realm')
    .set({ sign_in_policy: JSON.stringify(after) })
    .where('id', '=', tx.realmId)
    .execute()
  tx.audit({ kind: 'organization.sign_in_policy_changed', before: { ...before }, after: { ...after } })
  tx.publish({ type: 'refresh' }, { users: [] }, { realm: true })
}

/** Whether an account has logged in with single sign-on. LDAP is a password. */
export async function hasSingleSignOnIdentity(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from external_identity where user_id = ${userId} and issuer <> 'ldap' limit 1`.execute(db)
  return rows.length > 0
}

/** Organizations with limits on sessions. */
export async function realmsWithSessionLimits(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from realm where sign_in_policy <> '{}' and not deactivated order by id`.execute(db)
  return rows.map((row) => row.id)
}

/** Organizations with sessions whose time is over. */
export async function realmsWithExpiredSessions(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ realm_id: number }>`
    select distinct realm_id from session where expires_at <= ${now} order by realm_id`.execute(db)
  return rows.map((row) => row.realm_id)
}

export interface RoleLimits extends SessionLimits {
  role: number
}

/** Deletes sessions beyond the limits of the roles, at most `limit`. Returns the users who had them. */
export async function deleteSessionsBeyond(
  tx: Tx,
  limits: readonly RoleLimits[],
  now: number,
  limit: number,
): Promise<number[]> {
  const before = (ms: number | undefined) => (ms === undefined ? null : new Date(now - ms))
  const { rows } = await sql<{ user_id: number }>`
    delete from session where id in (
      select s.id from session s
      join account a on a.id = s.user_id
      join unnest(
        ${limits.map(({ role }) => role)}::integer[],
        ${limits.map(({ lifetimeMs }) => before(lifetimeMs))}::timestamptz[],
        ${limits.map(({ idleMs }) => before(idleMs))}::timestamptz[]
      ) as l (role, opened_before, used_before) on l.role = a.role
      where s.realm_id = ${tx.realmId}
        and (s.expires_at <= ${new Date(now)} or s.created_at <= l.opened_before or s.last_used_at <= l.used_before)
      order by s.id limit ${limit}
    ) returning user_id`.execute(tx.db)
  return [...new Set(rows.map((row) => row.user_id))]
}

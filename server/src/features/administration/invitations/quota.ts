import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { isAdmin, type User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { addSent, sentOn } from './quota-store.ts'

/**
 * Counts invitations against the daily quotas of the organization and the inviter, and throws if one would be exceeded. Only
 * the quota of the organization applies to administrators. Requires an exclusive transaction.
 */
export async function useQuota(app: App, tx: Tx, inviter: User, count: number): Promise<void> {
  if (count === 0) return
  const now = app.clock.now()
  const { maxInvitationsPerDay, maxInvitationsPerPersonPerDay } = app.config
  const { byAll, byInviter } = await sentOn(tx, inviter.id, now)
  if (byAll + count > maxInvitationsPerDay) {
    throw apiError('invitation-quota-of-organization-exceeded', { max: maxInvitationsPerDay }, exceeded)
  }
  if (!isAdmin(inviter) && byInviter + count > maxInvitationsPerPersonPerDay) {
    throw apiError('invitation-quota-of-sender-exceeded', { max: maxInvitationsPerPersonPerDay }, exceeded)
  }
  await addSent(tx, inviter.id, now, count)
}

const exceeded = {
  errors: [],
  sent_invitations: false,
  daily_limit_reached: true,
  license_limit_reached: false,
}

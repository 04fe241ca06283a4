import type { Tx } from '../../../events/transaction.ts'
import { job } from '../../../jobs/job.ts'
import { sendEmail, sendEmails } from '../../../jobs/send-email.ts'
import { cancel, enqueue, enqueueAll } from '../../../jobs/store.ts'
import { invitationEmail, reminderEmail } from './emails.ts'
import { deleteCountsBefore } from './quota-store.ts'
import { deleteExpiredInvitations, type Invitation, invitations } from './store.ts'

const dayMs = 24 * 60 * 60 * 1_000
const reminderDays = 2
const minValidityForReminderMs = 4 * dayMs

const reminderKey = (id: number) => `invitation reminder ${id}`

/** Schedules reminders shortly before invitations expire, unless they expire soon or never. */
export async function enqueueReminders(tx: Tx, invitations: readonly Invitation[]): Promise<void> {
  const reminders = invitations.flatMap(({ id, createdAt, expiresAt }) => {
    if (expiresAt === null || expiresAt.getTime() - createdAt.getTime() < minValidityForReminderMs) return []
    const at = new Date(expiresAt.getTime() - reminderDays * dayMs)
    return [{ payload: { realmId: tx.realmId, id }, at, key: reminderKey(id) }]
  })
  await enqueueAll(tx.db, remindOfInvitation, reminders)
}

export async function cancelReminders(tx: Tx, ids: readonly number[]): Promise<void> {
  await cancel(tx.db, ...ids.map(reminderKey))
}

/** Enqueues the emails of new invitations, so that they are composed outside the exclusive transaction. */
export async function enqueueInvitationEmails(tx: Tx, invitations: readonly Invitation[]): Promise<void> {
  if (invitations.length === 0) return
  await enqueue(tx.db, sendInvitationEmails, { realmId: tx.realmId, ids: invitations.map(({ id }) => id) })
}

/** Sends the emails of invitations that have not been revoked in the meantime. */
export const sendInvitationEmails = job<{ realmId: number; ids: number[] }>({
  name: 'mail-invitations',
  run: async (app, { realmId, ids }) => {
    const { db } = app.database
    const { sealer } = app
    const { directory } = await app.realms.byId(realmId)
    const found = await invitations(db, realmId, new Date(app.clock.now()), { ids })
    const emails = found.flatMap((invitation) => {
      const inviter = directory.users.get(invitation.inviterId)
      return inviter?.isActive ? [invitationEmail(directory, sealer, inviter, invitation)] : []
    })
    if (!directory.realm.deactivated) await sendEmails({ db, sealer }, emails)
  },
})

export const remindOfInvitation = job<{ realmId: number; id: number }>({
  name: 'remind-of-invitation',
  run: async (app, { realmId, id }) => {
    const { db } = app.database
    const [invitation] = await invitations(db, realmId, new Date(app.clock.now()), { id })
    const { directory } = await app.realms.byId(realmId)
    const inviter = directory.users.get(invitation?.inviterId ?? 0)
    if (invitation === undefined || !inviter?.isActive || directory.realm.deactivated) return
    const { sealer } = app
    await sendEmail({ db, sealer }, reminderEmail(directory, sealer, inviter, invitation))
  },
})

/** Expired invitations are kept for a while, so that an old link shows that it has expired. */
export const deleteOldInvitations = job<object>({
  name: 'forget-invitations',
  every: '37 3 * * *',
  run: async ({ database: { backgroundDb: db }, clock }) => {
    await deleteExpiredInvitations(db, new Date(clock.now() - 30 * dayMs))
    await deleteCountsBefore(db, clock.now() - 7 * dayMs)
  },
})

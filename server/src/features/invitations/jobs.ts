import type { Tx } from '../../db/transaction.ts'
import { cancel, enqueue, job } from '../../jobs/job.ts'
import { sendMail } from '../../mail/send.ts'
import { reminderLetter } from './letters.ts'
import { deleteExpiredInvitations, type Invitation, invitations } from './store.ts'

const day = 24 * 60 * 60 * 1_000
const daysBeforeTheEnd = 2
const shortestForAReminder = 4 * day

const reminderKey = (id: number) => `invitation reminder ${id}`

/** Reminds of an invitation shortly before its end, if there is one and it is not soon. */
export async function remindLater(tx: Tx, { id, createdAt, expiresAt }: Invitation): Promise<void> {
  if (expiresAt === null || expiresAt.getTime() - createdAt.getTime() < shortestForAReminder) return
  const at = new Date(expiresAt.getTime() - daysBeforeTheEnd * day)
  await enqueue(tx.db, remindOfInvitation, { realmId: tx.realmId, id }, { at, key: reminderKey(id) })
}

export async function forgetReminder(tx: Tx, id: number): Promise<void> {
  await cancel(tx.db, reminderKey(id))
}

export const remindOfInvitation = job<{ realmId: number; id: number }>({
  name: 'remind-of-invitation',
  run: async (app, { realmId, id }) => {
    const { db } = app.database
    const [invitation] = await invitations(db, realmId, new Date(app.clock.now()), { id })
    const { directory } = await app.realms.byId(realmId)
    const inviter = directory.users.get(invitation?.inviterId ?? 0)
    if (invitation === undefined || !inviter?.isActive || directory.realm.deactivated) return
    const { sealer } = app
    await sendMail({ db, sealer }, reminderLetter(directory, sealer, inviter, invitation))
  },
})

/** They are kept for a while: whoever opens an old link is told that it is too old. */
export const forgetInvitations = job<object>({
  name: 'forget-invitations',
  every: '37 3 * * *',
  run: async ({ database: { backgroundDb: db }, clock }) => {
    await deleteExpiredInvitations(db, new Date(clock.now() - 30 * day))
  },
})

import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type Directory, isAdmin, type User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { invitationEmail, joinUrl } from './emails.ts'
import { cancelReminders, enqueueReminders } from './jobs.ts'
import { publishInvitations } from './publish.ts'
import { useQuota } from './quota.ts'
import {
  deleteInvitations,
  deleteInvitationsOf,
  invitationKey,
  invitationLinks,
  invitations,
  type PendingInvitation,
} from './store.ts'

/** Administrators see all invitations, others their own. */
export async function listInvitations(app: App, { id, directory }: Realm, viewer: User) {
  const { db } = app.database
  const now = new Date(app.clock.now())
  const isShown = ({ inviterId }: PendingInvitation) => isAdmin(viewer) || inviterId === viewer.id
  const common = (one: PendingInvitation) => ({
    id: one.id,
    invited_by_user_id: one.inviterId,
    invited: toSeconds(one.createdAt.getTime()),
    expiry_date: one.expiresAt === null ? null : toSeconds(one.expiresAt.getTime()),
    invited_as: one.role,
  })
  const linkOf = (one: PendingInvitation) => joinUrl(directory, invitationKey(app.sealer, one))
  const byEmail = (await invitations(db, id, now)).filter(isShown)
  const links = (await invitationLinks(db, id, now)).filter(isShown)
  return [
    ...byEmail.map((one) => ({
      ...common(one),
      email: one.email,
      notify_referrer_on_join: one.notifyInviter,
      is_multiuse: false,
      ...(getsLink(app, viewer, one) ? { link_url: linkOf(one) } : {}),
    })),
    ...links.map((one) => ({
      ...common(one),
      ...(mayJoinAs(viewer, one) ? { link_url: linkOf(one) } : {}),
      is_multiuse: true,
    })),
  ]
}

/** Through a link for owners, an administrator could become an owner. */
const mayJoinAs = (viewer: User, { role }: PendingInvitation) => role !== 100 || viewer.role === 100

/**
 * The link of an email invitation proves access to that mailbox. Administrators may see it only if the server
 * sends no email.
 */
const getsLink = (app: App, viewer: User, invitation: PendingInvitation) =>
  app.config.smtpUrl === undefined && isAdmin(viewer) && mayJoinAs(viewer, invitation)

/** The creator always may. For owner invitations, otherwise only owners. */
function assertMayManage(caller: User, { inviterId, role }: PendingInvitation): void {
  if (inviterId === caller.id) return
  if (!isAdmin(caller)) throw apiError('invitation-change-denied')
  if (role === 100 && caller.role !== 100) {
    throw apiError('invitation-change-of-owner-denied')
  }
}

const targetOf = (id: number) => ({ type: 'invitation', id }) as const

const auditedInvitation = (one: PendingInvitation & { email?: string }) => ({
  role: one.role,
  inviter_id: one.inviterId,
  ...(one.email === undefined ? {} : { email: one.email }),
})

export async function revokeInvitation(app: App, realm: Realm, callerId: number, id: number): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const [invitation] = await invitations(tx.db, realm.id, new Date(app.clock.now()), { id })
    if (invitation === undefined) throw apiError('invitation-not-found')
    assertMayManage(callerOf(realm.directory, callerId), invitation)
    await deleteInvitations(tx, 'invitation', [id])
    tx.audit({ kind: 'invitation.revoked', target: targetOf(id), before: auditedInvitation(invitation) })
    await cancelReminders(tx, [id])
    publishInvitations(tx, realm.directory, invitation.inviterId)
  })
}

export async function revokeLink(app: App, realm: Realm, callerId: number, id: number): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const [link] = await invitationLinks(tx.db, realm.id, new Date(app.clock.now()), { id })
    if (link === undefined) throw apiError('invitation-not-found')
    assertMayManage(callerOf(realm.directory, callerId), link)
    await deleteInvitations(tx, 'invitation_link', [id])
    tx.audit({ kind: 'invitation_link.revoked', target: targetOf(id), before: auditedInvitation(link) })
    publishInvitations(tx, realm.directory, link.inviterId)
  })
}

/** Sends the email again. The expiry stays the same. */
export async function resendInvitation(app: App, realm: Realm, callerId: number, id: number): Promise<void> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    const [invitation] = await invitations(tx.db, realm.id, new Date(app.clock.now()), { id })
    if (invitation === undefined) throw apiError('invitation-not-found')
    const caller = callerOf(directory, callerId)
    assertMayManage(caller, invitation)
    const inviter = directory.users.get(invitation.inviterId)
    if (inviter === undefined) throw apiError('invitation-not-found')
    await useQuota(app, tx, caller, 1)
    await sendEmail(tx, invitationEmail(directory, tx.sealer, inviter, invitation))
    await enqueueReminders(tx, [invitation])
    tx.audit({ kind: 'invitation.resent', target: targetOf(id), after: { email: invitation.email } })
  })
}

/** Withdraws the invitations of a user who leaves. */
export async function withdrawInvitationsOf(tx: Tx, directory: Directory, user: User): Promise<void> {
  const { byEmail, any } = await deleteInvitationsOf(tx, user.id)
  await cancelReminders(tx, byEmail)
  if (any) publishInvitations(tx, directory, user.id)
}

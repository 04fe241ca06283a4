import { apiError, inviteDenial, inviteLinkDenial, maxInvitations, type Role } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type Directory, isAdmin, type User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { parseEmail } from '../../identity/users/rules.ts'
import { checkedExpiry } from '../guest-expiry/actions.ts'
import { joinUrl } from './emails.ts'
import { enqueueInvitationEmails, enqueueReminders } from './jobs.ts'
import { publishInvitations } from './publish.ts'
import { useQuota } from './quota.ts'
import {
  addressFailure,
  assertMayOffer,
  existingAccountFailure,
  type InvitationFailure,
  parseAddresses,
} from './rules.ts'
import { type InvitationOffer, insertInvitationLink, insertInvitations, invitationKey } from './store.ts'

export interface InvitationRequest {
  role: Role
  channelIds: readonly number[]
  groupIds: readonly number[]
  includeDefaults: boolean
  /** Null means forever; undefined means the server's default. */
  minutes: number | null | undefined
  /** When the account of a guest expires, in seconds. */
  guestExpiry: number | null
}

const failure = (errors: InvitationFailure[], sent: boolean) => ({
  errors,
  sent_invitations: sent,
  daily_limit_reached: false,
  license_limit_reached: false,
})

/** Minimum age of an account to invite others in an open organization. */
const minInviterAgeMs = 3 * 24 * 60 * 60 * 1_000

/** Sends invitations by email. Throws individual failures after the others have been invited. */
export async function invite(
  app: App,
  realm: Realm,
  callerId: number,
  request: InvitationRequest & { emails: string; notifyInviter: boolean },
): Promise<void> {
  const { directory } = realm
  const addresses = parseAddresses(request.emails)
  if (addresses.length > maxInvitations) {
    throw apiError('invitation-emails-too-many', { max: maxInvitations })
  }
  const failures = await realm.transactExclusively(async (tx) => {
    const caller = callerOf(directory, callerId)
    assertMayOffer(directory, caller, inviteDenial, request)
    if (request.emails === '') throw apiError('invitation-emails-missing')
    const now = app.clock.now()
    const isOpen = !directory.setting('invite_required')
    if (isOpen && !isAdmin(caller) && now - caller.createdAt < minInviterAgeMs) {
      throw apiError('invitation-sender-too-new', {}, failure([], false))
    }
    const { welcome, known: existing } = splitAddresses(directory, addresses)
    await useQuota(app, tx, caller, welcome.length)
    const emails = welcome.map((address) => parseEmail(address) ?? address)
    const offer = offerOf(app, caller, request)
    const invitations = await insertInvitations(tx, offer, emails, request.notifyInviter)
    await enqueueInvitationEmails(tx, invitations)
    await enqueueReminders(tx, invitations)
    if (welcome.length > 0) {
      publishInvitations(tx, directory, caller.id)
      tx.audit({ kind: 'invitation.sent', after: { emails, ...auditedOffer(offer) } })
    }
    return existing
  })
  if (failures.length > 0) {
    throw apiError('invitation-some-emails-taken', {}, failure(failures, true))
  }
}

/**
 * Splits addresses into those to invite and those with an account. Throws if one cannot be invited, or none
 * can.
 */
function splitAddresses(
  directory: Directory,
  addresses: readonly string[],
): { welcome: string[]; known: InvitationFailure[] } {
  const found = (look: (directory: Directory, address: string) => InvitationFailure | undefined) =>
    addresses.map((address) => look(directory, address)).filter((one) => one !== undefined)
  const objections = found(addressFailure)
  const existing = found(existingAccountFailure)
  if (objections.length > 0) {
    throw apiError('invitation-emails-denied', {}, failure([...objections, ...existing], false))
  }
  const welcome = addresses.filter((address) => existingAccountFailure(directory, address) === undefined)
  if (addresses.length > 0 && welcome.length === 0) {
    throw apiError('invitation-emails-taken', {}, failure(existing, false))
  }
  return { welcome, known: existing }
}

function offerOf(app: App, caller: User, request: InvitationRequest): InvitationOffer {
  const now = app.clock.now()
  const minutes = request.minutes === undefined ? app.config.invitationMinutes : request.minutes
  return {
    inviterId: caller.id,
    role: request.role,
    channelIds: [...new Set(request.channelIds)],
    groupIds: [...new Set(request.groupIds)],
    includeDefaults: request.includeDefaults,
    createdAt: new Date(now),
    expiresAt: minutes === null ? null : inMinutes(now, minutes),
    accountExpiresAt: guestExpiryOf(request, now),
  }
}

const guestRole = 600

function guestExpiryOf({ role, guestExpiry }: InvitationRequest, now: number): Date | null {
  if (guestExpiry === null) return null
  if (role !== guestRole) throw apiError('guest-expiry-not-guest')
  return checkedExpiry(guestExpiry, now)
}

const auditedOffer = ({ role, channelIds, groupIds, expiresAt }: InvitationOffer) => ({
  role,
  channel_ids: channelIds,
  group_ids: groupIds,
  expires_at: expiresAt,
})

/** The latest date that the database and the API can represent. */
const lastDate = Date.UTC(9999, 0)

const inMinutes = (now: number, minutes: number) =>
  new Date(Math.max(0, Math.min(lastDate, now + minutes * 60_000)))

/** Creates a multi-use link. */
export async function createLink(
  app: App,
  realm: Realm,
  callerId: number,
  request: InvitationRequest,
): Promise<string> {
  const { directory } = realm
  return await realm.transactExclusively(async (tx: Tx) => {
    const caller = callerOf(directory, callerId)
    assertMayOffer(directory, caller, inviteLinkDenial, request)
    const offer = offerOf(app, caller, request)
    const link = await insertInvitationLink(tx, offer)
    const target = { type: 'invitation', id: link.id } as const
    tx.audit({ kind: 'invitation_link.created', target, after: auditedOffer(offer) })
    publishInvitations(tx, directory, caller.id)
    return joinUrl(directory, invitationKey(tx.sealer, link))
  })
}

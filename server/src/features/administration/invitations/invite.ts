import { maxInvitations, type Role, refuse } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type Directory, isAdmin, type User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { parseEmail } from '../../identity/users/rules.ts'
import { joinUrl } from './emails.ts'
import { mailLater, remindLater } from './jobs.ts'
import { publishInvitations } from './publish.ts'
import { useQuota } from './quota.ts'
import { addressesIn, assertMayOffer, existing, type Failure, objectionTo } from './rules.ts'
import { insertInvitationLink, insertInvitations, invitationKey, type Offer } from './store.ts'

export interface InvitationRequest {
  role: Role
  channelIds: readonly number[]
  groupIds: readonly number[]
  includeDefaults: boolean
  /** Null for ever; undefined as the server has it. */
  minutes: number | null | undefined
}

const failed = (message: string, errors: Failure[], sent: boolean) =>
  refuse('InvitationFailed', message, {
    errors,
    sent_invitations: sent,
    daily_limit_reached: false,
    license_limit_reached: false,
  })

/** How old an account must be to bring others where anybody can come anyway. */
const probationMilliseconds = 3 * 24 * 60 * 60 * 1_000

/** Invites people by mail. Throws what went wrong for some after the others have been invited. */
export async function invite(
  app: App,
  realm: Realm,
  callerId: number,
  request: InvitationRequest & { emails: string; notifyInviter: boolean },
): Promise<void> {
  const { directory } = realm
  const addresses = addressesIn(request.emails)
  if (addresses.length > maxInvitations) {
    throw refuse('BadRequest', `invitee_emails: must have at most ${maxInvitations} addresses.`)
  }
  const failures = await realm.transactExclusively(async (tx) => {
    const caller = callerOf(directory, callerId)
    assertMayOffer(directory, caller, 'can_invite_users_group', request)
    if (request.emails === '') throw refuse('BadRequest', 'invitee_emails: no address was given.')
    const now = app.clock.now()
    const isOpen = !directory.setting('invite_required')
    if (isOpen && !isAdmin(caller) && now - caller.createdAt < probationMilliseconds) {
      throw failed('Your account is too new to invite others. Nobody was invited.', [], false)
    }
    const { welcome, known } = sorted(directory, addresses)
    await useQuota(app, tx, caller, welcome.length)
    const emails = welcome.map((address) => parseEmail(address) ?? address)
    const offer = offerOf(app, caller, request)
    const invitations = await insertInvitations(tx, offer, emails, request.notifyInviter)
    await mailLater(tx, invitations)
    await remindLater(tx, invitations)
    if (welcome.length > 0) publishInvitations(tx, directory, caller.id)
    return known
  })
  if (failures.length > 0) {
    throw failed('Some of these people have an account already. The others were invited.', failures, true)
  }
}

/** Whom to invite, and who is known already. Throws if there is somebody who cannot be invited, or nobody who can. */
function sorted(directory: Directory, addresses: readonly string[]): { welcome: string[]; known: Failure[] } {
  const found = (look: (directory: Directory, address: string) => Failure | undefined) =>
    addresses.map((address) => look(directory, address)).filter((one) => one !== undefined)
  const objections = found(objectionTo)
  const known = found(existing)
  if (objections.length > 0) {
    throw failed('Some addresses cannot be invited. Nobody was invited.', [...objections, ...known], false)
  }
  const welcome = addresses.filter((address) => existing(directory, address) === undefined)
  if (addresses.length > 0 && welcome.length === 0) {
    throw failed('All of these people have an account already.', known, false)
  }
  return { welcome, known }
}

function offerOf(app: App, caller: User, request: InvitationRequest): Offer {
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
  }
}

/** The farthest that dates reach in the database and on the wire alike. */
const lastDate = Date.UTC(9999, 0)

const inMinutes = (now: number, minutes: number) =>
  new Date(Math.max(0, Math.min(lastDate, now + minutes * 60_000)))

/** Makes a link for any number of people. */
export async function createLink(
  app: App,
  realm: Realm,
  callerId: number,
  request: InvitationRequest,
): Promise<string> {
  const { directory } = realm
  return await realm.transactExclusively(async (tx: Tx) => {
    const caller = callerOf(directory, callerId)
    assertMayOffer(directory, caller, 'create_multiuse_invite_group', request)
    const link = await insertInvitationLink(tx, offerOf(app, caller, request))
    publishInvitations(tx, directory, caller.id)
    return joinUrl(directory, invitationKey(tx.sealer, link))
  })
}

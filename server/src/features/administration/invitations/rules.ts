import {
  addMembersDenial,
  addSubscribersDenial,
  apiError,
  type inviteDenial,
  type inviteLinkDenial,
  inviteRoleDenial,
  type Role,
  reasonRow,
} from '@loquat/contract'
import type { Directory, User } from '../../../directory/directory.ts'
import { canReadChannel, canSeeChannel, permissionsOf } from '../../../directory/permissions.ts'
import { trim } from '../../../text.ts'
import { parseEmail } from '../../identity/users/rules.ts'
import { addressDenial } from '../domains/rules.ts'
import { assertMay, findActiveGroup } from '../user-groups/rules.ts'

export interface OfferRequest {
  role: Role
  channelIds: readonly number[]
  groupIds: readonly number[]
}

/** Checks whether the caller may invite with this role, channels and groups, by email or link. */
export function assertMayOffer(
  directory: Directory,
  caller: User,
  rule: typeof inviteDenial | typeof inviteLinkDenial,
  { role, channelIds, groupIds }: OfferRequest,
): void {
  if (rule(permissionsOf(directory), caller) !== undefined) {
    throw apiError('invitation-denied')
  }
  const denial = inviteRoleDenial(caller, role)
  if (denial === 'owners-only') {
    throw apiError('invitation-of-owner-denied')
  }
  if (denial === 'administrators-only') {
    throw apiError('invitation-of-moderator-denied')
  }
  assertChannels(directory, caller, channelIds)
  for (const id of groupIds) {
    const group = findActiveGroup(directory, id)
    if (group.isSystem) throw apiError('invitation-system-group-denied', { group: group.name })
    assertMay(directory, caller, group, addMembersDenial)
  }
}

function assertChannels(directory: Directory, caller: User, channelIds: readonly number[]): void {
  for (const id of channelIds) {
    const channel = directory.channels.get(id)
    const isThere = channel !== undefined && canSeeChannel(directory, caller, channel)
    if (!isThere || channel.isArchived || !canReadChannel(directory, caller, channel)) {
      throw apiError('invitation-channel-not-found', { channel: id })
    }
    const denial = addSubscribersDenial(permissionsOf(directory), caller, channel)
    if (!directory.defaultChannels.has(id) && denial !== undefined) {
      throw apiError('invitation-channel-denied', { channel: channel.name })
    }
  }
}

/** Parses `Ana <ana@example.com>, bo@example.com`, on one or more lines, without duplicates. */
export function parseAddresses(text: string): string[] {
  const parts = text.split(/[,\n]/).map((part) => trim(/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part))
  return [...new Set(parts.filter((part) => part !== ''))]
}

/** An address, the reason it cannot be invited, and whether its account is deactivated. */
export type InvitationFailure = [address: string, reason: string, deactivated: boolean]

/** Why an address cannot be invited at all. */
export function addressFailure(directory: Directory, address: string): InvitationFailure | undefined {
  if (parseEmail(address) === undefined) return [address, 'This is not an email address.', false]
  const denial = addressDenial(directory, address)
  return denial === undefined ? undefined : [address, reasonRow(denial).text, false]
}

/** Addresses with a current or former account. Includes system bots. */
export function existingAccountFailure(directory: Directory, address: string): InvitationFailure | undefined {
  const user = directory.userByEmail(address)
  if (user === undefined) return undefined
  return !user.isActive
    ? [address, 'This account has been deactivated.', true]
    : [address, 'There is an account with this address already.', false]
}

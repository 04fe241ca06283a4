import { apiError, type Role, reasonRow } from '@loquat/contract'
import { type Directory, isAdmin, type User } from '../../../directory/directory.ts'
import { canReadChannel, canSeeChannel, hasRealmPermission } from '../../../directory/permissions.ts'
import { trim } from '../../../text.ts'
import { parseEmail } from '../../identity/users/rules.ts'
import { mayAddOthers } from '../../places/channels/rules.ts'
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
  permission: 'can_invite_users_group' | 'create_multiuse_invite_group',
  { role, channelIds, groupIds }: OfferRequest,
): void {
  if (!hasRealmPermission(directory, caller, permission)) {
    throw apiError('invitation-denied')
  }
  if (role === 100 && caller.role !== 100) {
    throw apiError('invitation-of-owner-denied')
  }
  if ((role === 200 || role === 300) && !isAdmin(caller)) {
    throw apiError('invitation-of-moderator-denied')
  }
  assertChannels(directory, caller, channelIds)
  for (const id of groupIds) {
    const group = findActiveGroup(directory, id)
    if (group.isSystem) throw apiError('invitation-system-group-denied', { group: group.name })
    assertMay(directory, caller, group, 'can_add_members_group')
  }
}

function assertChannels(directory: Directory, caller: User, channelIds: readonly number[]): void {
  for (const id of channelIds) {
    const channel = directory.channels.get(id)
    const isThere = channel !== undefined && canSeeChannel(directory, caller, channel)
    if (!isThere || channel.isArchived || !canReadChannel(directory, caller, channel)) {
      throw apiError('invitation-channel-not-found', { channel: id })
    }
    if (!directory.defaultChannels.has(id) && !mayAddOthers(directory, caller, channel)) {
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

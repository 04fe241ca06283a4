import type { Role } from '@loquat/contract'
import { roles } from '@loquat/contract/light'
import { api } from '../session/api.ts'
import { attempt, attemptFor, type Problem } from '../session/attempt.ts'
import { invalidate, useResource } from '../session/resource.ts'

/** Re-fetched when an event says that invitations changed; see `resource-sync.ts`. */
export const invitationsKey = 'invitations'

export const useInvitations = () =>
  useResource(invitationsKey, async (signal) => (await api.getInvitations({}, { signal })).invites)

export interface Invitation {
  role: number
  channelIds: number[]
  groupIds: number[]
  /** Null: it never expires. */
  expiresInMinutes: number | null
  withDefaults: boolean
  /** When the accounts of guests expire, in seconds. */
  guestExpiresAt: number | null
}

const invitationParams = ({
  role,
  channelIds,
  groupIds,
  expiresInMinutes,
  withDefaults,
  guestExpiresAt,
}: Invitation) => ({
  invite_as: role as Role,
  stream_ids: channelIds,
  group_ids: groupIds,
  invite_expires_in_minutes: expiresInMinutes,
  include_realm_default_subscriptions: withDefaults,
  ...(guestExpiresAt === null ? {} : { guest_expires_at: guestExpiresAt }),
})

/** An email address that could not be invited. */
export interface InviteFailure {
  address: string
  reason: string
}

/** The result of inviting a list of email addresses. */
export interface InviteOutcome {
  invited: readonly string[]
  failures: readonly InviteFailure[]
  problem?: Problem
}

/** Default invitation: a member in the default channels, valid for ten days. */
export const usualInvitation: Invitation = {
  role: roles.member,
  channelIds: [],
  groupIds: [],
  expiresInMinutes: 14_400,
  withDefaults: true,
  guestExpiresAt: null,
}

export async function inviteByEmail(
  addresses: readonly string[],
  invitation: Invitation,
): Promise<InviteOutcome> {
  const problem = await attempt(() =>
    api.sendInvitations({ invitee_emails: addresses.join(','), ...invitationParams(invitation) }),
  )
  invalidate(invitationsKey)
  if (problem === undefined) return { invited: addresses, failures: [] }
  const { errors, sent_invitations: hasSent } = problem.body as {
    errors?: [string, string, boolean][]
    sent_invitations?: boolean
  }
  const failures = (errors ?? []).map(([address, reason]): InviteFailure => ({ address, reason }))
  const failed = new Set(failures.map(({ address }) => address.toLowerCase()))
  const invited = hasSent === true ? addresses.filter((address) => !failed.has(address.toLowerCase())) : []
  return { invited, failures, problem }
}

export async function createInviteLink(invitation: Invitation) {
  const outcome = await attemptFor(() => api.createInvitationLink(invitationParams(invitation)))
  invalidate(invitationsKey)
  return outcome
}

export async function revokeInvitation(id: number, isLink: boolean) {
  const problem = await attempt(() =>
    isLink ? api.revokeInvitationLink({ invite_id: id }) : api.revokeInvitation({ invite_id: id }),
  )
  invalidate(invitationsKey)
  return problem
}

export const resendInvitation = (id: number) => attempt(() => api.resendInvitation({ invite_id: id }))

import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { openReportedSession } from '../sign-in/known-browsers.ts'
import { createLink, invite } from './invite.ts'
import { findSignup, join, needsPassword, requestSignup } from './join.ts'
import { listInvitations, resendInvitation, revokeInvitation, revokeLink } from './manage.ts'

const offerIn = (params: {
  invite_as: 100 | 200 | 300 | 400 | 600
  invite_expires_in_minutes?: number | null | undefined
  include_realm_default_subscriptions: boolean
  guest_expires_at: number | null
  stream_ids: number[]
  group_ids?: number[] | undefined
}) => ({
  role: params.invite_as,
  minutes: params.invite_expires_in_minutes,
  guestExpiry: params.guest_expires_at,
  includeDefaults: params.include_realm_default_subscriptions,
  channelIds: params.stream_ids,
  groupIds: params.group_ids ?? [],
})

export const invitationRoutes = implement(areas.invitations, {
  getInvitations: async ({ app, realm, user }) => ({ invites: await listInvitations(app, realm, user) }),
  sendInvitations: async ({ app, realm, user, params }) => {
    await invite(app, realm, user.id, {
      ...offerIn(params),
      emails: params.invitee_emails,
      notifyInviter: params.notify_referrer_on_join,
    })
    return {}
  },
  createInvitationLink: async ({ app, realm, user, params }) => ({
    invite_link: await createLink(app, realm, user.id, offerIn(params)),
  }),
  revokeInvitation: async ({ app, realm, user, path }) => {
    await revokeInvitation(app, realm, user.id, path.invite_id)
    return {}
  },
  revokeInvitationLink: async ({ app, realm, user, path }) => {
    await revokeLink(app, realm, user.id, path.invite_id)
    return {}
  },
  resendInvitation: async ({ app, realm, user, path }) => {
    await resendInvitation(app, realm, user.id, path.invite_id)
    return {}
  },

  getJoining: async ({ app, realm, path }) => {
    const joining = await findSignup(app, realm, path.key)
    const { email } = joining
    return {
      email: email ?? null,
      invited_by: joining.inviter?.fullName ?? null,
      invited_as: joining.role,
      channels: joining.channels.map((channel) => channel.name),
      has_account: email !== undefined && realm.directory.userByEmail(email) !== undefined,
      needs_password: needsPassword(app, realm.directory),
    }
  },
  requestJoining: async ({ app, realm, params, address }) => {
    await requestSignup(app, realm, { email: params.email, key: params.key, address })
    return {}
  },
  join: async ({ app, realm, path, params, headers, address, setCookies }) => {
    const user = await join(app, realm, path.key, {
      fullName: params.full_name,
      password: params.password,
      timezone: params.timezone,
      emailVisibility: params.email_address_visibility,
    })
    const opened = await openReportedSession(app, realm, user, { headers, address, remember: true })
    setCookies(opened.cookies)
    return {
      user_id: user.id,
      email: user.deliveryEmail,
      session_id: opened.id,
      csrf_token: opened.csrfToken,
    }
  },
})

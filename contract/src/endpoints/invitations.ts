import { z } from 'zod'
import { list, longText, maxObjects, shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { given, sample } from '../example.ts'
import { role } from '../objects/users.ts'
import { flag, json, text } from '../param.ts'
import { userNameReasons } from '../reasons/identity.ts'
import { emailDenialReasons } from '../reasons/sign-in.ts'

const offerReasons = [
  'invitation-denied',
  'guest-expiry-not-guest',
  'guest-expiry-past',
  'invitation-of-owner-denied',
  'invitation-of-moderator-denied',
  'invitation-system-group-denied',
  'invitation-channel-not-found',
  'invitation-channel-denied',
  'user-group-not-found',
  'user-group-deactivated',
  'user-group-change-denied',
] as const

const managementReasons = [
  'invitation-not-found',
  'invitation-change-denied',
  'invitation-change-of-owner-denied',
] as const

const quotaReasons = [
  'invitation-quota-of-organization-exceeded',
  'invitation-quota-of-sender-exceeded',
] as const

/** Maximum number of email addresses in one request. */
export const maxInvitations = 500

/** IDs of channels or groups. */
const ids = list(z.int(), maxObjects)

const common = {
  invite_expires_in_minutes: json(z.int().nullable().optional()),
  invite_as: json(role.default(400)),
  guest_expires_at: json(z.int().nullable().default(null)),
  include_realm_default_subscriptions: flag(),
}

const invitation = z.strictObject({
  id: z.int(),
  invited_by_user_id: z.int(),
  invited: z.int(),
  expiry_date: z.int().nullable(),
  invited_as: role,
  is_multiuse: z.boolean(),
  email: z.string().optional(),
  notify_referrer_on_join: z.boolean().optional(),
  link_url: z.string().optional(),
})

export const getInvitations = endpoint({
  route: 'GET /invites',
  summary: 'Get all invitations',
  notes:
    'Use this to list open invitations: all for administrators, your own otherwise. Email invitations come first; ' +
    'they and invitation links have separate IDs. If the server sends no email (`server_sends_email` in the register ' +
    'response), administrators also get the link of email invitations. Only owners get `link_url` of invitations ' +
    'that create owners.',
  auth: 'user',
  gate: 'member',
  params: {},
  reply: { invites: z.array(invitation) },
})

export const sendInvitations = endpoint({
  route: 'POST /invites',
  summary: 'Send invitations',
  notes:
    'Use this to invite people by email. If some addresses already have an account, the others are invited anyway, ' +
    'and the error lists them. A request can have at most 500 addresses, and the server limits the number of ' +
    'invitations per day (`daily_limit_reached`).',
  auth: 'user',
  gate: 'member',
  params: {
    invitee_emails: text(longText),
    stream_ids: json(ids),
    group_ids: json(ids.optional()),
    notify_referrer_on_join: flag(true),
    ...common,
  },
  example: {
    invitee_emails: 'kim@example.com, lee@example.com',
    stream_ids: [sample.channel],
    invite_expires_in_minutes: 14400,
  },
  reply: {},
  reasons: [
    ...offerReasons,
    ...quotaReasons,
    'invitation-emails-missing',
    'invitation-emails-too-many',
    'invitation-emails-denied',
    'invitation-emails-taken',
    'invitation-some-emails-taken',
    'invitation-sender-too-new',
  ],
})

export const createInvitationLink = endpoint({
  route: 'POST /invites/multiuse',
  summary: 'Create a reusable invitation link',
  notes: 'Use this to let any number of people join with one link.',
  auth: 'user',
  gate: 'member',
  params: {
    stream_ids: json(ids.default([])),
    group_ids: json(ids.default([])),
    ...common,
  },
  example: { stream_ids: [sample.channel], invite_as: 600 },
  reply: { invite_link: z.string() },
  reasons: offerReasons,
})

const byId = { auth: 'user', gate: 'member', path: { invite_id: 'int' }, params: {}, reply: {} } as const

export const revokeInvitation = endpoint({
  route: 'DELETE /invites/{invite_id}',
  summary: 'Revoke an email invitation',
  notes: 'Use this when an invited person should no longer be able to join.',
  reasons: managementReasons,
  ...byId,
  example: { invite_id: sample.invitation },
})

export const revokeInvitationLink = endpoint({
  route: 'DELETE /invites/multiuse/{invite_id}',
  summary: 'Revoke a reusable invitation link',
  notes: 'Use this when a link should no longer work. Users who joined with it stay.',
  reasons: managementReasons,
  ...byId,
  example: { invite_id: sample.invitationLink },
})

export const resendInvitation = endpoint({
  route: 'POST /invites/{invite_id}/resend',
  summary: 'Resend an email invitation',
  notes: 'Use this when an invitation was lost or overlooked.',
  reasons: [...managementReasons, ...quotaReasons],
  ...byId,
  example: { invite_id: sample.invitation },
})

export const getJoining = endpoint({
  route: 'GET /join/{key}',
  summary: 'Get an invitation',
  notes:
    'Call this before showing the signup form, to check an invitation link. If the reply has no email address, the ' +
    'link is reusable: ask for an address and call `POST /join`.',
  auth: 'none',
  path: { key: 'text' },
  params: {},
  example: { key: given('invitation_key') },
  reply: {
    email: z.string().nullable(),
    invited_by: z.string().nullable(),
    invited_as: role,
    channels: z.array(z.string()),
    has_account: z.boolean(),
    needs_password: z.boolean(),
  },
  reasons: ['invitation-expired'],
})

export const requestJoining = endpoint({
  route: 'POST /join',
  summary: 'Request to join',
  notes:
    'Sends a personal signup link by email. Requires the key of a reusable link, unless the organization does not ' +
    'require invitations.',
  auth: 'none',
  params: { email: text(), key: text(shortText.optional()) },
  example: { email: 'sam@example.com', key: given('link_key') },
  reply: {},
  reasons: [
    'invitation-expired',
    'signup-invitation-required',
    'email-address-invalid',
    'email-address-taken',
    ...emailDenialReasons,
  ],
})

export const join = endpoint({
  route: 'POST /join/{key}',
  summary: 'Accept an invitation',
  notes: 'Creates the account of an invited person and starts a session.',
  auth: 'none',
  path: { key: 'text' },
  params: {
    full_name: text(),
    password: text(shortText.default('')),
    timezone: text(shortText.default('')),
    email_address_visibility: json(z.int().min(1).max(5).optional()),
  },
  example: {
    key: given('invitation_key'),
    full_name: 'Iris Berg',
    password: given('new_password'),
    timezone: 'Europe/Berlin',
  },
  reply: { user_id: z.int(), email: z.string(), session_id: z.int(), csrf_token: z.string() },
  errors: ['RealmDeactivated', 'CsrfFailed'],
  reasons: [
    'invitation-expired',
    'signup-email-missing',
    'email-address-taken',
    ...emailDenialReasons,
    ...userNameReasons,
    'email-address-invalid',
    'signup-single-sign-on-only',
    'password-too-weak',
    'password-too-short',
    'password-breached',
    'timezone-not-found',
  ],
})

import { z } from 'zod'
import { list, longText, maxObjects, shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { given, sample } from '../example.ts'
import { role } from '../objects/users.ts'
import { flag, json, text } from '../param.ts'

/** Maximum number of email addresses in one request. */
export const maxInvitations = 500

/** IDs of channels or groups. */
const ids = list(z.int(), maxObjects)

const common = {
  invite_expires_in_minutes: json(z.int().nullable().optional()),
  invite_as: json(role.default(400)),
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
  summary: 'Invitations that wait to be accepted: all for administrators, their own for others',
  notes:
    'Those by mail come first. They and links are numbered separately. Where the server sends no email (`server_sends_email` of ' +
    'the register response), administrators get the link of invitations by mail as well, to pass it on themselves. Only ' +
    'owners get `link_url` of invitations that make owners.',
  auth: 'user',
  gate: 'member',
  params: {},
  reply: { invites: z.array(invitation) },
})

export const sendInvitations = endpoint({
  route: 'POST /invites',
  summary: 'Invite people by mail',
  notes:
    'Addresses are separated by commas or new lines. Where some have an account already, the others are invited all the same, and ' +
    'the error says so. Without invite_expires_in_minutes the default of the server holds; null never expires. A request names ' +
    'at most 500 addresses, and the server limits how many invitations are sent per day (`daily_limit_reached`).',
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
  errors: ['InvitationFailed', 'UnauthorizedPrincipal'],
})

export const createInvitationLink = endpoint({
  route: 'POST /invites/multiuse',
  summary: 'Make a link by which any number of people can join',
  auth: 'user',
  gate: 'member',
  params: {
    stream_ids: json(ids.default([])),
    group_ids: json(ids.default([])),
    ...common,
  },
  example: { stream_ids: [sample.channel], invite_as: 600 },
  reply: { invite_link: z.string() },
  errors: ['UnauthorizedPrincipal'],
})

const byId = { auth: 'user', gate: 'member', path: { invite_id: 'int' }, params: {}, reply: {} } as const

export const revokeInvitation = endpoint({
  route: 'DELETE /invites/{invite_id}',
  summary: 'Take back an invitation by mail',
  errors: ['UnauthorizedPrincipal'],
  ...byId,
  example: { invite_id: sample.invitation },
})

export const revokeInvitationLink = endpoint({
  route: 'DELETE /invites/multiuse/{invite_id}',
  summary: 'Take back a link',
  errors: ['UnauthorizedPrincipal'],
  ...byId,
  example: { invite_id: sample.invitationLink },
})

export const resendInvitation = endpoint({
  route: 'POST /invites/{invite_id}/resend',
  summary: 'Mail an invitation again',
  errors: ['InvitationFailed', 'UnauthorizedPrincipal'],
  ...byId,
  example: { invite_id: sample.invitation },
})

export const getJoining = endpoint({
  route: 'GET /join/{key}',
  summary: 'What an invitation offers, while it is valid',
  notes:
    'Without an address in the reply, the link is for anybody: give an address, and a link of one’s own is mailed there.',
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
  errors: ['RecordNotFound'],
})

export const requestJoining = endpoint({
  route: 'POST /join',
  summary: 'Ask for a link to join with an address of one’s own',
  notes: 'With the key of a link for anybody; without one only where the organization is open to everyone.',
  auth: 'none',
  params: { email: text(), key: text(shortText.optional()) },
  example: { email: 'sam@example.com', key: given('link_key') },
  reply: {},
  errors: ['RecordNotFound'],
})

export const join = endpoint({
  route: 'POST /join/{key}',
  summary: 'Accept an invitation: make an account, and log in',
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
  errors: ['RecordNotFound', 'RealmDeactivated', 'CsrfFailed'],
})

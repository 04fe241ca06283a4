import { z } from 'zod'
import { longText, shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { given, sample } from '../example.ts'
import { flag, text } from '../param.ts'
import { emailDenialReasons, passwordLoginReasons } from '../reasons/sign-in.ts'

const session = z.strictObject({
  id: z.int(),
  /** The browser's User-Agent. */
  user_agent: z.string(),
  address: z.string(),
  created_at: z.int(),
  last_used_at: z.int(),
  /** The session that makes this request. */
  is_current: z.boolean(),
})

export const logIn = endpoint({
  route: 'POST /sessions',
  summary: 'Log in with a browser',
  notes:
    'Use this in browser clients instead of an API key. The reply sets a session cookie, with which every endpoint ' +
    'can be called under `/json` instead of `/api/v1`. Requests that change something also send `csrf_token`, which ' +
    'is in the cookie `loquat_csrf` as well, in the header `X-CSRF-Token`. A session lasts 14 days, or as long as the sign-in policy says; without ' +
    '`remember`, it ends when the browser is closed. Accounts with a second factor also need `code`, unless the browser is ' +
    'remembered.',
  auth: 'none',
  params: {
    username: text(),
    password: text(longText),
    code: text(shortText.default('')),
    remember: flag(true),
  },
  example: { username: 'ana@example.com', password: given('password') },
  reply: { user_id: z.int(), email: z.string(), session_id: z.int(), csrf_token: z.string() },
  errors: ['UserDeactivated', 'RealmDeactivated', 'CsrfFailed'],
  reasons: passwordLoginReasons,
})

export const getSessions = endpoint({
  route: 'GET /sessions',
  summary: 'Get your sessions',
  notes: 'Use this to show where a user is logged in. The most recently used session comes first.',
  auth: 'user',
  gate: 'human',
  params: {},
  reply: { sessions: z.array(session) },
})

export const logOut = endpoint({
  route: 'DELETE /sessions/current',
  summary: 'Log out',
  notes: 'Ends the session of the request. Use this when a user logs out of a browser client.',
  auth: 'user',
  gate: 'human',
  params: {},
  reply: { provider_logout_url: z.string().optional() },
  reasons: ['session-not-found'],
})

export const endSession = endpoint({
  route: 'DELETE /sessions/{session_id}',
  summary: 'End a session',
  notes: 'Use this to log out one of your other browsers.',
  auth: 'user',
  gate: 'human',
  path: { session_id: 'int' },
  params: {},
  example: { session_id: sample.session },
  reply: {},
  reasons: ['session-not-found'],
})

export const endOtherSessions = endpoint({
  route: 'DELETE /sessions',
  summary: 'End all other sessions',
  notes: 'Use this to log out everywhere except in the current browser.',
  auth: 'user',
  gate: 'human',
  params: {},
  reply: {},
})

export const showApiKey = endpoint({
  route: 'POST /users/me/api_key',
  summary: 'Get your API key',
  notes:
    'Use this to show a user their own API key after they have entered their password. Browsers can also call `POST ' +
    '/json/fetch_api_key`.',
  auth: 'user',
  gate: 'human',
  params: { password: text(longText.default('')) },
  example: { password: given('password') },
  reply: { api_key: z.string(), email: z.string() },
  reasons: ['password-wrong', 'login-directory-unavailable'],
})

export const requestPasswordReset = endpoint({
  route: 'POST /password_reset',
  summary: 'Request a password reset',
  notes:
    'Use this when a user has forgotten their password. The link is sent by email. The reply is the same whether or ' +
    'not the account exists.',
  auth: 'none',
  params: { email: text() },
  example: { email: 'ana@example.com' },
  reply: {},
  reasons: ['email-address-invalid'],
})

export const checkPassword = endpoint({
  route: 'POST /password_strength',
  summary: 'Check a new password',
  notes:
    'Use this to show the strength of a password while a user chooses it. Nothing is stored. The password is checked by the rules of the ' +
    'organization, as when it is set.',
  auth: 'none',
  params: { password: text(longText) },
  example: { password: given('new_password') },
  reply: {
    level: z.int().min(0).max(4),
    denial: z.enum(['too-short', 'too-weak', 'breached']).nullable(),
  },
  reasons: [],
})

export const getPasswordReset = endpoint({
  route: 'GET /password_reset/{key}',
  summary: 'Check a password reset link',
  notes:
    'Call this before showing the form for a new password, to check that the link is valid and whose password it ' +
    'sets.',
  auth: 'none',
  path: { key: 'text' },
  params: {},
  example: { key: given('reset_key') },
  reply: { email: z.string() },
  reasons: ['link-expired'],
})

export const resetPassword = endpoint({
  route: 'POST /password_reset/{key}',
  summary: 'Reset a password',
  notes:
    'Sets a new password with a link from a password reset email. The link works once, for three days. All sessions ' +
    'of the account end.',
  auth: 'none',
  path: { key: 'text' },
  params: { new_password: text() },
  example: { key: given('reset_key'), new_password: given('new_password') },
  reply: { email: z.string() },
  reasons: ['link-expired', 'new-password-too-weak', 'new-password-too-short', 'new-password-breached'],
})

export const confirmEmail = endpoint({
  route: 'POST /email_change/{key}',
  summary: 'Confirm an email address',
  notes:
    'Completes an email address change with the link that was sent to the new address. The link works for a day, or ' +
    'until another change is requested. The old address is notified.',
  auth: 'none',
  path: { key: 'text' },
  params: {},
  example: { key: given('confirmation_key') },
  reply: { email: z.string() },
  reasons: [
    'link-expired',
    'email-change-disabled',
    'email-address-invalid',
    'email-address-taken',
    ...emailDenialReasons,
  ],
})

export const unsubscribeFromEmails = endpoint({
  route: 'POST /unsubscribe/{kind}/{token}',
  summary: 'Unsubscribe from emails',
  notes: 'Stops one kind of email with the unsubscribe link that each email has. The link never expires.',
  auth: 'none',
  path: { kind: 'text', token: 'text' },
  params: {},
  example: { kind: 'missed_messages', token: given('unsubscribe_token') },
  reply: {},
  reasons: ['unsubscribe-link-invalid'],
})

import { z } from 'zod'
import { longText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { given, sample } from '../example.ts'
import { flag, text } from '../param.ts'

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
    'Sets a cookie with which every endpoint can be called below /json instead of /api/v1. Calls that change something also ' +
    'send the token of the reply, which is in the cookie loquat_csrf as well, in the header X-CSRF-Token. A session lasts ' +
    '14 days; without remember, no longer than the browser runs.',
  auth: 'none',
  params: { username: text(), password: text(longText), remember: flag(true) },
  example: { username: 'ana@example.com', password: given('password') },
  reply: { user_id: z.int(), email: z.string(), session_id: z.int(), csrf_token: z.string() },
  errors: [
    'AuthenticationFailed',
    'UserDeactivated',
    'RealmDeactivated',
    'PasswordAuthDisabled',
    'CsrfFailed',
    'Unavailable',
  ],
})

export const getSessions = endpoint({
  route: 'GET /sessions',
  summary: 'Where the account that is calling is logged in, last used first',
  auth: 'user',
  gate: 'human',
  params: {},
  reply: { sessions: z.array(session) },
})

export const logOut = endpoint({
  route: 'DELETE /sessions/current',
  summary: 'Log out: end the session that is calling',
  auth: 'user',
  gate: 'human',
  params: {},
  reply: {},
})

export const endSession = endpoint({
  route: 'DELETE /sessions/{session_id}',
  summary: 'End one session of the account that is calling',
  auth: 'user',
  gate: 'human',
  path: { session_id: 'int' },
  params: {},
  example: { session_id: sample.session },
  reply: {},
})

export const endOtherSessions = endpoint({
  route: 'DELETE /sessions',
  summary: 'End all sessions of the account that is calling but the one that is calling',
  auth: 'user',
  gate: 'human',
  params: {},
  reply: {},
})

export const showApiKey = endpoint({
  route: 'POST /users/me/api_key',
  summary: 'The API key of the account that is calling, for its password',
  notes: 'Browsers also find it at POST /json/fetch_api_key.',
  auth: 'user',
  gate: 'human',
  params: { password: text(longText.default('')) },
  example: { password: given('password') },
  reply: { api_key: z.string(), email: z.string() },
  errors: ['Unavailable'],
})

export const requestPasswordReset = endpoint({
  route: 'POST /password_reset',
  summary: 'Ask for a link that sets a new password',
  notes: 'It is mailed to the address. The answer is the same whether there is an account or not.',
  auth: 'none',
  params: { email: text() },
  example: { email: 'ana@example.com' },
  reply: {},
})

export const getPasswordReset = endpoint({
  route: 'GET /password_reset/{key}',
  summary: 'Whose password a mailed link sets, while it is valid',
  auth: 'none',
  path: { key: 'text' },
  params: {},
  example: { key: given('reset_key') },
  reply: { email: z.string() },
  errors: ['RecordNotFound'],
})

export const resetPassword = endpoint({
  route: 'POST /password_reset/{key}',
  summary: 'Set a new password with a mailed link',
  notes: 'The link works once, for three days. Every session of the account ends.',
  auth: 'none',
  path: { key: 'text' },
  params: { new_password: text() },
  example: { key: given('reset_key'), new_password: given('new_password') },
  reply: { email: z.string() },
  errors: ['RecordNotFound'],
})

export const confirmEmail = endpoint({
  route: 'POST /email_change/{key}',
  summary: 'Confirm a new address with a mailed link',
  notes: 'The link works for a day, and until another address is asked for. The old address is told.',
  auth: 'none',
  path: { key: 'text' },
  params: {},
  example: { key: given('confirmation_key') },
  reply: { email: z.string() },
  errors: ['RecordNotFound'],
})

export const stopMails = endpoint({
  route: 'POST /unsubscribe/{kind}/{token}',
  summary: 'Stop mails of a kind with the link that each of them has',
  notes: 'Kinds are missed_messages, digest, login, marketing and welcome. The link never expires.',
  auth: 'none',
  path: { kind: 'text', token: 'text' },
  params: {},
  example: { kind: 'missed_messages', token: given('unsubscribe_token') },
  reply: {},
  errors: ['RecordNotFound'],
})

import { z } from 'zod'
import { string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { given } from '../example.ts'
import { userObject } from '../objects/users.ts'
import { flag, text } from '../param.ts'

const failures = [
  'AuthenticationFailed',
  'UserDeactivated',
  'RealmDeactivated',
  'NonexistentSubdomain',
] as const
const key = { api_key: z.string(), email: z.string(), user_id: z.int() }
const account = z.strictObject({ email: z.string(), realm_url: z.string() })

export const fetchApiKeyForDevelopment = endpoint({
  route: 'POST /dev_fetch_api_key',
  summary: 'The API key of anybody, without a password',
  notes: 'Only on servers for development. Opens a session, too.',
  auth: 'none',
  params: { username: text() },
  example: { username: 'ana@example.com' },
  reply: key,
  errors: [...failures, 'CsrfFailed'],
})

export const listUsersForDevelopment = endpoint({
  route: 'GET /dev_list_users',
  summary: 'Everybody as whom one can log in without a password',
  notes: 'Only on servers for development. Owners and administrators are listed first.',
  auth: 'none',
  params: {},
  reply: { direct_admins: z.array(account), direct_users: z.array(account) },
  errors: ['RealmDeactivated', 'NonexistentSubdomain'],
})

export const fetchApiKeyByToken = endpoint({
  route: 'POST /jwt/fetch_api_key',
  summary: 'Exchange a signed token for the API key',
  notes:
    'Only on servers that share a secret with whoever signs: a JSON Web Token with the claim email, signed with HS256. ' +
    'Claims about its time are respected.',
  auth: 'none',
  params: { token: text(string(20_000)), include_profile: flag() },
  example: { token: given('token'), include_profile: true },
  reply: { ...key, user: userObject.optional() },
  errors: [...failures, 'CsrfFailed'],
})

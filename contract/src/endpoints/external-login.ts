import { z } from 'zod'
import { string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { given } from '../example.ts'
import { userObject } from '../objects/users.ts'
import { flag, text } from '../param.ts'

const failures = ['UserDeactivated', 'RealmDeactivated', 'NonexistentSubdomain'] as const
const key = { api_key: z.string(), email: z.string(), user_id: z.int() }
const account = z.strictObject({ email: z.string(), realm_url: z.string() })

export const fetchApiKeyForDevelopment = endpoint({
  route: 'POST /dev_fetch_api_key',
  summary: 'Fetch an API key without a password',
  notes:
    'Use this in development. It works only on servers with `LOQUAT_DEV_LOGIN=on`, and also starts a session.',
  auth: 'none',
  params: { username: text() },
  example: { username: 'ana@example.com' },
  reply: key,
  errors: [...failures, 'CsrfFailed'],
  reasons: ['login-for-development-disabled', 'login-username-invalid', 'login-account-not-found'],
})

export const listUsersForDevelopment = endpoint({
  route: 'GET /dev_list_users',
  summary: 'List users for development login',
  notes:
    'Use this in development, to choose a user for login without a password. Owners and administrators come first.',
  auth: 'none',
  params: {},
  reply: { direct_admins: z.array(account), direct_users: z.array(account) },
  errors: ['RealmDeactivated', 'NonexistentSubdomain'],
  reasons: ['login-for-development-disabled'],
})

export const fetchApiKeyByToken = endpoint({
  route: 'POST /jwt/fetch_api_key',
  summary: 'Fetch an API key with a JWT',
  notes:
    'Use this to log users in from a trusted application. It works only on servers with `LOQUAT_JWT_SECRET`. The ' +
    'token has the claims `email` and `exp` and is signed with HS256.',
  auth: 'none',
  params: { token: text(string(20_000)), include_profile: flag() },
  example: { token: given('token'), include_profile: true },
  reply: { ...key, user: userObject.optional() },
  errors: [...failures, 'CsrfFailed'],
  reasons: [
    'login-by-token-disabled',
    'login-token-invalid',
    'login-token-email-missing',
    'login-account-not-found',
  ],
})

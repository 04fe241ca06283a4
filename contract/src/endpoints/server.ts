import { z } from 'zod'
import { longText, shortText, string } from '../bounds.ts'
import { maxEmailLength } from '../constants.ts'
import { endpoint } from '../endpoint.ts'
import { given } from '../example.ts'
import { text } from '../param.ts'
import { passwordLoginReasons } from '../reasons/sign-in.ts'

export const version = {
  chat_version: z.string(),
  chat_feature_level: z.int(),
  chat_merge_base: z.string(),
}

export const getServerSettings = endpoint({
  route: 'GET /server_settings',
  summary: 'Get server settings',
  notes:
    'Call this before login, to learn the version of the server, the name of the organization and its authentication ' +
    'methods.',
  auth: 'none',
  params: {},
  reply: {
    ...version,
    authentication_methods: z.record(z.string(), z.boolean()),
    external_authentication_methods: z.array(
      z.strictObject({
        name: z.string(),
        display_name: z.string(),
        display_icon: z.string().nullable(),
        login_url: z.string(),
        signup_url: z.string(),
      }),
    ),
    push_notifications_enabled: z.boolean(),
    is_incompatible: z.boolean(),
    email_auth_enabled: z.boolean(),
    require_email_format_usernames: z.boolean(),
    realm_uri: z.string(),
    realm_url: z.string(),
    realm_name: z.string(),
    realm_icon: z.string(),
    realm_description: z.string(),
    realm_web_public_access_enabled: z.boolean(),
  },
})

export const fetchApiKey = endpoint({
  route: 'POST /fetch_api_key',
  summary: 'Fetch an API key',
  notes:
    'Use this when a user logs in to a client with an email address and password. All other requests authenticate ' +
    'with the API key. Accounts with a second factor also need `code`; clients that cannot ask for one use the API key ' +
    'that the settings of the app show.',
  auth: 'none',
  params: {
    username: text(string(maxEmailLength)),
    password: text(longText),
    code: text(shortText.default('')),
  },
  example: { username: 'ana@example.com', password: given('password') },
  reply: { api_key: z.string(), email: z.string(), user_id: z.int() },
  errors: ['UserDeactivated', 'RealmDeactivated', 'NonexistentSubdomain'],
  reasons: passwordLoginReasons,
})

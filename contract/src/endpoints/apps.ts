import { z } from 'zod'
import { maxRedirectUriLength, maxRedirectUris } from '../app-limits.ts'
import { list, shortText, string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { appObject, connectedAppObject } from '../objects/apps.ts'
import { flag, json, text } from '../param.ts'
import { allScopes } from '../scope-names.ts'

/** More than exist, so that a request can list some twice. */
const maxScopes = 100
const redirectUris = list(string(maxRedirectUriLength), maxRedirectUris)
const scopes = list(z.enum(allScopes), maxScopes)

const invalid = [
  'app-name-invalid',
  'app-description-too-long',
  'app-url-invalid',
  'app-redirect-uris-empty',
  'app-redirect-uri-invalid',
  'app-redirect-uri-scheme-denied',
  'app-scopes-empty',
] as const

export const getApps = endpoint({
  route: 'GET /apps',
  summary: 'Get apps',
  notes:
    'Use this to list the apps that people of the organization can connect to their accounts with OAuth 2.1. Only administrators can use it. ' +
    'This is an extension of Loquat.',
  auth: 'user',
  gate: 'admin',
  params: {},
  example: {},
  reply: { apps: z.array(appObject) },
})

export const registerApp = endpoint({
  route: 'POST /apps',
  summary: 'Register an app',
  notes:
    'Use this to let people connect an app to their accounts, without handing out passwords. The app sends them to `/oauth/authorize`, and ' +
    'exchanges the code that it gets for tokens. A confidential app runs on a server and keeps a secret, which is returned once; native and ' +
    'browser apps are public, and have none. Redirect URIs are compared exactly, except for the port of `http://127.0.0.1`, `http://[::1]` and ' +
    '`http://localhost`. This is an extension of Loquat.',
  auth: 'user',
  gate: 'admin',
  params: {
    name: text(shortText),
    description: text(shortText.default('')),
    homepage_url: text(shortText.default('')),
    logo_url: text(shortText.default('')),
    redirect_uris: json(redirectUris),
    scopes: json(scopes),
    is_confidential: flag(),
  },
  example: {
    name: 'Harvest calendar',
    description: 'Shows harvests as events of a calendar.',
    homepage_url: 'https://calendar.example.com',
    redirect_uris: ['https://calendar.example.com/callback'],
    scopes: ['messages:read', 'channels:read'],
    is_confidential: true,
  },
  reply: { app_id: z.int(), client_id: z.string(), client_secret: z.string().nullable() },
  reasons: [...invalid, 'app-limit-reached', 'proof-required'],
})

export const updateApp = endpoint({
  route: 'PATCH /apps/{app_id}',
  summary: 'Update an app',
  notes:
    'Use this to change an app. People keep the scopes that they allowed, as far as the app still has them; new ones need their consent. ' +
    'Apps cannot change between public and confidential. This is an extension of Loquat.',
  auth: 'user',
  gate: 'admin',
  path: { app_id: 'int' },
  params: {
    name: text(shortText.optional()),
    description: text(shortText.optional()),
    homepage_url: text(shortText.optional()),
    logo_url: text(shortText.optional()),
    redirect_uris: json(redirectUris.optional()),
    scopes: json(scopes.optional()),
  },
  example: { app_id: sample.app, description: 'Shows all harvests.' },
  reply: {},
  reasons: [...invalid, 'app-not-found', 'proof-required'],
})

export const replaceAppSecret = endpoint({
  route: 'POST /apps/{app_id}/secret',
  summary: 'Regenerate the secret of an app',
  notes:
    'Use this when the secret of a confidential app was exposed. The new one is returned once, and the old one stops working immediately. ' +
    'People stay connected. This is an extension of Loquat.',
  auth: 'user',
  gate: 'admin',
  path: { app_id: 'int' },
  params: {},
  example: { app_id: sample.app },
  reply: { client_secret: z.string() },
  reasons: ['app-not-found', 'app-without-secret', 'proof-required'],
})

export const deleteApp = endpoint({
  route: 'DELETE /apps/{app_id}',
  summary: 'Delete an app',
  notes:
    'Use this to end all connections of an app. Its tokens stop working immediately. This is an extension of Loquat.',
  auth: 'user',
  gate: 'admin',
  path: { app_id: 'int' },
  params: {},
  example: { app_id: sample.app },
  reply: {},
  reasons: ['app-not-found'],
})

export const getConnectedApps = endpoint({
  route: 'GET /users/me/apps',
  summary: 'Get your connected apps',
  notes: 'Use this to list the apps that you allowed to use your account. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  params: {},
  example: {},
  reply: { apps: z.array(connectedAppObject) },
})

export const disconnectApp = endpoint({
  route: 'DELETE /users/me/apps/{app_id}',
  summary: 'Disconnect an app',
  notes:
    'Use this when you no longer use an app. All tokens that it has for your account stop working immediately. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  path: { app_id: 'int' },
  params: {},
  example: { app_id: sample.app },
  reply: {},
  reasons: ['app-not-connected'],
})

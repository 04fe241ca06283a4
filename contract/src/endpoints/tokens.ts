import { z } from 'zod'
import { list, shortText, string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { tokenObject } from '../objects/tokens.ts'
import { flag, json, text } from '../param.ts'
import { allScopes, maxTokenAddresses, maxTokenChannels } from '../scope-names.ts'

/** More than exist, so that a token can list some twice. */
const maxScopes = 100
const maxListedTokens = 500

export const getTokens = endpoint({
  route: 'GET /tokens',
  summary: 'Get tokens',
  notes:
    'Use this to list your tokens, those of a bot that you manage, or, as an administrator, those of any user. The secrets of tokens are ' +
    'not stored, so they are not returned. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  params: { user_id: json(z.int().optional()) },
  example: { user_id: sample.bot },
  reply: { tokens: z.array(tokenObject) },
  reasons: ['token-user-not-found'],
})

export const createToken = endpoint({
  route: 'POST /tokens',
  summary: 'Create a token',
  notes:
    'Use this to give a program access without a password or API key. The token is returned once. It works as the password of HTTP Basic ' +
    'authentication, with the email address of its user, and as `Authorization: Bearer`. Without `scopes` it can do whatever its user can ' +
    'do, except for changing passwords, keys, tokens and second factors. Each endpoint says which scope it needs; `admin` includes `write`, ' +
    'and `write` includes `read`. With `channel_ids` it can read and post only there, and cannot open event queues or download files. A token of an ' +
    'incoming webhook bot works only as `api_key` in the URL of an integration, and posts only to its channel, and topic if it has one. ' +
    'This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  params: {
    user_id: json(z.int().optional()),
    name: text(shortText),
    scopes: json(list(z.enum(allScopes), maxScopes).nullable().default(null)),
    read_only: flag(),
    channel_ids: json(list(z.int(), maxTokenChannels).nullable().default(null)),
    topic: text(shortText.optional()),
    addresses: json(list(string(60), maxTokenAddresses).nullable().default(null)),
    expires_at: json(z.int().nullable().default(null)),
  },
  example: {
    name: 'Report of the harvest',
    scopes: ['messages:write'],
    channel_ids: [sample.channel],
    addresses: ['192.0.2.0/24', '2001:db8::/32'],
  },
  reply: { token: z.string(), token_id: z.int() },
  reasons: [
    'token-user-not-found',
    'token-creation-denied',
    'token-name-invalid',
    'token-limit-reached',
    'token-scopes-empty',
    'token-channels-empty',
    'token-channel-not-found',
    'token-addresses-empty',
    'token-address-invalid',
    'token-expiry-past',
    'token-expiry-too-late',
    'token-webhook-channel-required',
    'token-webhook-options-denied',
    'token-topic-denied',
    'proof-required',
  ],
})

export const revokeToken = endpoint({
  route: 'DELETE /tokens/{token_id}',
  summary: 'Revoke a token',
  notes:
    'Use this when a token is no longer needed, or was exposed. It stops working immediately, and ends its event streams. Administrators ' +
    'can revoke the tokens of others. This is an extension of Loquat.',
  auth: 'user',
  gate: 'human',
  path: { token_id: 'int' },
  params: {},
  example: { token_id: sample.token },
  reply: {},
  reasons: ['token-not-found'],
})

export const getAllTokens = endpoint({
  route: 'GET /realm/tokens',
  summary: 'Get the tokens of everyone',
  notes:
    'Use this to review the tokens of all people and bots, newest first. Only administrators can use it. Tokens of connected apps are not ' +
    'listed. For the next page, pass the smallest `token_id` as `before`. This is an extension of Loquat.',
  auth: 'user',
  gate: 'admin',
  params: { before: json(z.int().optional()), limit: json(z.int().min(1).max(maxListedTokens).default(100)) },
  example: { limit: 10 },
  reply: { tokens: z.array(tokenObject), found_oldest: z.boolean() },
})

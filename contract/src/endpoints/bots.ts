import { z } from 'zod'
import { list, longText, record, shortText, string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { botDefaults } from '../objects/bots.ts'
import { onePicture } from '../objects/pictures.ts'
import { flag, json, text } from '../param.ts'
import { botReasons, roleReasons, userNameReasons } from '../reasons/identity.ts'
import { pictureReasons } from '../reasons/shared.ts'

const strings = z.record(z.string(), z.string())
const configData = record(string(10_000), 100)
const name = () => text(shortText.optional())

/** Keys and values have up to ten million characters in total, and a character may take several bytes. */
const maxStorageBytes = 25 * 1024 * 1024
const maxStorageKeys = 10_000

const propertyReasons = [
  'bot-name-taken',
  'bot-channel-not-found',
  'bot-interface-not-found',
  'bot-config-too-long',
  'bot-avatar-files-too-many',
  'url-invalid',
] as const

export const createBot = endpoint({
  route: 'POST /bots',
  summary: 'Create a bot',
  notes:
    'Use this to create a bot account for a program or an integration. For an outgoing webhook bot, set ' +
    '`payload_url` and `interface_type`; for an incoming webhook bot, `service_name` can name an integration, with ' +
    'its options in `config_data`. A file in the request becomes the avatar.',
  auth: 'user',
  gate: 'member',
  params: {
    short_name: text(),
    full_name: text(),
    bot_type: json(z.int().default(1)),
    payload_url: json(shortText.optional()),
    service_name: name(),
    config_data: json(configData.default({})),
    interface_type: json(z.int().default(1)),
    default_sending_stream: name(),
    default_events_register_stream: name(),
    default_all_public_streams: flag(),
  },
  example: { short_name: 'weather', full_name: 'Weather', bot_type: 1 },
  reply: { user_id: z.int(), api_key: z.string(), avatar_url: z.string(), ...botDefaults },
  files: { ...onePicture, optional: true },
  reasons: [
    ...propertyReasons,
    ...userNameReasons,
    ...pictureReasons,
    'bot-creation-denied',
    'bot-short-name-invalid',
    'bot-short-name-taken',
    'bot-service-name-too-long',
    'bot-short-name-empty',
    'bot-type-unsupported',
    'bot-type-not-found',
    'bot-integration-not-found',
    'bot-option-missing',
  ],
})

export const updateBot = endpoint({
  route: 'PATCH /bots/{bot_id}',
  summary: 'Update a bot',
  notes:
    'Use this to change the name, owner, role, default channels or configuration of a bot. Requires the owner of the ' +
    'bot or an administrator. All changes are applied, or none. An empty channel name removes a default channel. ' +
    'Without `service_interface`, a new `service_payload_url` uses format 1. A file in the request becomes the ' +
    'avatar.',
  auth: 'user',
  gate: 'member',
  path: { bot_id: 'int' },
  params: {
    full_name: name(),
    role: json(z.int().optional()),
    bot_owner_id: json(z.int().optional()),
    default_sending_stream: name(),
    default_events_register_stream: name(),
    default_all_public_streams: json(z.boolean().optional()),
    service_payload_url: json(shortText.optional()),
    service_interface: json(z.int().default(1)),
    config_data: json(configData.optional()),
  },
  example: { bot_id: sample.bot, full_name: 'Rain and Sun', default_sending_stream: 'orchard' },
  reply: {
    full_name: z.string(),
    avatar_url: z.string(),
    ...botDefaults,
    service_payload_url: z.string().nullable(),
    service_interface: z.int(),
    config_data: strings.nullable(),
    bot_owner: z.string().optional(),
  },
  files: { ...onePicture, optional: true },
  reasons: [
    ...propertyReasons,
    ...botReasons,
    ...userNameReasons,
    ...roleReasons,
    ...pictureReasons,
    'bot-owner-not-found',
    'bot-payload-url-unused',
  ],
})

export const deactivateBot = endpoint({
  route: 'DELETE /bots/{bot_id}',
  summary: 'Deactivate a bot',
  notes: 'Use this when a bot is no longer needed. Requires the owner of the bot or an administrator.',
  auth: 'user',
  gate: 'member',
  path: { bot_id: 'int' },
  params: {},
  example: { bot_id: sample.oldBot },
  reply: {},
  reasons: [...botReasons],
})

export const getBots = endpoint({
  route: 'GET /bots',
  summary: 'Get your bots',
  notes: 'Use this to list the active bots that you own, oldest first.',
  auth: 'user',
  gate: 'member',
  params: {},
  reply: {
    bots: z.array(
      z.strictObject({
        user_id: z.int(),
        username: z.string(),
        full_name: z.string(),
        api_key: z.string(),
        avatar_url: z.string(),
        ...botDefaults,
      }),
    ),
  },
})

export const regenerateBotApiKey = endpoint({
  route: 'POST /bots/{bot_id}/api_key/regenerate',
  summary: "Regenerate a bot's API key",
  notes:
    'Use this if the API key of a bot was exposed. Requires the owner of the bot or an administrator. The old key ' +
    'stops working immediately. Event queues are kept.',
  auth: 'user',
  gate: 'member',
  path: { bot_id: 'int' },
  params: {},
  example: { bot_id: sample.bot },
  reply: { api_key: z.string() },
  reasons: [...botReasons, 'proof-required'],
})

const keys = json(list(longText, maxStorageKeys).optional())

export const getBotStorage = endpoint({
  route: 'GET /bot_storage',
  summary: 'Get bot storage',
  notes: 'Use this in bots to read stored values: some keys, or all.',
  auth: 'user',
  params: { keys },
  example: { keys: ['last_rain'] },
  reply: { storage: strings },
  reasons: ['bot-storage-key-not-found'],
})

export const updateBotStorage = endpoint({
  route: 'PUT /bot_storage',
  summary: 'Update bot storage',
  notes:
    'Use this in bots to store values that survive a restart. Only the calling account can read them. Other keys are ' +
    'unchanged. Keys and values can have ten million characters in total.',
  auth: 'user',
  params: {
    storage: json(record(string(10_000_000), maxStorageKeys, longText), { maxLength: maxStorageBytes }),
  },
  bodyLimit: maxStorageBytes,
  example: { storage: { last_rain: '2026-05-01', seen: '17' } },
  reply: {},
  reasons: ['bot-storage-full'],
})

export const clearBotStorage = endpoint({
  route: 'DELETE /bot_storage',
  summary: 'Remove bot storage',
  notes: 'Use this in bots to delete stored values: some keys, or all.',
  auth: 'user',
  params: { keys },
  example: { keys: ['seen'] },
  reply: {},
  reasons: ['bot-storage-key-not-found'],
})

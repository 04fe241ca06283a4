import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { legacyPresence, presenceStatus, presences } from '../objects/presence.ts'
import { flag, json, text } from '../param.ts'

export const updatePresence = endpoint({
  route: 'POST /users/me/presence',
  summary: 'Say that one is here, and learn who else is',
  notes:
    'To be repeated every `server_presence_ping_interval_seconds`. With `last_update_id` (-1 at first, then what came with the last ' +
    'reply) only what is new is returned, in the modern format.',
  auth: 'user',
  gate: 'human',
  params: {
    status: text(presenceStatus),
    last_update_id: json(z.int().optional()),
    history_limit_days: json(z.int().optional()),
    new_user_input: flag(),
    ping_only: flag(),
    slim_presence: flag(),
  },
  example: { status: 'active', last_update_id: -1, new_user_input: true },
  reply: {
    presences: presences.optional(),
    server_timestamp: z.number().optional(),
    presence_last_update_id: z.int().optional(),
  },
})

export const getPresence = endpoint({
  route: 'GET /users/{user_id_or_email}/presence',
  summary: 'When one person was here last',
  auth: 'user',
  path: { user_id_or_email: 'text' },
  params: {},
  example: { user_id_or_email: 'ana@example.com' },
  reply: { presence: z.record(z.string(), z.strictObject({ status: z.string(), timestamp: z.int() })) },
})

export const getRealmPresence = endpoint({
  route: 'GET /realm/presence',
  summary: 'When everyone was here last, by address',
  auth: 'user',
  params: {},
  reply: { presences: z.record(z.string(), legacyPresence), server_timestamp: z.number() },
})

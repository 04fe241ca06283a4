import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { legacyPresence, presenceStatus, presences } from '../objects/presence.ts'
import { flag, json, text } from '../param.ts'

export const updatePresence = endpoint({
  route: 'POST /users/me/presence',
  summary: 'Update your presence',
  notes:
    'Call this every `server_presence_ping_interval_seconds` while a client is open, to report that the user is ' +
    'present and to get the presence of others. With `last_update_id` (-1 at first, then the value of the last ' +
    'reply), only changes are returned, in the modern format.',
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
  summary: "Get a user's presence",
  notes: 'Use this to learn when a user was last online.',
  auth: 'user',
  path: { user_id_or_email: 'text' },
  params: {},
  example: { user_id_or_email: 'ana@example.com' },
  reply: { presence: z.record(z.string(), z.strictObject({ status: z.string(), timestamp: z.int() })) },
  reasons: ['user-not-found', 'presence-not-found'],
})

export const getRealmPresence = endpoint({
  route: 'GET /realm/presence',
  summary: 'Get presence of all users',
  notes: 'Use this to learn when each user was last online, by email address.',
  auth: 'user',
  params: {},
  reply: { presences: z.record(z.string(), legacyPresence), server_timestamp: z.number() },
})

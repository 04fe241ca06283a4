import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { json } from '../param.ts'

const administrators = { auth: 'user', gate: 'admin' } as const

export const getGuestExpiries = endpoint({
  route: 'GET /guest_expiries',
  summary: 'Get the expiries of guests',
  notes:
    'Use this to show administrators when guest accounts expire. Guests that do not expire are not listed. This is an extension of ' +
    'Loquat.',
  ...administrators,
  params: {},
  reply: {
    guest_expiries: z.array(
      z.strictObject({ user_id: z.int(), expires_at: z.int(), inviter_id: z.int().nullable() }),
    ),
  },
})

export const setGuestExpiry = endpoint({
  route: 'POST /users/{user_id}/expiry',
  summary: 'Set the expiry of a guest',
  notes:
    'Use this to let a guest account expire, to extend it, or to let it last. A week before, the notification bot warns the guest and the ' +
    'person who invited them, or else the administrators. At the time, the account is deactivated. This is an extension of Loquat.',
  ...administrators,
  path: { user_id: 'int' },
  params: { expires_at: json(z.int().nullable()) },
  example: { user_id: sample.guest, expires_at: 4_070_908_800 },
  reply: {},
  reasons: ['user-not-found', 'guest-expiry-not-guest', 'guest-expiry-past'],
})

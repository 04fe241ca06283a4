import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const own = { auth: 'user', params: {}, example: {} } as const

export const getDataCopy = endpoint({
  route: 'GET /users/me/data_copy',
  summary: 'Get the copy of your data',
  notes:
    'Use this to see whether the copy that you requested is ready. You can download it for seven days, and nobody else can.',
  ...own,
  reply: {
    data_copy: z
      .object({
        state: z.enum(['pending', 'ready', 'failed']),
        requested_at: z.int(),
        expires_at: z.int(),
        bytes: z.int().nullable(),
        url: z.string().nullable(),
      })
      .nullable(),
  },
})

export const requestDataCopy = endpoint({
  route: 'POST /users/me/data_copy',
  summary: 'Request a copy of your data',
  notes:
    'Use this to get your messages, files, settings, sessions and everything else that is yours as an archive. It is made in the background; a ' +
    'message tells you when it is ready. A new copy replaces the earlier one.',
  ...own,
  reply: {},
  reasons: ['proof-required', 'data-copy-recent', 'data-copy-too-large', 'data-copy-of-bot'],
})

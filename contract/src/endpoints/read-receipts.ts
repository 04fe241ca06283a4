import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'

export const getReadReceipts = endpoint({
  route: 'GET /messages/{message_id}/read_receipts',
  summary: 'Who has read a message',
  notes:
    'Without its sender, and without people who do not tell or who are muted by the caller or mute them.',
  auth: 'user',
  path: { message_id: 'int' },
  params: {},
  example: { message_id: sample.message },
  reply: { user_ids: z.array(z.int()) },
})

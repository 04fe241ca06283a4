import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'

export const getReadReceipts = endpoint({
  route: 'GET /messages/{message_id}/read_receipts',
  summary: 'Get read receipts',
  notes:
    'Use this to show who has read a message. The sender is excluded, and so are users who do not share read ' +
    'receipts, and users who are muted by the caller or have muted them.',
  auth: 'user',
  path: { message_id: 'int' },
  params: {},
  example: { message_id: sample.message },
  reply: { user_ids: z.array(z.int()) },
  reasons: ['message-not-found', 'read-receipts-disabled'],
})

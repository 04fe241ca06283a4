import { z } from 'zod'
import { list, maxDirectRecipients, shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { json, text } from '../param.ts'

export const setTypingStatus = endpoint({
  route: 'POST /typing',
  summary: 'Tell others that the caller begins or stops to write a message',
  notes:
    '`direct` needs `to`, the other types need `stream_id` and `topic`; what the type does not need is ignored. ' +
    'In channels of more than 100 subscribers nobody is told.',
  auth: 'user',
  params: {
    type: text(z.enum(['direct', 'stream', 'channel']).default('direct')),
    op: text(z.enum(['start', 'stop'])),
    to: json(list(z.int(), maxDirectRecipients).optional()),
    stream_id: json(z.int().optional()),
    topic: text(shortText.optional()),
  },
  example: { type: 'direct', op: 'start', to: [sample.user] },
  reply: {},
})

export const setEditingStatus = endpoint({
  route: 'POST /messages/{message_id}/typing',
  summary: 'Tell others that the caller begins or stops to edit a message',
  notes: 'Only while the caller may edit it. In channels of more than 100 subscribers nobody is told.',
  auth: 'user',
  path: { message_id: 'int' },
  params: { op: text(z.enum(['start', 'stop'])) },
  example: { message_id: sample.message, op: 'start' },
  reply: {},
})

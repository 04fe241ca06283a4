import { z } from 'zod'
import { list, maxDirectRecipients, shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { json, text } from '../param.ts'
import { editReasons } from '../reasons/messages.ts'

export const setTypingStatus = endpoint({
  route: 'POST /typing',
  summary: 'Set "typing" status',
  notes:
    'Use this to show others that you start or stop writing a message. `direct` requires `to`, the other types ' +
    'require `stream_id` and `topic`; other parameters are ignored. Nothing is sent in channels with more than 100 ' +
    'subscribers.',
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
  reasons: [
    'recipient-ids-missing',
    'message-recipient-not-found',
    'typing-channel-missing',
    'typing-topic-missing',
    'topic-name-invalid',
    'readable-channel-not-found',
    'channel-posting-denied',
    'typing-sender-not-found',
    'typing-notifications-disabled',
  ],
})

export const setEditingStatus = endpoint({
  route: 'POST /messages/{message_id}/typing',
  summary: 'Set "typing" status for message editing',
  notes:
    'Use this to show others that you start or stop editing a message. Requires permission to edit it. Nothing is ' +
    'sent in channels with more than 100 subscribers.',
  auth: 'user',
  path: { message_id: 'int' },
  params: { op: text(z.enum(['start', 'stop'])) },
  example: { message_id: sample.message, op: 'start' },
  reply: {},
  reasons: ['message-not-found', ...editReasons, 'typing-sender-not-found', 'typing-notifications-disabled'],
})

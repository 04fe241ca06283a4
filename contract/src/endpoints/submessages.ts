import { z } from 'zod'
import { longText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { json, text } from '../param.ts'

export const addSubmessage = endpoint({
  route: 'POST /submessage',
  summary: 'Vote in a poll, tick off a task, or hang other data on a message',
  notes:
    '`content` is JSON. What may be in it depends on the widget; clients fold all of it into what they show. ' +
    'Only the sender of the message may hang the first on it.',
  auth: 'user',
  params: { message_id: json(z.int()), msg_type: text(), content: text(longText) },
  example: {
    message_id: sample.poll,
    msg_type: 'widget',
    content: '{"type":"vote","key":"canned,0","vote":1}',
  },
  reply: {},
})

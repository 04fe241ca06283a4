import { z } from 'zod'
import { longText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { json, text } from '../param.ts'

export const addSubmessage = endpoint({
  route: 'POST /submessage',
  summary: 'Add a submessage',
  notes:
    'Use this to vote in a poll, to change a to-do list, or to attach other data to a message. The meaning of ' +
    '`content` depends on the widget; clients combine all submessages to display it. Only the sender of the message ' +
    'can add the first one.',
  auth: 'user',
  params: { message_id: json(z.int()), msg_type: text(), content: text(longText) },
  example: {
    message_id: sample.poll,
    msg_type: 'widget',
    content: '{"type":"vote","key":"canned,0","vote":1}',
  },
  reply: {},
  reasons: [
    'message-not-found',
    'message-edit-hidden',
    'submessage-denied',
    'submessage-type-reserved',
    'submessage-not-json',
    'submessage-malformed',
    'submessage-title-denied',
  ],
})

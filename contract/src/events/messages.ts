import { z } from 'zod'
import { event } from '../event.ts'
import { messageFlags, messageObject } from '../objects/messages.ts'

export const messageSent = event('message', null, 'A message was sent.', {
  message: messageObject,
  flags: z.array(z.enum(messageFlags)),
  local_message_id: z.string().optional(),
})

export const flagsAdded = event(
  'update_message_flags',
  'add',
  'A flag was added to messages of the recipient.',
  {
    operation: z.literal('add'),
    flag: z.string(),
    messages: z.array(z.int()),
    all: z.boolean(),
  },
)

export const flagsRemoved = event(
  'update_message_flags',
  'remove',
  'A flag was removed from messages of the recipient.',
  {
    operation: z.literal('remove'),
    flag: z.string(),
    messages: z.array(z.int()),
    all: z.literal(false),
    message_details: z
      .record(
        z.string(),
        z.strictObject({
          type: z.enum(['private', 'stream']),
          mentioned: z.literal(true).optional(),
          user_ids: z.array(z.int()).optional(),
          stream_id: z.int().optional(),
          topic: z.string().optional(),
          unmuted_stream_msg: z.boolean().optional(),
        }),
      )
      .optional(),
  },
)

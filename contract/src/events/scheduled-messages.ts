import { z } from 'zod'
import { event } from '../event.ts'
import { scheduledMessageObject } from '../objects/scheduled-messages.ts'

export const scheduledAdded = event('scheduled_messages', 'add', 'The recipient scheduled a message.', {
  scheduled_messages: z.array(scheduledMessageObject),
})
export const scheduledUpdated = event(
  'scheduled_messages',
  'update',
  'A scheduled message was edited, or could not be sent (`failed`).',
  { scheduled_message: scheduledMessageObject },
)
export const scheduledRemoved = event(
  'scheduled_messages',
  'remove',
  'A scheduled message was sent or deleted.',
  {
    scheduled_message_id: z.int(),
  },
)

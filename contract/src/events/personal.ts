import { z } from 'zod'
import { event } from '../event.ts'

export const alertWordsChanged = event('alert_words', null, 'The alert words of the receiver, all of them.', {
  alert_words: z.array(z.string()),
})

const person = z.strictObject({ user_id: z.int(), email: z.string() })
/** Direct conversations have `recipients`, the sender among them; channels have `stream_id` and `topic`. */
const typing = {
  message_type: z.enum(['direct', 'stream']),
  sender: person,
  recipients: z.array(person).optional(),
  stream_id: z.int().optional(),
  topic: z.string().optional(),
}
export const typingStarted = event('typing', 'start', 'Somebody is writing a message.', typing)
export const typingStopped = event('typing', 'stop', 'Somebody has stopped to write a message.', typing)

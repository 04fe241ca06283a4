import { z } from 'zod'
import { event } from '../event.ts'
import { mutedTopic, userTopic } from '../objects/topics.ts'
import { mutedUserObject } from '../objects/users.ts'

export const alertWordsChanged = event('alert_words', null, 'The alert words of the receiver, all of them.', {
  alert_words: z.array(z.string()),
})

export const userTopicChanged = event(
  'user_topic',
  null,
  'The receiver made something else of a topic; 0 takes it from the list. Topics are the same whatever their case.',
  userTopic,
)

export const mutedTopicsChanged = event(
  'muted_topics',
  null,
  'The muted topics of the receiver, all of them, before each `user_topic`. Not for queues that name both types.',
  { muted_topics: z.array(mutedTopic) },
)

export const mutedUsersChanged = event(
  'muted_users',
  null,
  'The people whom the receiver muted, all of them.',
  {
    muted_users: z.array(mutedUserObject),
  },
)

const person = z.strictObject({ user_id: z.int(), email: z.string() })
/** Direct messages have `recipients`, including the sender; channel messages have `stream_id` and `topic`. */
const typing = {
  message_type: z.enum(['direct', 'stream']),
  sender: person,
  recipients: z.array(person).optional(),
  stream_id: z.int().optional(),
  topic: z.string().optional(),
}
export const typingStarted = event('typing', 'start', 'Somebody is writing a message.', typing)
export const typingStopped = event('typing', 'stop', 'Somebody has stopped to write a message.', typing)

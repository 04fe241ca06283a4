import { z } from 'zod'
import { event } from '../event.ts'
import { mutedTopic, userTopic } from '../objects/topics.ts'
import { mutedUserObject } from '../objects/users.ts'

export const alertWordsChanged = event(
  'alert_words',
  null,
  'The alert words of the recipient changed. Contains all of them.',
  {
    alert_words: z.array(z.string()),
  },
)

export const userTopicChanged = event(
  'user_topic',
  null,
  'The recipient changed the visibility policy of a topic; 0 removes it from the list. Topics are compared case-insensitively.',
  userTopic,
)

export const mutedTopicsChanged = event(
  'muted_topics',
  null,
  'The muted topics of the recipient changed. Contains all of them; sent before each `user_topic`. Not sent to queues that request both types.',
  { muted_topics: z.array(mutedTopic) },
)

export const mutedUsersChanged = event(
  'muted_users',
  null,
  'The muted users of the recipient changed. Contains all of them.',
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
export const typingStarted = event('typing', 'start', 'A user started typing a message.', typing)
export const typingStopped = event('typing', 'stop', 'A user stopped typing a message.', typing)

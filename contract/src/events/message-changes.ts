import { z } from 'zod'
import { event } from '../event.ts'
import { messageFlags, reactionObject } from '../objects/messages.ts'

export const messageUpdated = event(
  'update_message',
  null,
  'Messages were edited, moved, or rendered anew. `message_id` is the one named, `message_ids` are all affected.',
  {
    user_id: z.int().nullable(),
    rendering_only: z.boolean(),
    message_id: z.int(),
    message_ids: z.array(z.int()),
    flags: z.array(z.enum(messageFlags)),
    edit_timestamp: z.int(),
    stream_name: z.string().optional(),
    stream_id: z.int().optional(),
    new_stream_id: z.int().optional(),
    propagate_mode: z.enum(['change_one', 'change_later', 'change_all']).optional(),
    orig_subject: z.string().optional(),
    subject: z.string().optional(),
    topic_links: z.array(z.strictObject({ text: z.string(), url: z.string() })).optional(),
    orig_content: z.string().optional(),
    orig_rendered_content: z.string().optional(),
    content: z.string().optional(),
    rendered_content: z.string().optional(),
    is_me_message: z.boolean().optional(),
  },
)

export const messagesDeleted = event(
  'delete_message',
  null,
  'Messages are gone, for everyone or for the receiver. Clients without `bulk_message_deletion` get one event each.',
  {
    message_type: z.enum(['private', 'stream']),
    message_ids: z.array(z.int()).optional(),
    message_id: z.int().optional(),
    stream_id: z.int().optional(),
    topic: z.string().optional(),
  },
)

const reaction = {
  ...reactionObject.shape,
  message_id: z.int(),
  user: z.strictObject({ user_id: z.int(), email: z.string(), full_name: z.string() }),
}
export const reactionAdded = event('reaction', 'add', 'Somebody reacted to a message.', reaction)
export const reactionRemoved = event('reaction', 'remove', 'Somebody took back a reaction.', reaction)

export const submessageAdded = event('submessage', null, 'Somebody did something to a poll or to-do list.', {
  submessage_id: z.int(),
  message_id: z.int(),
  sender_id: z.int(),
  msg_type: z.string(),
  content: z.string(),
})

/** Direct messages have `user_ids`; channel messages have `channel_id` and `topic`. */
const editing = {
  sender_id: z.int(),
  message_id: z.int(),
  recipient: z.strictObject({
    type: z.enum(['direct', 'channel']),
    channel_id: z.int().optional(),
    topic: z.string().optional(),
    user_ids: z.array(z.int()).optional(),
  }),
}
export const editingStarted = event('typing_edit_message', 'start', 'Somebody is editing a message.', editing)
export const editingStopped = event(
  'typing_edit_message',
  'stop',
  'Somebody stopped editing a message.',
  editing,
)

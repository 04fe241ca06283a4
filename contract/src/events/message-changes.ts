import { z } from 'zod'
import { event } from '../event.ts'
import { messageFlags, reactionObject } from '../objects/messages.ts'

export const messageUpdated = event(
  'update_message',
  null,
  'Messages were edited, moved or re-rendered. `message_id` is the edited message, `message_ids` are all affected ones.',
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
  'Messages were deleted, or are no longer visible to the recipient. Clients without `bulk_message_deletion` get one event per message.',
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
export const reactionAdded = event('reaction', 'add', 'A user added a reaction to a message.', reaction)
export const reactionRemoved = event(
  'reaction',
  'remove',
  'A user removed a reaction from a message.',
  reaction,
)

export const submessageAdded = event('submessage', null, 'A user changed a poll or to-do list.', {
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
export const editingStarted = event(
  'typing_edit_message',
  'start',
  'A user started editing a message.',
  editing,
)
export const editingStopped = event(
  'typing_edit_message',
  'stop',
  'A user stopped editing a message.',
  editing,
)

import { z } from 'zod'
import { longText, shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { attachmentObject } from '../objects/attachments.ts'
import { editHistoryEntry, fetchedMessageObject } from '../objects/messages.ts'
import { flag, json, text } from '../param.ts'

export const updateMessage = endpoint({
  route: 'PATCH /messages/{message_id}',
  summary: 'Edit the text of a message, move it, or resolve its topic',
  notes:
    'With a topic or channel, `propagate_mode` says which messages of the topic move along. ' +
    'A topic or channel equal to the current one counts as not sent.',
  auth: 'user',
  path: { message_id: 'int' },
  params: {
    topic: text(shortText.optional(), { aliases: ['subject'] }),
    propagate_mode: text(z.enum(['change_one', 'change_later', 'change_all']).default('change_one')),
    send_notification_to_old_thread: flag(),
    send_notification_to_new_thread: flag(true),
    content: text(longText.optional()),
    stream_id: json(z.int().optional()),
  },
  example: { message_id: sample.message, content: 'They are **very** ripe.' },
  reply: { detached_uploads: z.array(attachmentObject) },
  errors: ['MoveLimitExceeded', 'ChannelWildcardNotAllowed', 'TopicWildcardNotAllowed'],
})

export const deleteMessage = endpoint({
  route: 'DELETE /messages/{message_id}',
  summary: 'Delete a message for everyone',
  auth: 'user',
  path: { message_id: 'int' },
  params: {},
  example: { message_id: sample.oldMessage },
  reply: {},
})

export const deleteTopic = endpoint({
  route: 'POST /streams/{stream_id}/delete_topic',
  summary: 'Delete all messages of a topic',
  notes: 'A large topic may take several calls: repeat while `complete` is false.',
  auth: 'user',
  path: { stream_id: 'int' },
  params: { topic_name: text() },
  example: { stream_id: sample.channel, topic_name: 'wasps' },
  reply: { complete: z.boolean() },
  errors: ['UnauthorizedPrincipal'],
})

export const getMessage = endpoint({
  route: 'GET /messages/{message_id}',
  summary: 'One message',
  auth: 'spectator',
  path: { message_id: 'int' },
  params: { apply_markdown: flag(true), allow_empty_topic_name: flag() },
  example: { message_id: sample.message },
  reply: { raw_content: z.string(), message: fetchedMessageObject },
})

export const getMessageHistory = endpoint({
  route: 'GET /messages/{message_id}/history',
  summary: 'Every version of a message, the oldest first',
  auth: 'user',
  path: { message_id: 'int' },
  params: { allow_empty_topic_name: flag() },
  example: { message_id: sample.message },
  reply: {
    message_history: z.array(
      editHistoryEntry.extend({
        topic: z.string(),
        content: z.string(),
        rendered_content: z.string(),
        content_html_diff: z.string().optional(),
      }),
    ),
  },
})

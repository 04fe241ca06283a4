import { z } from 'zod'
import { longText, shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { attachmentObject } from '../objects/attachments.ts'
import { editHistoryEntry, fetchedMessageObject } from '../objects/messages.ts'
import { flag, json, text } from '../param.ts'
import { editReasons, mentionReasons, renderReasons } from '../reasons/messages.ts'

export const updateMessage = endpoint({
  route: 'PATCH /messages/{message_id}',
  summary: 'Edit a message',
  notes:
    'Use this to change the text of a message, to move messages to another topic or channel, or to resolve a topic. ' +
    '`propagate_mode` decides which messages of the topic move along. A topic or channel equal to the current one is ' +
    'ignored.',
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
  reasons: [
    'message-not-found',
    'message-change-empty',
    ...editReasons,
    'message-edit-moves-channel',
    'message-edit-has-widget',
    'message-move-direct',
    'message-move-missing',
    'message-move-to-topic-denied',
    'message-move-to-channel-denied',
    'message-move-time-passed',
    'message-move-limit-exceeded',
    'message-topic-required',
    'topic-name-invalid',
    'topic-resolution-denied',
    'topic-resolution-empty',
    'channel-not-found',
    'channel-posting-denied',
    ...mentionReasons,
    ...renderReasons,
  ],
})

export const deleteMessage = endpoint({
  route: 'DELETE /messages/{message_id}',
  summary: 'Delete a message',
  notes: 'Use this to delete a message permanently, for all users.',
  auth: 'user',
  path: { message_id: 'int' },
  params: {},
  example: { message_id: sample.oldMessage },
  reply: {},
  reasons: ['message-not-found', 'message-deletion-denied', 'message-deletion-time-passed'],
})

export const deleteTopic = endpoint({
  route: 'POST /streams/{stream_id}/delete_topic',
  summary: 'Delete a topic',
  notes:
    'Use this to delete all messages of a topic. A large topic may need several requests: repeat while `complete` is ' +
    'false.',
  auth: 'user',
  path: { stream_id: 'int' },
  params: { topic_name: text() },
  example: { stream_id: sample.channel, topic_name: 'wasps' },
  reply: { complete: z.boolean() },
  reasons: ['topic-deletion-denied', 'channel-not-found'],
})

export const getMessage = endpoint({
  route: 'GET /messages/{message_id}',
  summary: 'Get a message',
  notes: 'Use this to fetch one message by ID, for example for a permalink.',
  auth: 'spectator',
  path: { message_id: 'int' },
  params: { apply_markdown: flag(true), allow_empty_topic_name: flag(), by_imported_id: flag() },
  example: { message_id: sample.message },
  reply: { raw_content: z.string(), message: fetchedMessageObject },
  reasons: ['message-not-found', 'message-read-denied'],
})

export const getMessageHistory = endpoint({
  route: 'GET /messages/{message_id}/history',
  summary: "Get a message's edit history",
  notes: 'Use this to show all versions of a message, oldest first.',
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
  reasons: ['message-not-found', 'message-history-hidden'],
})

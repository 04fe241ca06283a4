import { z } from 'zod'
import { list, longText, maxDirectRecipients, shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { scheduledMessageObject } from '../objects/scheduled-messages.ts'
import { json, text } from '../param.ts'
import { channelMessageReasons } from '../reasons/messages.ts'

const type = z.enum(['direct', 'private', 'channel', 'stream'])
const to = z.union([z.int(), list(z.int(), maxDirectRecipients)])

const scheduleReasons = [
  ...channelMessageReasons,
  'scheduled-message-channel-invalid',
  'recipient-ids-missing',
  'message-recipients-empty',
  'message-recipient-not-found',
  'message-recipient-deactivated',
  'direct-messages-disabled',
  'direct-messages-restricted',
  'direct-conversation-creation-denied',
  'new-account-strangers-too-many',
  'scheduled-message-time-invalid',
  'scheduled-message-time-past',
] as const

export const getScheduledMessages = endpoint({
  route: 'GET /scheduled_messages',
  summary: 'Get scheduled messages',
  notes: 'Use this to list your scheduled messages that were not sent yet or failed, earliest first.',
  auth: 'user',
  params: {},
  reply: { scheduled_messages: z.array(scheduledMessageObject) },
  reasons: [],
})

export const createScheduledMessage = endpoint({
  route: 'POST /scheduled_messages',
  summary: 'Create a scheduled message',
  notes: 'Use this to send a message later. Permissions are checked now and again when the message is sent.',
  auth: 'user',
  params: {
    type: text(type),
    to: json(to),
    content: text(longText),
    topic: text(shortText.optional(), { aliases: ['subject'] }),
    scheduled_delivery_timestamp: json(z.int()),
    read_by_sender: json(z.boolean().optional()),
  },
  example: {
    type: 'channel',
    to: sample.channel,
    topic: 'plums',
    content: 'Time to pick!',
    scheduled_delivery_timestamp: 4070908800,
  },
  reply: { scheduled_message_id: z.int() },
  reasons: scheduleReasons,
})

export const editScheduledMessage = endpoint({
  route: 'PATCH /scheduled_messages/{scheduled_message_id}',
  summary: 'Edit a scheduled message',
  notes: 'Use this to change the text, destination or time of a scheduled message.',
  auth: 'user',
  path: { scheduled_message_id: 'int' },
  params: {
    type: text(type.optional()),
    to: json(to.optional()),
    content: text(longText.optional()),
    topic: text(shortText.optional(), { aliases: ['subject'] }),
    scheduled_delivery_timestamp: json(z.int().optional()),
  },
  example: { scheduled_message_id: sample.scheduledMessage, scheduled_delivery_timestamp: 4070912400 },
  reply: {},
  reasons: [
    ...scheduleReasons,
    'scheduled-message-not-found',
    'scheduled-message-sent',
    'scheduled-message-recipients-missing',
    'scheduled-message-time-missing',
    'message-change-empty',
  ],
})

export const deleteScheduledMessage = endpoint({
  route: 'DELETE /scheduled_messages/{scheduled_message_id}',
  summary: 'Delete a scheduled message',
  notes: 'Use this to cancel a scheduled message before it is sent.',
  auth: 'user',
  path: { scheduled_message_id: 'int' },
  params: {},
  example: { scheduled_message_id: sample.scheduledMessage },
  reply: {},
  reasons: ['scheduled-message-not-found'],
})

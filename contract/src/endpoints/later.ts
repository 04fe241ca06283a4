import { z } from 'zod'
import { shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { laterItemObject } from '../objects/later.ts'
import { json, text } from '../param.ts'

const inputReasons = ['later-note-too-long', 'later-time-invalid', 'later-item-empty'] as const

export const getLaterItems = endpoint({
  route: 'GET /later',
  summary: 'Get messages saved for later',
  notes:
    'Use this to list the messages and notes that you saved for later, with their reminders, oldest first. This is an ' +
    'extension of Loquat.',
  auth: 'user',
  params: {},
  reply: { later_items: z.array(laterItemObject) },
  reasons: [],
})

export const addLaterItem = endpoint({
  route: 'POST /later',
  summary: 'Save a message for later',
  notes:
    'Use this to save a message, a note or both for later. With `remind_timestamp`, a direct message of the Notification ' +
    'Bot reminds you at that time, with the notifications that you have set for direct messages. If the message is ' +
    'already saved, its item is changed. This is an extension of Loquat.',
  auth: 'user',
  params: {
    message_id: json(z.int().optional()),
    note: text(shortText.default('')),
    remind_timestamp: json(z.int().optional()),
  },
  example: { message_id: sample.message, note: 'Ask about the ladder', remind_timestamp: 4070908800 },
  reply: { later_id: z.int() },
  reasons: [...inputReasons, 'message-not-found', 'later-limit-reached'],
})

export const editLaterItem = endpoint({
  route: 'PATCH /later/{later_id}',
  summary: 'Edit an item saved for later',
  notes:
    'Use this to mark an item as done, to change its note, or to snooze or remove its reminder (`remind_timestamp` ' +
    'null). This is an extension of Loquat.',
  auth: 'user',
  path: { later_id: 'int' },
  params: {
    note: text(shortText.optional()),
    remind_timestamp: json(z.int().nullable().optional()),
    is_done: json(z.boolean().optional()),
  },
  example: { later_id: sample.laterItem, is_done: true },
  reply: {},
  reasons: [...inputReasons, 'later-item-not-found'],
})

export const deleteLaterItem = endpoint({
  route: 'DELETE /later/{later_id}',
  summary: 'Delete an item saved for later',
  notes: 'Use this to remove an item and its reminder. This is an extension of Loquat.',
  auth: 'user',
  path: { later_id: 'int' },
  params: {},
  example: { later_id: sample.laterItem },
  reply: {},
  reasons: ['later-item-not-found'],
})

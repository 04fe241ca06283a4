import { z } from 'zod'
import { event } from '../event.ts'
import { botChange, botObject } from '../objects/bots.ts'

export const botAdded = event(
  'realm_bot',
  'add',
  'A bot that the recipient owns or administers was created.',
  { bot: botObject },
)

export const botUpdated = event(
  'realm_bot',
  'update',
  'A bot changed. If one of its default channels is private, only its owner receives this.',
  { bot: botChange },
)

export const botDeleted = event('realm_bot', 'delete', 'A bot was transferred to another owner.', {
  bot: z.strictObject({ user_id: z.int() }),
})

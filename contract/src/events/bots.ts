import { z } from 'zod'
import { event } from '../event.ts'
import { botChange, botObject } from '../objects/bots.ts'

export const botAdded = event(
  'realm_bot',
  'add',
  'There is a bot that you own or, as an administrator, look after.',
  { bot: botObject },
)

export const botUpdated = event(
  'realm_bot',
  'update',
  'A bot changed. While a default channel of it is private, only its owner is told.',
  { bot: botChange },
)

export const botDeleted = event('realm_bot', 'delete', 'A bot belongs to somebody else now.', {
  bot: z.strictObject({ user_id: z.int() }),
})

import { event } from '../event.ts'
import { ephemeralMessageObject, interactionObject } from '../objects/interactions.ts'

/** These events go to clients with the capability `interactive_messages`. */

export const interactionCreated = event(
  'interaction',
  null,
  'For bots: a user used a component of a message of the bot, or ran one of its commands.',
  { interaction: interactionObject },
)
export const ephemeralMessageSent = event(
  'ephemeral_message',
  null,
  'A bot shows a text to the user, until `expires_timestamp`.',
  { ephemeral_message: ephemeralMessageObject },
)
export const botCommandsChanged = event(
  'bot_commands',
  null,
  'The slash commands of a bot changed. Fetch them with `GET /bot_commands` when they are needed.',
  {},
)

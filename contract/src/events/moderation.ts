import { z } from 'zod'
import { event } from '../event.ts'

/** This event goes to clients with the capability `restored_messages`. */
export const messagesRestored = event(
  'restored_messages',
  null,
  'Deleted messages exist again, with their former IDs, because a bulk deletion was undone. Read states and flags are as before. Register ' +
    'again, or fetch the messages.',
  { message_ids: z.array(z.int()) },
)

/** This event goes to clients with the capability `message_reports`. */
export const messageReportsChanged = event(
  'message_reports',
  null,
  'For moderators: a message was reported, a report was handled or opened again, or a reported message was hidden, shown again or deleted. Fetch ' +
    'the reports with `GET /message_reports` while they are shown.',
  {},
)

import { z } from 'zod'

/** Maximum number of items that a user can keep for later, including done ones. */
export const maxLaterItems = 1_000
export const maxLaterNote = 500
/** How far ahead a reminder can be. */
export const maxReminderDays = 100 * 366

/**
 * A message that a user saved for later, or a note. With a time, it is a reminder: `is_reminded` says that the user was
 * notified. `message_id` is null for notes, and after the message was deleted.
 */
export const laterItemObject = z.strictObject({
  later_id: z.int(),
  message_id: z.int().nullable(),
  note: z.string(),
  remind_timestamp: z.int().nullable(),
  is_reminded: z.boolean(),
  is_done: z.boolean(),
  timestamp: z.int(),
})
export type LaterItemObject = z.output<typeof laterItemObject>

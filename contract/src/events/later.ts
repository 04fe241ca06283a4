import { z } from 'zod'
import { event } from '../event.ts'
import { laterItemObject } from '../objects/later.ts'

/** These events go to clients with the capability `later_items`. */

export const laterItemAdded = event(
  'later_items',
  'add',
  'The recipient saved a message or a note for later.',
  { later_item: laterItemObject },
)
export const laterItemUpdated = event(
  'later_items',
  'update',
  'An item was edited, or its reminder was sent (`is_reminded`).',
  { later_item: laterItemObject },
)
export const laterItemRemoved = event('later_items', 'remove', 'An item was deleted.', { later_id: z.int() })

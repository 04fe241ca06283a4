import { z } from 'zod'
import { event } from '../event.ts'
import { bookmarkObject, pinnedMessageObject } from '../objects/pins.ts'

/** These events go to clients with the capability `pinned_messages`. */

const place = { stream_id: z.int().optional(), user_ids: z.array(z.int()).optional() }

export const messagePinned = event(
  'pinned_message',
  'add',
  'A message was pinned, or pinned to another scope. `stream_id` is absent for direct messages, and `user_ids` are ' +
    'their participants.',
  { pinned_message: pinnedMessageObject, ...place },
)
export const messageUnpinned = event(
  'pinned_message',
  'remove',
  'A message was unpinned. Deleted messages are unpinned without this event.',
  { message_id: z.int(), ...place },
)
export const bookmarksChanged = event('channel_bookmarks', null, 'The bookmarks of a channel were changed.', {
  stream_id: z.int(),
  bookmarks: z.array(bookmarkObject),
})

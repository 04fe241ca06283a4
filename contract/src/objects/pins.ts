import { z } from 'zod'

/** Where a pinned message is shown. Direct messages are always pinned to their conversation. */
export const pinScopes = ['topic', 'channel', 'direct'] as const
export type PinScope = (typeof pinScopes)[number]

/** Maximum number of messages that can be pinned to one topic, channel or direct conversation. */
export const maxPins = 50

/** A pinned message. Its location is that of the message, so it follows moves. */
export const pinnedMessageObject = z.strictObject({
  message_id: z.int(),
  scope: z.enum(pinScopes),
  user_id: z.int(),
  timestamp: z.int(),
})
export type PinnedMessageObject = z.output<typeof pinnedMessageObject>

/** Maximum number of bookmarks of a channel. */
export const maxBookmarks = 50
export const maxBookmarkTitle = 100

/** A bookmark of a channel: a link, or a file with a URL that begins with `/user_uploads/`. */
export const bookmarkObject = z.strictObject({
  bookmark_id: z.int(),
  title: z.string(),
  url: z.string(),
  is_file: z.boolean(),
  user_id: z.int(),
  timestamp: z.int(),
})
export type BookmarkObject = z.output<typeof bookmarkObject>

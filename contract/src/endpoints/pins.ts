import { z } from 'zod'
import { list, maxDirectRecipients, shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { bookmarkObject, maxBookmarks, pinnedMessageObject } from '../objects/pins.ts'
import { json, text } from '../param.ts'

const pinReasons = ['pin-denied', 'message-not-found'] as const

export const getPinnedMessages = endpoint({
  route: 'GET /pinned_messages',
  summary: 'Get pinned messages',
  notes:
    'Use this to list the pinned messages of a conversation that the caller can read, most recently pinned first. With ' +
    '`stream_id`, these are all of the channel, at most 200; with `topic` also, those of the topic and those pinned ' +
    'to the channel; with `user_ids`, those of the direct conversation with these users. Fetch the messages ' +
    'themselves with `GET /messages`. This is an extension of Loquat.',
  auth: 'user',
  params: {
    stream_id: json(z.int().optional()),
    topic: text(shortText.optional()),
    user_ids: json(list(z.int(), maxDirectRecipients).optional()),
  },
  example: { stream_id: sample.channel, topic: 'plums' },
  reply: { pinned_messages: z.array(pinnedMessageObject) },
  reasons: ['channel-not-found', 'pin-place-invalid'],
})

export const pinMessage = endpoint({
  route: 'POST /messages/{message_id}/pin',
  summary: 'Pin a message',
  notes:
    'Use this to pin a message to its topic, channel or direct conversation. Pinning a pinned message changes its ' +
    '`scope`. Requires `can_pin_messages_group` and permission to post in the channel, or permission to administer ' +
    'the channel. This is an extension of Loquat.',
  auth: 'user',
  path: { message_id: 'int' },
  params: { scope: text(z.enum(['topic', 'channel']).default('topic')) },
  example: { message_id: sample.message, scope: 'channel' },
  reply: {},
  reasons: [...pinReasons, 'pin-limit-reached'],
})

export const unpinMessage = endpoint({
  route: 'DELETE /messages/{message_id}/pin',
  summary: 'Unpin a message',
  notes:
    'Use this to unpin a message. Needs the same permissions as pinning. This is an extension of Loquat.',
  auth: 'user',
  path: { message_id: 'int' },
  params: {},
  example: { message_id: sample.message },
  reply: {},
  reasons: [...pinReasons, 'pin-not-found'],
})

const bookmarkInput = { title: text(shortText), url: text(shortText) }
const changeReasons = ['channel-not-found', 'pin-denied'] as const
const inputReasons = ['bookmark-title-invalid', 'bookmark-url-invalid', 'bookmark-file-not-found'] as const

export const getBookmarks = endpoint({
  route: 'GET /streams/{stream_id}/bookmarks',
  summary: 'Get the bookmarks of a channel',
  notes: 'Use this to list the links and files of a channel, in their order. This is an extension of Loquat.',
  auth: 'user',
  path: { stream_id: 'int' },
  params: {},
  example: { stream_id: sample.channel },
  reply: { bookmarks: z.array(bookmarkObject) },
  reasons: ['channel-not-found'],
})

export const addBookmark = endpoint({
  route: 'POST /streams/{stream_id}/bookmarks',
  summary: 'Add a bookmark to a channel',
  notes:
    'Use this to add a link or an uploaded file to a channel. A file is given by its URL, which begins with ' +
    '`/user_uploads/`; everyone who can read the channel can then open it. Needs the same permissions as pinning in ' +
    'the channel. This is an extension of Loquat.',
  auth: 'user',
  path: { stream_id: 'int' },
  params: bookmarkInput,
  example: { stream_id: sample.channel, title: 'Harvest plan', url: 'https://example.com/harvest' },
  reply: { bookmark_id: z.int() },
  reasons: [...changeReasons, ...inputReasons, 'bookmark-limit-reached'],
})

export const reorderBookmarks = endpoint({
  route: 'PATCH /streams/{stream_id}/bookmarks',
  summary: 'Reorder the bookmarks of a channel',
  notes: 'Use this to change the order of the bookmarks of a channel. This is an extension of Loquat.',
  auth: 'user',
  path: { stream_id: 'int' },
  params: { bookmark_ids: json(list(z.int(), maxBookmarks)) },
  example: { stream_id: sample.channel, bookmark_ids: [sample.otherBookmark, sample.bookmark] },
  reply: {},
  reasons: [...changeReasons, 'bookmark-order-invalid'],
})

export const editBookmark = endpoint({
  route: 'PATCH /bookmarks/{bookmark_id}',
  summary: 'Edit a bookmark',
  notes: 'Use this to change the title or URL of a bookmark. This is an extension of Loquat.',
  auth: 'user',
  path: { bookmark_id: 'int' },
  params: { title: text(shortText.optional()), url: text(shortText.optional()) },
  example: { bookmark_id: sample.bookmark, title: 'Prices' },
  reply: {},
  reasons: ['bookmark-not-found', 'pin-denied', ...inputReasons],
})

export const removeBookmark = endpoint({
  route: 'DELETE /bookmarks/{bookmark_id}',
  summary: 'Remove a bookmark',
  notes: 'Use this to remove a link or file from the bookmarks of a channel. This is an extension of Loquat.',
  auth: 'user',
  path: { bookmark_id: 'int' },
  params: {},
  example: { bookmark_id: sample.bookmark },
  reply: {},
  reasons: ['bookmark-not-found', 'pin-denied'],
})

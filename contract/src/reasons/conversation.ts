import type { ReasonTable } from './declare.ts'

/** Reasons of reactions, scheduled messages, drafts, muted users, custom emoji and files. */
export const conversationReasons = {
  // Reactions, submessages and typing
  'reaction-exists': { kind: 'ReactionExists', text: "You've already reacted with this emoji." },
  'reaction-missing': { kind: 'ReactionMissing', text: "You haven't reacted with this emoji." },
  'reaction-emoji-missing': { kind: 'BadRequest', text: 'Send emoji_name or emoji_code.' },
  'submessage-denied': { kind: 'BadRequest', text: 'Only the sender of the message can do this.' },
  'submessage-type-reserved': {
    kind: 'BadRequest',
    parameter: 'msg_type',
    text: 'components are changed with their own endpoint.',
  },
  'submessage-not-json': { kind: 'BadRequest', parameter: 'content', text: 'this is not valid JSON.' },
  'submessage-malformed': {
    kind: 'BadRequest',
    parameter: 'content',
    text: 'this is not valid for a {widget}. {path} {problem}',
  },
  'submessage-title-denied': {
    kind: 'BadRequest',
    parameter: 'content',
    text: 'only the sender of the {widget} can change its title.',
  },
  'widget-not-json': { kind: 'BadRequest', parameter: 'widget_content', text: 'this is not valid JSON.' },
  'widget-malformed': { kind: 'BadRequest', parameter: 'widget_content', text: '{path} {problem}' },
  'typing-channel-missing': {
    kind: 'BadRequest',
    parameter: 'stream_id',
    text: 'the channel ID is missing.',
  },
  'typing-topic-missing': { kind: 'BadRequest', parameter: 'topic', text: 'the topic is missing.' },
  'typing-sender-not-found': { kind: 'BadRequest', text: 'User not found.' },
  'typing-notifications-disabled': {
    kind: 'BadRequest',
    text: "You've turned off sending typing notifications.",
  },

  // Pinned messages and bookmarks
  'pin-denied': { kind: 'BadRequest', text: "You don't have permission to pin here." },
  'pin-not-found': { kind: 'BadRequest', text: "This message isn't pinned." },
  'pin-limit-reached': {
    kind: 'BadRequest',
    text: 'At most {limit} messages can be pinned here. Unpin another one first.',
  },
  'pin-place-invalid': {
    kind: 'BadRequest',
    text: 'Send either stream_id, with or without topic, or user_ids.',
  },
  'bookmark-not-found': { kind: 'BadRequest', text: 'Bookmark not found.' },
  'bookmark-title-invalid': {
    kind: 'BadRequest',
    parameter: 'title',
    text: 'enter a title of at most {limit} characters.',
  },
  'bookmark-url-invalid': {
    kind: 'BadRequest',
    parameter: 'url',
    text: 'enter a web address that begins with https:// or http://.',
  },
  'bookmark-file-not-found': { kind: 'BadRequest', parameter: 'url', text: 'this file was not found.' },
  'bookmark-limit-reached': {
    kind: 'BadRequest',
    text: 'A channel can have at most {limit} bookmarks. Remove another one first.',
  },
  'bookmark-order-invalid': {
    kind: 'BadRequest',
    parameter: 'bookmark_ids',
    text: 'list each bookmark of the channel once.',
  },

  // Messages saved for later
  'later-item-not-found': { kind: 'BadRequest', text: 'Item not found.' },
  'later-item-empty': { kind: 'BadRequest', text: 'Send a message_id or a note.' },
  'later-note-too-long': {
    kind: 'BadRequest',
    parameter: 'note',
    text: 'enter a note of at most {limit} characters.',
  },
  'later-time-invalid': {
    kind: 'BadRequest',
    parameter: 'remind_timestamp',
    text: 'choose a time in the future, at most 100 years ahead.',
  },
  'later-limit-reached': {
    kind: 'BadRequest',
    text: 'You can save at most {limit} items for later. Delete some that are done first.',
  },

  // Saved searches
  'saved-search-not-found': { kind: 'RecordNotFound', text: 'Saved search not found.' },
  'saved-search-name-empty': { kind: 'BadRequest', text: "name can't be empty." },
  'saved-search-name-too-long': { kind: 'BadRequest', text: 'name must be at most {max} characters.' },
  'saved-search-query-empty': { kind: 'BadRequest', text: "query can't be empty." },
  'saved-search-query-too-long': { kind: 'BadRequest', text: 'query must be at most {max} characters.' },
  'saved-search-limit-reached': {
    kind: 'BadRequest',
    text: 'You can save at most {limit} searches. Delete some first.',
  },

  // Scheduled messages, drafts and saved snippets
  'scheduled-message-not-found': { kind: 'RecordNotFound', text: 'Scheduled message not found.' },
  'scheduled-message-sent': { kind: 'BadRequest', text: 'This message has already been sent.' },
  'scheduled-message-channel-invalid': {
    kind: 'BadRequest',
    parameter: 'to',
    text: 'specify the channel by its ID.',
  },
  'scheduled-message-recipients-missing': {
    kind: 'BadRequest',
    parameter: 'to',
    text: 'required when the type changes.',
  },
  'scheduled-message-time-invalid': {
    kind: 'BadRequest',
    parameter: 'scheduled_delivery_timestamp',
    text: 'this is not a valid time.',
  },
  'scheduled-message-time-past': {
    kind: 'BadRequest',
    parameter: 'scheduled_delivery_timestamp',
    text: 'the time must be in the future.',
  },
  'scheduled-message-time-missing': {
    kind: 'BadRequest',
    parameter: 'scheduled_delivery_timestamp',
    text: "a message that couldn't be sent needs a new time.",
  },
  'scheduled-message-sender-deactivated': { kind: 'BadRequest', text: 'The sender has been deactivated.' },
  'scheduled-message-too-late': { kind: 'BadRequest', text: "The server couldn't send it in time." },
  'draft-not-found': { kind: 'RecordNotFound', text: 'Draft not found.' },
  'draft-content-empty': { kind: 'BadRequest', parameter: 'content', text: "a draft can't be empty." },
  'draft-channel-invalid': { kind: 'BadRequest', parameter: 'to', text: 'specify one channel by its ID.' },
  'draft-channel-not-found': { kind: 'BadRequest', parameter: 'to', text: 'channel not found.' },
  'draft-synchronization-disabled': {
    kind: 'BadRequest',
    text: "You've turned off syncing drafts.",
  },
  'snippet-not-found': { kind: 'RecordNotFound', text: 'Saved snippet not found.' },
  'snippet-title-empty': { kind: 'BadRequest', text: "title can't be empty." },
  'snippet-title-too-long': { kind: 'BadRequest', text: 'title must be at most {max} characters.' },
  'snippet-content-empty': { kind: 'BadRequest', text: "content can't be empty." },
  'snippet-content-too-long': { kind: 'BadRequest', text: 'content must be at most {max} characters.' },

  // Muted users and custom emoji
  'mute-exists': {
    kind: 'BadRequest',
    parameter: 'muted_user_id',
    text: "you've already muted this user.",
  },
  'mute-missing': { kind: 'BadRequest', parameter: 'muted_user_id', text: "you haven't muted this user." },
  'mute-of-self-denied': {
    kind: 'BadRequest',
    parameter: 'muted_user_id',
    text: "you can't mute yourself.",
  },
  'mute-user-not-found': { kind: 'BadRequest', parameter: 'muted_user_id', text: 'user not found.' },
  'reaction-skin-tone-unsupported': {
    kind: 'BadRequest',
    parameter: 'skin_tone',
    text: 'this emoji has no skin tones.',
  },
  'emoji-archive-too-large': { kind: 'BadRequest', text: 'The archive is larger than {max} MiB.' },
  'emoji-archive-unreadable': { kind: 'BadRequest', text: 'This is not a ZIP archive that can be read.' },
  'emoji-archive-empty': { kind: 'BadRequest', text: 'The archive has no pictures.' },
  'emoji-archive-too-many': { kind: 'BadRequest', text: 'The archive has more than {max} files.' },
  'emoji-archive-entry-unreadable': { kind: 'BadRequest', text: "This file of the archive can't be read." },
  'emoji-archive-timeout': {
    kind: 'BadRequest',
    text: 'Reading the archive took too long. Upload the rest in another one.',
  },
  'custom-emoji-not-found': {
    kind: 'RecordNotFound',
    parameter: 'emoji_name',
    text: 'emoji not found.',
  },
  'custom-emoji-name-empty': { kind: 'BadRequest', parameter: 'emoji_name', text: 'an emoji needs a name.' },
  'custom-emoji-name-invalid': {
    kind: 'BadRequest',
    parameter: 'emoji_name',
    text: 'use lowercase letters, digits, - and _; must end with a letter or digit.',
  },
  'custom-emoji-name-too-long': {
    kind: 'BadRequest',
    parameter: 'emoji_name',
    text: 'the name is too long.',
  },
  'custom-emoji-name-taken': {
    kind: 'BadRequest',
    parameter: 'emoji_name',
    text: 'an emoji with this name already exists.',
  },
  'custom-emoji-name-built-in': {
    kind: 'BadRequest',
    parameter: 'emoji_name',
    text: 'only administrators can replace a built-in emoji.',
  },
  'custom-emoji-creation-denied': { kind: 'BadRequest', text: "You don't have permission to add emoji." },
  'custom-emoji-removal-denied': {
    kind: 'BadRequest',
    text: 'Only administrators and the user who added an emoji can remove it.',
  },

  // Files
  'file-not-found': { kind: 'NotFound', text: 'File not found.' },
  'file-access-denied': { kind: 'FileForbidden', text: "You don't have access to this file." },
  'file-link-expired': { kind: 'BadRequest', text: 'This link has expired.' },
  'attachment-not-found': { kind: 'BadRequest', text: 'File not found.' },
  'upload-too-large': { kind: 'BadRequest', text: 'The file is larger than {max} MiB.' },
  'upload-quota-exceeded': {
    kind: 'UploadQuotaExceeded',
    text: 'Your organization has used up its storage quota.',
  },
  'upload-finished': { kind: 'BadRequest', text: 'This upload is already finished.' },
  'unfinished-uploads-too-many': {
    kind: 'BadRequest',
    text: 'Finish or cancel some of your {max} unfinished uploads first.',
  },
} as const satisfies ReasonTable

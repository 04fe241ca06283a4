import type { ReasonTable } from './declare.ts'

/** Reasons of reactions, scheduled messages, drafts, muted users, custom emoji and files. */
export const conversationReasons = {
  // Reactions, submessages and typing
  'reaction-exists': { kind: 'ReactionExists', text: 'You have reacted with this emoji already.' },
  'reaction-missing': { kind: 'ReactionMissing', text: 'You have not reacted with this emoji.' },
  'reaction-emoji-missing': { kind: 'BadRequest', text: 'Name the emoji by emoji_name or emoji_code.' },
  'submessage-denied': { kind: 'BadRequest', text: 'Only the sender of the message may do this.' },
  'submessage-not-json': { kind: 'BadRequest', parameter: 'content', text: 'this is not JSON.' },
  'submessage-malformed': {
    kind: 'BadRequest',
    parameter: 'content',
    text: 'this does not fit a {widget}. {path} {problem}',
  },
  'submessage-title-denied': {
    kind: 'BadRequest',
    parameter: 'content',
    text: 'only who sent the {widget} may change its title.',
  },
  'widget-not-json': { kind: 'BadRequest', parameter: 'widget_content', text: 'this is not JSON.' },
  'widget-malformed': { kind: 'BadRequest', parameter: 'widget_content', text: '{path} {problem}' },
  'typing-channel-missing': {
    kind: 'BadRequest',
    parameter: 'stream_id',
    text: 'the channel ID is missing.',
  },
  'typing-topic-missing': { kind: 'BadRequest', parameter: 'topic', text: 'the topic is missing.' },
  'typing-sender-not-found': { kind: 'BadRequest', text: 'There is no such user.' },
  'typing-notifications-disabled': {
    kind: 'BadRequest',
    text: 'You have turned off telling others that you are writing.',
  },

  // Scheduled messages, drafts and saved snippets
  'scheduled-message-not-found': { kind: 'RecordNotFound', text: 'There is no such scheduled message.' },
  'scheduled-message-sent': { kind: 'BadRequest', text: 'This message was sent already.' },
  'scheduled-message-channel-invalid': {
    kind: 'BadRequest',
    parameter: 'to',
    text: 'name the channel by its ID.',
  },
  'scheduled-message-recipients-missing': {
    kind: 'BadRequest',
    parameter: 'to',
    text: 'another type needs recipients.',
  },
  'scheduled-message-time-invalid': {
    kind: 'BadRequest',
    parameter: 'scheduled_delivery_timestamp',
    text: 'this is not a time.',
  },
  'scheduled-message-time-past': {
    kind: 'BadRequest',
    parameter: 'scheduled_delivery_timestamp',
    text: 'the time must be in the future.',
  },
  'scheduled-message-time-missing': {
    kind: 'BadRequest',
    parameter: 'scheduled_delivery_timestamp',
    text: 'a message that failed needs a new time.',
  },
  'scheduled-message-sender-deactivated': { kind: 'BadRequest', text: 'The sender has been deactivated.' },
  'scheduled-message-too-late': { kind: 'BadRequest', text: 'The server could not send it in time.' },
  'draft-not-found': { kind: 'RecordNotFound', text: 'There is no such draft.' },
  'draft-content-empty': { kind: 'BadRequest', parameter: 'content', text: 'a draft cannot be empty.' },
  'draft-channel-invalid': { kind: 'BadRequest', parameter: 'to', text: 'name one channel by its ID.' },
  'draft-channel-not-found': { kind: 'BadRequest', parameter: 'to', text: 'there is no such channel.' },
  'draft-synchronization-disabled': {
    kind: 'BadRequest',
    text: 'You have turned off keeping drafts on the server.',
  },
  'snippet-not-found': { kind: 'RecordNotFound', text: 'There is no such saved snippet.' },
  'snippet-title-empty': { kind: 'BadRequest', text: 'title cannot be empty.' },
  'snippet-title-too-long': { kind: 'BadRequest', text: 'title has at most {max} characters.' },
  'snippet-content-empty': { kind: 'BadRequest', text: 'content cannot be empty.' },
  'snippet-content-too-long': { kind: 'BadRequest', text: 'content has at most {max} characters.' },

  // Muted users and custom emoji
  'mute-exists': {
    kind: 'BadRequest',
    parameter: 'muted_user_id',
    text: 'you have already muted this user.',
  },
  'mute-missing': { kind: 'BadRequest', parameter: 'muted_user_id', text: 'you have not muted this user.' },
  'mute-of-self-denied': {
    kind: 'BadRequest',
    parameter: 'muted_user_id',
    text: 'you cannot mute yourself.',
  },
  'mute-user-not-found': { kind: 'BadRequest', parameter: 'muted_user_id', text: 'there is no such user.' },
  'custom-emoji-not-found': {
    kind: 'RecordNotFound',
    parameter: 'emoji_name',
    text: 'there is no emoji of this name.',
  },
  'custom-emoji-name-empty': { kind: 'BadRequest', parameter: 'emoji_name', text: 'an emoji needs a name.' },
  'custom-emoji-name-invalid': {
    kind: 'BadRequest',
    parameter: 'emoji_name',
    text: 'use small letters, digits, - and _, with a letter or digit at the end.',
  },
  'custom-emoji-name-too-long': {
    kind: 'BadRequest',
    parameter: 'emoji_name',
    text: 'the name is too long.',
  },
  'custom-emoji-name-taken': {
    kind: 'BadRequest',
    parameter: 'emoji_name',
    text: 'there is an emoji of this name already.',
  },
  'custom-emoji-name-built-in': {
    kind: 'BadRequest',
    parameter: 'emoji_name',
    text: 'only administrators may replace a built-in emoji.',
  },
  'custom-emoji-creation-denied': { kind: 'BadRequest', text: 'You may not add emoji.' },
  'custom-emoji-removal-denied': {
    kind: 'BadRequest',
    text: 'Only administrators and whoever added it may remove an emoji.',
  },

  // Files
  'file-not-found': { kind: 'NotFound', text: 'There is no such file.' },
  'file-access-denied': { kind: 'FileForbidden', text: 'You may not see this file.' },
  'file-link-expired': { kind: 'BadRequest', text: 'This address is not valid any more.' },
  'attachment-not-found': { kind: 'BadRequest', text: 'You have no such file.' },
  'upload-too-large': { kind: 'BadRequest', text: 'The file is larger than {max} MiB.' },
  'upload-quota-exceeded': {
    kind: 'UploadQuotaExceeded',
    text: 'There is no room for this file: the organization has used up its quota.',
  },
  'upload-finished': { kind: 'BadRequest', text: 'This upload is finished already.' },
  'unfinished-uploads-too-many': {
    kind: 'BadRequest',
    text: 'Finish or cancel some of your {max} unfinished uploads first.',
  },
} as const satisfies ReasonTable

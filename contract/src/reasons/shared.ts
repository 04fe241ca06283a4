import type { ReasonTable } from './declare.ts'

/** Reasons of the parts of the server that several areas use: pictures, permissions, emoji, event queues. */
export const sharedReasons = {
  'picture-type-unsupported': { kind: 'BadImage', text: 'Supported image types: {types}.' },
  'picture-file-too-large': { kind: 'BadRequest', text: 'The file is larger than {max} MiB.' },
  'picture-not-image': { kind: 'BadImage', text: 'This is not an image.' },
  'picture-type-mismatch': { kind: 'BadImage', text: "The image's content doesn't match its type." },
  'picture-unreadable': { kind: 'BadImage', text: "The image can't be read." },
  'picture-too-large': { kind: 'BadImage', text: 'The image must have at most {max} million pixels.' },
  'picture-too-many-frames': { kind: 'BadImage', text: 'The image must have at most {max} frames.' },
  'picture-queue-full': {
    kind: 'Unavailable',
    text: 'Too many images are being processed. Try again in a moment.',
  },

  'permission-user-not-found': { kind: 'BadRequest', text: '{permission}: active user {user} not found.' },
  'permission-group-not-found': { kind: 'BadRequest', text: '{permission}: group {group} not found.' },
  'permission-group-not-allowed': { kind: 'BadRequest', text: "{permission} can't be {group}." },
  'permission-needs-system-group': {
    kind: 'SystemGroupRequired',
    text: '{permission} must be a system group.',
  },
  'permission-value-outdated': {
    kind: 'ExpectationMismatch',
    text: '{permission} has changed in the meantime.',
  },

  'emoji-name-not-found': {
    kind: 'BadRequest',
    parameter: 'emoji_name',
    text: "emoji '{name}' not found.",
  },
  'emoji-name-mismatch': {
    kind: 'BadRequest',
    parameter: 'emoji_name',
    text: 'this is not a name of the emoji.',
  },
  'emoji-code-not-found': {
    kind: 'BadRequest',
    parameter: 'emoji_code',
    text: "emoji of type '{type}' not found.",
  },

  'event-queue-not-found': {
    kind: 'BadEventQueueId',
    text: 'Event queue {queue} not found. Register a new one.',
  },
} as const satisfies ReasonTable

/** For endpoints that accept a picture. */
export const pictureReasons = [
  'picture-type-unsupported',
  'picture-file-too-large',
  'picture-not-image',
  'picture-type-mismatch',
  'picture-unreadable',
  'picture-too-large',
  'picture-too-many-frames',
  'picture-queue-full',
] as const

/** For endpoints that set permissions. */
export const permissionReasons = [
  'permission-user-not-found',
  'permission-group-not-found',
  'permission-group-not-allowed',
  'permission-needs-system-group',
] as const

/** For endpoints that take an emoji by name and code. */
export const emojiReasons = ['emoji-name-not-found', 'emoji-name-mismatch', 'emoji-code-not-found'] as const

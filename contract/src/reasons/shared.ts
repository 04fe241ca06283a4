import type { ReasonTable } from './declare.ts'

/** Reasons of the parts of the server that several areas use: pictures, permissions, emoji, event queues. */
export const sharedReasons = {
  'picture-type-unsupported': { kind: 'BadImage', text: 'Pictures may be of these kinds: {types}.' },
  'picture-file-too-large': { kind: 'BadRequest', text: 'The file is larger than {max} MiB.' },
  'picture-not-image': { kind: 'BadImage', text: 'This is no image.' },
  'picture-type-mismatch': { kind: 'BadImage', text: 'The picture is not what it seems to be.' },
  'picture-unreadable': { kind: 'BadImage', text: 'The picture cannot be read.' },
  'picture-too-large': { kind: 'BadImage', text: 'The picture has more than {max} million pixels.' },
  'picture-too-many-frames': { kind: 'BadImage', text: 'The picture has more than {max} frames.' },
  'picture-queue-full': { kind: 'Unavailable', text: 'Too many pictures at once. Try again in a moment.' },

  'permission-user-not-found': { kind: 'BadRequest', text: '{permission}: there is no active user {user}.' },
  'permission-group-not-found': { kind: 'BadRequest', text: '{permission}: there is no group {group}.' },
  'permission-group-not-allowed': { kind: 'BadRequest', text: '{permission} may not be {group}.' },
  'permission-needs-system-group': {
    kind: 'SystemGroupRequired',
    text: '{permission} must be one of the groups by role.',
  },
  'permission-value-outdated': {
    kind: 'ExpectationMismatch',
    text: '{permission} is not what you think it is.',
  },

  'emoji-name-not-found': {
    kind: 'BadRequest',
    parameter: 'emoji_name',
    text: "there is no emoji '{name}'.",
  },
  'emoji-name-mismatch': {
    kind: 'BadRequest',
    parameter: 'emoji_name',
    text: 'this is not a name of the emoji.',
  },
  'emoji-code-not-found': {
    kind: 'BadRequest',
    parameter: 'emoji_code',
    text: "there is no such emoji of type '{type}'.",
  },

  'event-queue-not-found': {
    kind: 'BadEventQueueId',
    text: 'There is no event queue {queue}. Register a new one.',
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

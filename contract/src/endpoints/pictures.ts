import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { customEmojiMap, onePicture, pictureNotes } from '../objects/pictures.ts'
import { json } from '../param.ts'

export const setAvatar = endpoint({
  route: 'POST /users/me/avatar',
  summary: 'Upload a picture of the account that is calling',
  notes:
    `${pictureNotes} The middle of it is shown. Anybody's picture is found at \`/avatar/USER_ID\`, and in a larger size at ` +
    '`/avatar/USER_ID/medium` (not below `/api/v1`).',
  auth: 'user',
  files: onePicture,
  params: {},
  reply: { avatar_url: z.string() },
  errors: ['BadImage'],
})

export const removeAvatar = endpoint({
  route: 'DELETE /users/me/avatar',
  summary: 'Show the picture that an external service has for the address again',
  auth: 'user',
  params: {},
  reply: { avatar_url: z.string() },
})

export const getIcon = endpoint({
  route: 'GET /realm/icon',
  summary: 'The square picture of the organization',
  auth: 'user',
  redirects: true,
  params: {},
  reply: { url: z.string() },
})

export const setIcon = endpoint({
  route: 'POST /realm/icon',
  summary: 'Upload the square picture of the organization',
  notes: pictureNotes,
  auth: 'user',
  gate: 'admin',
  files: onePicture,
  params: {},
  reply: {},
  errors: ['UnauthorizedPrincipal', 'BadImage'],
})

export const removeIcon = endpoint({
  route: 'DELETE /realm/icon',
  summary: 'Show the stock picture as that of the organization again',
  auth: 'user',
  gate: 'admin',
  params: {},
  reply: {},
  errors: ['UnauthorizedPrincipal'],
})

/** True for the logo shown on dark backgrounds. */
const night = json(z.boolean())

export const getLogo = endpoint({
  route: 'GET /realm/logo',
  summary: 'The wide picture of the organization, for a light or a dark background',
  auth: 'user',
  redirects: true,
  params: { night },
  example: { night: false },
  reply: { url: z.string() },
})

export const setLogo = endpoint({
  route: 'POST /realm/logo',
  summary: 'Upload the wide picture of the organization, for a light or a dark background',
  notes: `${pictureNotes} It is made smaller to fit into 800 by 100.`,
  auth: 'user',
  gate: 'admin',
  files: onePicture,
  params: { night },
  example: { night: true },
  reply: {},
  errors: ['UnauthorizedPrincipal', 'BadImage'],
})

export const removeLogo = endpoint({
  route: 'DELETE /realm/logo',
  summary: 'Show the stock logo again, for a light or a dark background',
  auth: 'user',
  gate: 'admin',
  params: { night },
  example: { night: true },
  reply: {},
  errors: ['UnauthorizedPrincipal'],
})

export const getCustomEmoji = endpoint({
  route: 'GET /realm/emoji',
  summary: 'The emoji that people added, deactivated ones included',
  auth: 'user',
  params: {},
  reply: { emoji: customEmojiMap },
})

export const addCustomEmoji = endpoint({
  route: 'POST /realm/emoji/{emoji_name}',
  summary: 'Add an emoji',
  notes:
    'One file of at most 5 MiB, as a part of a multipart form under any name: AVIF, GIF, JPEG, PNG or WebP, still or animated. It ' +
    'becomes 64 by 64. Names have small letters, digits, `-` and `_`, and do not end with the last two. Only administrators may ' +
    'take the name of a built-in emoji.',
  auth: 'user',
  gate: 'member',
  path: { emoji_name: 'text' },
  files: onePicture,
  params: {},
  example: { emoji_name: 'plum' },
  reply: {},
  errors: ['BadImage'],
})

export const removeCustomEmoji = endpoint({
  route: 'DELETE /realm/emoji/{emoji_name}',
  summary: 'Deactivate an emoji',
  notes:
    'For administrators and whoever added it. Where it was used it is still shown; its name is free again.',
  auth: 'user',
  path: { emoji_name: 'text' },
  params: {},
  example: { emoji_name: 'plum' },
  reply: {},
  errors: ['RecordNotFound'],
})

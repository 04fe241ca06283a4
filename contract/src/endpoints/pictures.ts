import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { customEmojiMap, emojiArchive, emojiArchiveResult, onePicture } from '../objects/pictures.ts'
import { json } from '../param.ts'
import { pictureReasons } from '../reasons/shared.ts'

export const setAvatar = endpoint({
  route: 'POST /users/me/avatar',
  summary: 'Upload your avatar',
  notes:
    'Use this to set your profile picture. The file is one part of a multipart form, at most 5 MiB: AVIF, GIF, HEIC, ' +
    'JPEG, PNG, TIFF or WebP, according to both its name and its content. The center is shown. The avatar of any ' +
    'user is at `/avatar/USER_ID`, and in a larger size at `/avatar/USER_ID/medium` (not under `/api/v1`).',
  auth: 'user',
  files: onePicture,
  params: {},
  reply: { avatar_url: z.string() },
  reasons: [...pictureReasons, 'avatar-change-denied'],
})

export const removeAvatar = endpoint({
  route: 'DELETE /users/me/avatar',
  summary: 'Delete your avatar',
  notes: 'Use this to return to the default avatar.',
  auth: 'user',
  params: {},
  reply: { avatar_url: z.string() },
  reasons: ['avatar-change-denied'],
})

export const getIcon = endpoint({
  route: 'GET /realm/icon',
  summary: 'Get the organization icon',
  notes: 'Use this to show the square picture of the organization.',
  auth: 'user',
  redirects: true,
  params: {},
  reply: { url: z.string() },
})

export const setIcon = endpoint({
  route: 'POST /realm/icon',
  summary: 'Upload the organization icon',
  notes:
    'Use this to set the square picture of the organization. The file is one part of a multipart form, at most 5 ' +
    'MiB: AVIF, GIF, HEIC, JPEG, PNG, TIFF or WebP, according to both its name and its content.',
  auth: 'user',
  gate: 'admin',
  files: onePicture,
  params: {},
  reply: {},
  errors: ['UnauthorizedPrincipal'],
  reasons: pictureReasons,
})

export const removeIcon = endpoint({
  route: 'DELETE /realm/icon',
  summary: 'Delete the organization icon',
  notes: 'Use this to return to the default icon.',
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
  summary: 'Get the organization logo',
  notes: 'Use this to show the wide picture of the organization, for a light or dark background.',
  auth: 'user',
  redirects: true,
  params: { night },
  example: { night: false },
  reply: { url: z.string() },
})

export const setLogo = endpoint({
  route: 'POST /realm/logo',
  summary: 'Upload the organization logo',
  notes:
    'Use this to set the wide picture of the organization, for a light or dark background. The file is one part of a ' +
    'multipart form, at most 5 MiB: AVIF, GIF, HEIC, JPEG, PNG, TIFF or WebP, according to both its name and its ' +
    'content. It is scaled down to fit 800×100 pixels.',
  auth: 'user',
  gate: 'admin',
  files: onePicture,
  params: { night },
  example: { night: true },
  reply: {},
  errors: ['UnauthorizedPrincipal'],
  reasons: pictureReasons,
})

export const removeLogo = endpoint({
  route: 'DELETE /realm/logo',
  summary: 'Delete the organization logo',
  notes: 'Use this to return to the default logo, for a light or dark background.',
  auth: 'user',
  gate: 'admin',
  params: { night },
  example: { night: true },
  reply: {},
  errors: ['UnauthorizedPrincipal'],
})

export const getCustomEmoji = endpoint({
  route: 'GET /realm/emoji',
  summary: 'Get all custom emoji',
  notes: 'Use this to list the custom emoji of the organization, including deactivated ones.',
  auth: 'user',
  params: {},
  reply: { emoji: customEmojiMap },
  reasons: [],
})

export const addCustomEmoji = endpoint({
  route: 'POST /realm/emoji/{emoji_name}',
  summary: 'Upload custom emoji',
  notes:
    'Use this to add an emoji to the organization. The file is one part of a multipart form, at most 5 MiB: AVIF, ' +
    'GIF, JPEG, PNG or WebP, still or animated. It is scaled to 64×64 pixels. Only administrators can use the name ' +
    'of a built-in emoji.',
  auth: 'user',
  gate: 'member',
  path: { emoji_name: 'text' },
  files: onePicture,
  params: {},
  example: { emoji_name: 'plum' },
  reply: {},
  reasons: [
    'custom-emoji-name-empty',
    'custom-emoji-name-invalid',
    'custom-emoji-name-too-long',
    'custom-emoji-name-taken',
    'custom-emoji-name-built-in',
    'custom-emoji-creation-denied',
    ...pictureReasons,
  ],
})

export const addEmojiArchive = endpoint({
  route: 'POST /realm/emoji',
  summary: 'Upload several custom emoji',
  notes:
    'Use this to add many emoji at once. The file is a ZIP archive, one part of a multipart form, at most 10 MiB with 200 pictures of 5 ' +
    'MiB. Each picture is named after its file: `Ripe Plum.png` becomes `ripe_plum`. Folders, hidden files and files that are no pictures are ' +
    'left out. Pictures that cannot be added have a reason; the others are added. This is an extension of Loquat.',
  auth: 'user',
  gate: 'member',
  files: emojiArchive,
  params: {},
  reply: { results: z.array(emojiArchiveResult) },
  reasons: [
    'custom-emoji-creation-denied',
    'emoji-archive-too-large',
    'emoji-archive-unreadable',
    'emoji-archive-empty',
    'emoji-archive-too-many',
  ],
})

export const removeCustomEmoji = endpoint({
  route: 'DELETE /realm/emoji/{emoji_name}',
  summary: 'Deactivate custom emoji',
  notes:
    'Use this to remove an emoji from pickers. Requires its author or an administrator. Existing messages still show ' +
    'it, and its name can be used again.',
  auth: 'user',
  path: { emoji_name: 'text' },
  params: {},
  example: { emoji_name: 'plum' },
  reply: {},
  reasons: ['custom-emoji-not-found', 'custom-emoji-removal-denied'],
})

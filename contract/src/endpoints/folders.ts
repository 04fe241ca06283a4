import { z } from 'zod'
import { list, shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { channelFolderObject, folderPreferencesObject, maxChannelFolders } from '../objects/folders.ts'
import { json, text } from '../param.ts'

const folderIds = list(z.int(), maxChannelFolders)
const inputReasons = [
  'channel-folder-name-invalid',
  'channel-folder-name-taken',
  'channel-folder-description-too-long',
] as const

export const getChannelFolders = endpoint({
  route: 'GET /channel_folders',
  summary: 'Get channel folders',
  notes:
    'Use this to list the folders of the organization in its order, including archived ones, and how you arranged them. ' +
    'The folder of a channel is its `folder_id`. This is an extension of Loquat.',
  auth: 'user',
  params: {},
  reply: {
    channel_folders: z.array(channelFolderObject),
    channel_folder_preferences: folderPreferencesObject,
  },
})

export const createChannelFolder = endpoint({
  route: 'POST /channel_folders',
  summary: 'Create a channel folder',
  notes:
    'Use this to add a folder, which everyone in the organization sees. It comes last in the order. Requires ' +
    '`can_manage_channel_folders_group`. This is an extension of Loquat.',
  auth: 'user',
  params: { name: text(shortText), description: text(shortText.default('')) },
  example: { name: 'Projects', description: 'Work with an end' },
  reply: { channel_folder_id: z.int() },
  reasons: ['channel-folder-management-denied', ...inputReasons, 'channel-folder-limit-reached'],
})

export const reorderChannelFolders = endpoint({
  route: 'PATCH /channel_folders',
  summary: 'Reorder channel folders',
  notes:
    'Use this to change the order of the folders for everyone who has no order of their own. Requires ' +
    '`can_manage_channel_folders_group`. This is an extension of Loquat.',
  auth: 'user',
  params: { order: json(folderIds) },
  example: { order: [sample.otherFolder, sample.folder] },
  reply: {},
  reasons: ['channel-folder-management-denied', 'channel-folder-order-invalid'],
})

export const updateChannelFolder = endpoint({
  route: 'PATCH /channel_folders/{channel_folder_id}',
  summary: 'Update a channel folder',
  notes:
    'Use this to rename, describe, archive or unarchive a folder. Channels of an archived folder are shown without a ' +
    'folder, and are in it again after it is unarchived. Requires `can_manage_channel_folders_group`. This is an ' +
    'extension of Loquat.',
  auth: 'user',
  path: { channel_folder_id: 'int' },
  params: {
    name: text(shortText.optional()),
    description: text(shortText.optional()),
    is_archived: json(z.boolean().optional()),
  },
  example: { channel_folder_id: sample.folder, name: 'Garden' },
  reply: {},
  reasons: ['channel-folder-management-denied', 'channel-folder-not-found', ...inputReasons],
})

export const arrangeChannelFolders = endpoint({
  route: 'PATCH /users/me/channel_folders',
  summary: 'Update your view of channel folders',
  notes:
    'Use this to order the folders for yourself, and to collapse and expand them. Folders that `order` does not list ' +
    'come after the others, in the order of the organization; an empty list removes your order. This is an extension ' +
    'of Loquat.',
  auth: 'user',
  params: {
    order: json(folderIds.optional()),
    collapse: json(folderIds.default([])),
    expand: json(folderIds.default([])),
  },
  example: { order: [sample.folder], collapse: [sample.otherFolder] },
  reply: {},
  reasons: ['channel-folder-not-found', 'channel-folder-order-invalid'],
})

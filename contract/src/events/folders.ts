import { z } from 'zod'
import { event } from '../event.ts'
import { channelFolderObject, folderPreferences } from '../objects/folders.ts'

/** These events go to clients with the capability `channel_folders`. */

export const folderAdded = event(
  'channel_folder',
  'add',
  'A channel folder was created. It comes last in the order of the organization.',
  { channel_folder: channelFolderObject },
)
export const folderUpdated = event(
  'channel_folder',
  'update',
  'A channel folder was changed, archived or unarchived.',
  { channel_folder: channelFolderObject },
)
export const foldersReordered = event(
  'channel_folder',
  'reorder',
  'The channel folders of the organization were reordered.',
  { order: z.array(z.int()) },
)
export const folderPreferencesChanged = event(
  'channel_folder_preferences',
  null,
  'The recipient ordered, collapsed or expanded channel folders for themselves.',
  folderPreferences,
)

/** Channel folders. */
export const folderDescriptions: Readonly<Record<string, string>> = {
  channel_folders: 'The channel folders, in the order of the organization.',
  'register.channel_folders':
    'As a capability, whether the client handles events about channel folders; in the reply, the folders in the order of the organization.',
  channel_folder: 'The channel folder.',
  channel_folder_id: 'ID of the channel folder.',
  channel_folder_preferences: 'The order and collapsed folders of the caller.',
  folder_id: 'ID of the channel folder that the channel is in; null for none.',
  collapse: 'IDs of folders to collapse.',
  expand: 'IDs of folders to expand.',
  collapsed: 'IDs of the folders that the user collapsed.',
  'getChannelFolders.order': 'IDs of the folders that the user ordered, in that order.',
  'getChannelFolders.is_archived': 'Whether the folder is archived.',
  'createChannelFolder.name': 'Name, at most 60 characters. Unarchived folders have different names.',
  'createChannelFolder.description': 'Description, at most 500 characters.',
  'reorderChannelFolders.order': 'IDs of all folders in their new order. Archived ones can be left out.',
  'updateChannelFolder.is_archived': 'Whether the folder is archived.',
  'arrangeChannelFolders.order': 'IDs of folders in your order.',
  'channel_folder:reorder.order': 'IDs of all folders in their new order.',
  'channel_folder:add.is_archived': 'Whether the folder is archived.',
  'channel_folder:update.is_archived': 'Whether the folder is archived.',
  'channel_folder_preferences.order': 'IDs of the folders that the user ordered, in that order.',
}

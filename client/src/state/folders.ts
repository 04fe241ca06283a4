import type { BodyOf, InitialState } from '@loquat/contract'
import { patch } from './people.ts'

export function withFolder(
  state: InitialState,
  { channel_folder }: BodyOf<'channel_folder:add'>,
): InitialState {
  return patch(state, {
    channel_folders: state.channel_folders && [...state.channel_folders, channel_folder],
  })
}

export function withFolderChange(
  state: InitialState,
  { channel_folder }: BodyOf<'channel_folder:update'>,
): InitialState {
  return patch(state, {
    channel_folders: state.channel_folders?.map((folder) =>
      folder.id === channel_folder.id ? channel_folder : folder,
    ),
  })
}

export function withFolderOrder(
  state: InitialState,
  { order }: BodyOf<'channel_folder:reorder'>,
): InitialState {
  return patch(state, {
    channel_folders: state.channel_folders?.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)),
  })
}

export function withFolderPreferences(
  state: InitialState,
  { order, collapsed }: BodyOf<'channel_folder_preferences'>,
): InitialState {
  return patch(state, {
    channel_folder_preferences: state.channel_folder_preferences && { order, collapsed },
  })
}

import type { ChannelFolderObject, InitialState, SubscriptionObject } from '@loquat/contract'
import { memoized } from '../lib/memoized.ts'
import { org } from '../session/session.ts'

type FolderState = Pick<InitialState, 'channel_folders' | 'channel_folder_preferences'>

/** Folders that are not archived, in the reader's order; those that they did not order come last. */
export function orderedFolders({ channel_folders: all = [], channel_folder_preferences: own }: FolderState) {
  const place = new Map(own?.order.map((id, at) => [id, at]))
  const placeOf = ({ id }: ChannelFolderObject) => place.get(id) ?? place.size
  return all.filter((folder) => !folder.is_archived).sort((a, b) => placeOf(a) - placeOf(b))
}

export const foldersOf = memoized(
  (state) => [state.channel_folders, state.channel_folder_preferences],
  (state) => orderedFolders(state),
)

/** Subscribed channels by the folder that they are in. Channels of archived folders are in none. */
export const channelsByFolder = memoized(
  (state) => [state.channel_folders, state.channel_folder_preferences, state.subscriptions],
  (state) => {
    const channels = (state.subscriptions ?? []).filter((one) => !one.is_archived)
    return new Map(
      foldersOf(state).map(({ id }): [number, readonly SubscriptionObject[]] => [
        id,
        channels.filter((channel) => channel.folder_id === id),
      ]),
    )
  },
)

const noChannels: readonly SubscriptionObject[] = []
export const channelsIn = (state: InitialState, folderId: number): readonly SubscriptionObject[] =>
  channelsByFolder(state).get(folderId) ?? noChannels

/** A folder is muted if it has channels and all of them are muted. */
export const isFolderMuted = (channels: readonly SubscriptionObject[]): boolean =>
  channels.length > 0 && channels.every((channel) => channel.is_muted)

export const folderById = (id: number): ChannelFolderObject | undefined =>
  org().channel_folders?.find((folder) => folder.id === id)

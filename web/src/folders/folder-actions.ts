import type { FolderPreferencesObject } from '@loquat/contract'
import { api } from '../session/api.ts'
import { attempt, attemptFor, type Problem } from '../session/attempt.ts'
import { changeOrg, org } from '../session/session.ts'
import { showProblemToast } from '../shell/error-toasts.ts'
import { showUndoToast } from '../shell/toasts.ts'
import { channelsIn, folderById, foldersOf } from './folders.ts'

const showPreferences = (own: FolderPreferencesObject) =>
  changeOrg((state) => ({ ...state, channel_folder_preferences: own }))

/** Shows the new state at once, and the old one if the server refuses it. */
async function arrange(
  own: FolderPreferencesObject,
  change: Parameters<typeof api.arrangeChannelFolders>[0],
): Promise<void> {
  const before = org().channel_folder_preferences ?? { order: [], collapsed: [] }
  showPreferences(own)
  if (!showProblemToast(await attempt(() => api.arrangeChannelFolders(change)))) showPreferences(before)
}

const ownPreferences = () => org().channel_folder_preferences ?? { order: [], collapsed: [] }

export function toggleFolder(id: number): void {
  const { order, collapsed } = ownPreferences()
  const isCollapsed = collapsed.includes(id)
  const others = collapsed.filter((one) => one !== id)
  const next = isCollapsed ? others : [...others, id]
  void arrange({ order, collapsed: next }, isCollapsed ? { expand: [id] } : { collapse: [id] })
}

/** Stores the reader's own order; an empty one follows the organization. */
export const orderFolders = (order: number[]): Promise<void> =>
  arrange({ ...ownPreferences(), order }, { order })

/** Moves a folder up or down in the reader's order. Returns whether it moved. */
export function moveFolder(id: number, step: 1 | -1): boolean {
  const ids = foldersOf(org()).map((folder) => folder.id)
  const target = ids.indexOf(id) + step
  if (target < 0 || target >= ids.length) return false
  placeFolder(id, ids[target] ?? id)
  return true
}

/** Moves a folder to the place of another one in the reader's order. */
export function placeFolder(id: number, targetId: number): void {
  const ids = foldersOf(org()).map((folder) => folder.id)
  const target = ids.indexOf(targetId)
  if (id === targetId || target === -1) return
  const next = ids.filter((one) => one !== id)
  next.splice(target, 0, id)
  void orderFolders(next)
}

export const orderForEveryone = (order: number[]): Promise<Problem | undefined> =>
  attempt(() => api.reorderChannelFolders({ order }))

/** Mutes or unmutes all channels of a folder that the reader is subscribed to. */
export async function setFolderMuted(id: number, isMuted: boolean): Promise<void> {
  const changed = channelsIn(org(), id).filter((channel) => channel.is_muted !== isMuted)
  const ids = changed.map((channel) => channel.stream_id)
  if (ids.length === 0 || !(await muteChannels(ids, isMuted))) return
  showUndoToast(isMuted ? 'folders.nowMuted' : 'folders.nowUnmuted', () => void muteChannels(ids, !isMuted), {
    folder: folderById(id)?.name ?? '',
    count: ids.length,
  })
}

const muteChannels = async (ids: readonly number[], value: boolean): Promise<boolean> =>
  showProblemToast(
    await attempt(() =>
      api.updateSubscriptionProperties({
        subscription_data: ids.map((stream_id) => ({ stream_id, property: 'is_muted' as const, value })),
      }),
    ),
  )

/** Moves a channel to a folder for everyone; null takes it out of its folder. */
export async function putInFolder(channelId: number, folderId: number | null): Promise<void> {
  const channel = org().subscriptions?.find((one) => one.stream_id === channelId)
  const before = channel?.folder_id ?? null
  if (before === folderId) return
  const move = (folder_id: number | null) =>
    attempt(() => api.updateChannel({ stream_id: channelId, folder_id }))
  if (!showProblemToast(await move(folderId))) return
  showUndoToast(
    folderId === null ? 'folders.nowOutside' : 'folders.nowInside',
    () => void move(before).then(showProblemToast),
    { channel: channel?.name ?? '', folder: folderId === null ? '' : (folderById(folderId)?.name ?? '') },
  )
}

export const createFolder = (name: string) => attemptFor(() => api.createChannelFolder({ name }))
export const renameFolder = (channel_folder_id: number, name: string) =>
  attempt(() => api.updateChannelFolder({ channel_folder_id, name }))

export async function archiveFolder(channel_folder_id: number): Promise<void> {
  const archive = (is_archived: boolean) =>
    attempt(() => api.updateChannelFolder({ channel_folder_id, is_archived }))
  const folder = folderById(channel_folder_id)?.name ?? ''
  if (!showProblemToast(await archive(true))) return
  showUndoToast('folders.nowArchived', () => void archive(false).then(showProblemToast), { folder })
}

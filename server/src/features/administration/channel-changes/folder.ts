import { apiError } from '@loquat/contract'
import { loadFolders } from '../../places/folders/store.ts'
import { type ChannelChange, publishUpdate } from './property-change.ts'
import { setColumns } from './store.ts'

/** Moves the channel to a folder, or out of its folder. */
export async function changeFolder(step: ChannelChange, requested: number | null): Promise<void> {
  const { tx, realm, channel } = step
  if (requested === channel.folderId) return
  if (requested !== null) {
    const folder = (await loadFolders(tx.db, realm.id)).find(({ id }) => id === requested)
    if (folder === undefined) throw apiError('channel-folder-not-found')
    if (folder.is_archived) throw apiError('channel-folder-archived')
  }
  await setColumns(tx, channel, { folder_id: requested })
  publishUpdate(step, { property: 'folder_id', value: requested })
}

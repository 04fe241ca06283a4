import type { Archive } from '../archives/archive.ts'
import type { SourceFolder, SourcePersonal } from '../model.ts'
import { linesOf } from './reader.ts'
import { micros, optionalId } from './rows.ts'

interface FolderRow {
  id: number
  name: string
  description: string
  creator_id: number | null
  is_archived: boolean
  created_at: string
}

/** In their order. Archives of earlier versions have none. */
export async function readFolders(archive: Archive): Promise<SourceFolder[]> {
  const folders: SourceFolder[] = []
  for await (const row of linesOf<FolderRow>(archive, 'channel_folders')) {
    folders.push({
      id: String(row.id),
      name: row.name,
      description: row.description,
      creator: optionalId(row.creator_id),
      createdAt: micros(row.created_at),
      isArchived: row.is_archived,
    })
  }
  return folders
}

interface FolderPreferenceRow {
  user_id: number
  folder_id: number
  position: number | null
  collapsed: boolean
}

export async function* readFolderPreferences(archive: Archive): AsyncGenerator<SourcePersonal> {
  for await (const row of linesOf<FolderPreferenceRow>(archive, 'personal/channel_folders')) {
    yield {
      user: String(row.user_id),
      kind: 'folder',
      folder: String(row.folder_id),
      position: row.position,
      isCollapsed: row.collapsed,
    }
  }
}

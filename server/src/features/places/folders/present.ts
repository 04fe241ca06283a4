import type { ChannelFolderObject, FolderPreferencesObject } from '@loquat/contract'
import { toSeconds } from '../../../platform/clock.ts'
import type { FolderPreferenceRow, FolderRow } from './store.ts'

export const presentFolder = (row: FolderRow): ChannelFolderObject => ({
  id: row.id,
  name: row.name,
  description: row.description,
  creator_id: row.creator_id,
  date_created: toSeconds(row.created_at.getTime()),
  is_archived: row.is_archived,
})

/** Takes rows by position. */
export const presentPreferences = (rows: readonly FolderPreferenceRow[]): FolderPreferencesObject => ({
  order: rows.filter(({ position }) => position !== null).map(({ folder_id }) => folder_id),
  collapsed: rows
    .filter(({ collapsed }) => collapsed)
    .map(({ folder_id }) => folder_id)
    .sort((a, b) => a - b),
})

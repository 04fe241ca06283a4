import type { Generated, GeneratedAlways } from 'kysely'

export interface FolderTables {
  channel_folder: {
    id: GeneratedAlways<number>
    realm_id: number
    name: string
    description: string
    position: number
    creator_id: number | null
    is_archived: Generated<boolean>
    created_at: Date
  }
  channel_folder_preference: {
    user_id: number
    folder_id: number
    /** Null for folders that the user did not order. */
    position: number | null
    collapsed: Generated<boolean>
  }
}

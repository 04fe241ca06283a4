import { type RawBuilder, sql } from 'kysely'
import { openFiles } from './messages-store.ts'
import type { ExportScope } from './snapshot-store.ts'

/** A picture or file as recorded in the database. */
export interface FileRow {
  /** ID of its user, emoji or attachment; null for pictures of the organization. */
  of: number | null
  file: string
  /** For pictures of the organization: which one. */
  name?: string
  /** For emoji: also has a still version. */
  moves?: boolean
}

export const avatarFiles = (realmId: number): RawBuilder<FileRow> => sql`
  select id as of, avatar_file as file from account
  where realm_id = ${realmId} and avatar_file is not null order by id`

export const emojiFiles = (realmId: number): RawBuilder<FileRow> => sql`
  select id as of, file_name as file, is_animated as moves from custom_emoji
  where realm_id = ${realmId} order by id`

export const organizationFiles = (realmId: number): RawBuilder<FileRow> => sql`
  select null as of, picture.key as name, picture.value ->> 'file' as file from realm, jsonb_each(realm.pictures) picture
  where realm.id = ${realmId} and picture.value ->> 'file' is not null`

export const uploadedFiles = (scope: ExportScope): RawBuilder<FileRow> => sql`
  select id as of, path_id as file from (${openFiles(scope)}) f order by id`

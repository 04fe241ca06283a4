import { type RawBuilder, sql } from 'kysely'
import { openFiles } from './messages-store.ts'
import type { Scope } from './snapshot-store.ts'

/** A picture or file as the database knows it. */
export interface FileRow {
  /** Whose or what it is: the ID of a user, an emoji, an attachment; null for those of the organization itself. */
  of: number | null
  file: string
  /** For emoji: there is a second one that stands still. */
  moves?: boolean
}

export const avatarFiles = (realmId: number): RawBuilder<FileRow> => sql`
  select id as of, avatar_file as file from account
  where realm_id = ${realmId} and avatar_file is not null order by id`

export const emojiFiles = (realmId: number): RawBuilder<FileRow> => sql`
  select id as of, file_name as file, is_animated as moves from custom_emoji
  where realm_id = ${realmId} order by id`

export const organizationFiles = (realmId: number): RawBuilder<FileRow> => sql`
  select null as of, picture.value ->> 'file' as file from realm, jsonb_each(realm.pictures) picture
  where realm.id = ${realmId} and picture.value ->> 'file' is not null`

export const uploadedFiles = (scope: Scope): RawBuilder<FileRow> => sql`
  select id as of, path_id as file from (${openFiles(scope)}) f order by id`

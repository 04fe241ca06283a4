import type { RawBuilder } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { emojiKey, stillKey } from '../../../markdown/emoji/custom.ts'
import { realmPictureKey } from '../../../realms/pictures.ts'
import { fileKey } from '../../conversation/uploads/names.ts'
import { spaceUsed } from '../../conversation/uploads/store.ts'
import { avatarKeys } from '../../identity/avatars/assign.ts'
import { avatarFiles, emojiFiles, type FileRow, organizationFiles, uploadedFiles } from './file-store.ts'
import { type ExportScope, rowsOf } from './snapshot-store.ts'

/** A kind of file in exports. New kinds of files must be added here. */
interface FileKind {
  kind: string
  rows(scope: ExportScope): RawBuilder<FileRow>
  /** Storage keys. */
  keys(realmId: number, row: FileRow): string[]
  /** Total size of uploads, for the limit. Pictures are small and not counted. */
  bytes?(db: Db, realmId: number): Promise<number>
}

const kinds: FileKind[] = [
  {
    kind: 'avatar',
    rows: ({ realmId }) => avatarFiles(realmId),
    keys: (realmId, { file }) => Object.values(avatarKeys(realmId, file)),
  },
  {
    kind: 'custom_emoji',
    rows: ({ realmId }) => emojiFiles(realmId),
    keys: (realmId, { file, moves }) => [
      emojiKey(realmId, file),
      ...(moves === true ? [stillKey(realmId, file)] : []),
    ],
  },
  {
    kind: 'organization_picture',
    rows: ({ realmId }) => organizationFiles(realmId),
    keys: (realmId, { file }) => [realmPictureKey(realmId, file)],
  },
  {
    kind: 'attachment',
    rows: uploadedFiles,
    keys: (_realmId, { file }) => [fileKey(file)],
    bytes: spaceUsed,
  },
]

/** Every file of an export: kind, owner and storage key. */
export async function* filesOf(
  snapshot: Db,
  scope: ExportScope,
): AsyncGenerator<{ kind: string; of: number | null; name?: string; key: string }> {
  for (const { kind, rows, keys } of kinds) {
    for await (const row of rowsOf(snapshot, rows(scope))) {
      for (const key of keys(scope.realmId, row)) {
        yield { kind, of: row.of, ...(row.name === undefined ? {} : { name: row.name }), key }
      }
    }
  }
}

export async function uploadedBytes(db: Db, realmId: number): Promise<number> {
  let sum = 0
  for (const { bytes } of kinds) sum += (await bytes?.(db, realmId)) ?? 0
  return sum
}

import type { RawBuilder } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { emojiKey, stillKey } from '../../../markdown/emoji/custom.ts'
import { realmPictureKey } from '../../../realms/pictures.ts'
import { fileKey } from '../../conversation/uploads/names.ts'
import { spaceUsed } from '../../conversation/uploads/store.ts'
import { avatarKeys } from '../../identity/avatars/assign.ts'
import { avatarFiles, emojiFiles, type FileRow, organizationFiles, uploadedFiles } from './file-store.ts'
import { rowsOf, type Scope } from './snapshot-store.ts'

/** Files that belong into an export. Whoever adds a kind of file to the server names it here. */
interface FileKind {
  kind: string
  rows(scope: Scope): RawBuilder<FileRow>
  /** Where its bytes are in the storage. */
  keys(realmId: number, row: FileRow): string[]
  /** How much people uploaded of it, for the limit; pictures of ours are small and do not count. */
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

/** Every file of an export: what it is, whose, and its key in the storage. */
export async function* filesOf(
  snapshot: Db,
  scope: Scope,
): AsyncGenerator<{ kind: string; of: number | null; key: string }> {
  for (const { kind, rows, keys } of kinds) {
    for await (const row of rowsOf(snapshot, rows(scope))) {
      for (const key of keys(scope.realmId, row)) yield { kind, of: row.of, key }
    }
  }
}

export async function uploadedBytes(db: Db, realmId: number): Promise<number> {
  let sum = 0
  for (const { bytes } of kinds) sum += (await bytes?.(db, realmId)) ?? 0
  return sum
}

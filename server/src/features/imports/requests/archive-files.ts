import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { App } from '../../../app.ts'
import type { Storage } from '../../../platform/files/storage.ts'
import { contentOf } from '../../conversation/uploads/resumable.ts'
import { type RequestedImport, requestedImports } from './store.ts'

const allArchives = 'imports'

/** Folder of an archive's pieces. No URL leads there. */
export const folderOf = ({ realm_id, id }: Pick<RequestedImport, 'realm_id' | 'id'>) =>
  `${allArchives}/${realm_id}/${id}`

export async function deleteRequestedImports(files: Storage, realmId: number): Promise<void> {
  await files.deleteAll(`${allArchives}/${realmId}`)
}

/** Copies of archives while they are read: ZIP files are not read from their start to their end. */
export const copiesFolder = ({ config }: Pick<App, 'config'>) => join(config.dataDir, 'import-copies')

/** Errors name the file, and importers recognize some files by their endings, so the copy has nearly the same name. */
const copyName = (fileName: string) =>
  `${
    fileName
      .replace(/[^\p{L}\p{N} ._()-]/gu, '_')
      .replace(/^[. ]+/, '')
      .slice(-60) || 'archive'
  }`

/** Copies an archive to a file that only this account can read. Callers delete it with `deleteCopies`. */
export async function copyArchive(
  app: App,
  row: Pick<RequestedImport, 'file_name' | 'pieces'>,
  signal: AbortSignal,
): Promise<string> {
  const folder = copiesFolder(app)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, copyName(row.file_name))
  const file = await open(path, 'w', 0o600)
  await pipeline(Readable.from(contentOf(app, row)), file.createWriteStream(), { signal })
  return path
}

/** Only one import runs at a time, so all copies that exist before or after it are of no use. */
export async function deleteCopies(app: App): Promise<void> {
  await rm(copiesFolder(app), { recursive: true, force: true })
}

/** Folders of archives whose import does not exist: a process died before it could delete them. */
export async function orphanedFolders({ files, database }: Pick<App, 'files' | 'database'>) {
  const folders = new Set<string>()
  for await (const key of files.list(allArchives)) folders.add(key.split('/').slice(0, 3).join('/'))
  // Read afterwards: the row of an archive exists before its first piece.
  const known = new Set((await requestedImports(database.db)).map(({ id }) => id))
  return [...folders].filter((folder) => !known.has(folder.split('/')[2] ?? ''))
}

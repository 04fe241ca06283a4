import { randomBytes } from 'node:crypto'
import { apiError, maxPictureMib, WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { postponeDuringBackup } from '../../../backup/hold.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { SentFile } from '../../../http/request/form.ts'
import { type Job, job } from '../../../jobs/job.ts'
import { enqueue } from '../../../jobs/store.ts'
import { pictureFolder } from '../../../platform/files/keys.ts'
import type { Storage } from '../../../platform/files/storage.ts'

/** The single file that a request must contain. */
export function singleFile(files: readonly SentFile[]): SentFile {
  const [file] = files
  if (file === undefined || files.length !== 1) throw apiError('body-not-one-file')
  return file
}

export function assertFits(file: SentFile): void {
  if (file.isCut) throw apiError('picture-file-too-large', { max: maxPictureMib })
}

/** Unguessable and unique. */
export const randomFileName = () => randomBytes(16).toString('hex')

export async function deletePictures(files: Storage, realmId: number): Promise<void> {
  await files.deleteAll(pictureFolder(realmId))
}

const contentTypes = { png: 'image/png', gif: 'image/gif', webp: 'image/webp' } as const

/** Content type of a stored picture, by its file name. */
export const contentTypeOf = (key: string): string | undefined =>
  contentTypes[/\.(png|gif|webp)$/.exec(key)?.[1] as keyof typeof contentTypes]

/**
 * Stores pictures for a change that refers to them. Files are not part of a transaction, so they are stored
 * first and deleted if the change is refused. After any other failure the change may have been committed, so
 * they stay.
 */
export async function withStoredPictures<T>(
  app: App,
  files: ReadonlyMap<string, Buffer>,
  change: () => Promise<T>,
): Promise<T> {
  for (const [key, bytes] of files) await app.files.put(key, bytes, { contentType: contentTypeOf(key) ?? '' })
  try {
    return await change()
  } catch (error) {
    if (error instanceof WireError) for (const key of files.keys()) await app.files.delete(key)
    throw error
  }
}

/** Deletes files that nothing refers to any more. */
export const deleteFiles: Job<{ keys: string[] }> = job({
  name: 'delete-files',
  run: async (app, { keys }) => {
    if (await postponeDuringBackup(app, deleteFiles, { keys })) return
    for (const key of keys) await app.files.delete(key)
  },
})

const dayMs = 86_400_000

/** Deletes files a day later: clients may still use the old URLs. */
export async function deleteFilesLater(tx: Tx, keys: string[]): Promise<void> {
  await enqueue(tx.db, deleteFiles, { keys }, { at: new Date(Date.now() + dayMs) })
}

import { randomBytes } from 'node:crypto'
import { maxPictureMib, refuse, WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { SentFile } from '../../../http/form.ts'
import { job } from '../../../jobs/job.ts'
import { enqueue } from '../../../jobs/store.ts'
import { pictureFolder } from '../../../platform/files/keys.ts'
import type { Storage } from '../../../platform/files/storage.ts'

/** The one file that a call must bring. */
export function oneFile(files: readonly SentFile[]): SentFile {
  const [file] = files
  if (file === undefined || files.length !== 1) throw refuse('BadRequest', 'Send exactly one file.')
  return file
}

export function assertFits(file: SentFile): void {
  if (file.isCut) throw refuse('BadRequest', `The file is larger than ${maxPictureMib} MiB.`)
}

/** Nobody can guess it, and nothing else ever has it. */
export const randomFileName = () => randomBytes(16).toString('hex')

/** Deletes all pictures of an organization that was deleted. */
export async function deletePictures(files: Storage, realmId: number): Promise<void> {
  await files.deleteAll(pictureFolder(realmId))
}

const types = { png: 'image/png', gif: 'image/gif', webp: 'image/webp' } as const

/** What a picture of ours is, by its name. */
export const typeOf = (key: string): string | undefined =>
  types[/\.(png|gif|webp)$/.exec(key)?.[1] as keyof typeof types]

/**
 * Stores pictures for a change that names them. Files are not part of a transaction, so they come first; if the change is
 * refused they go again. After any other failure it may have been made, and they stay.
 */
export async function withStored<T>(
  app: App,
  files: ReadonlyMap<string, Buffer>,
  change: () => Promise<T>,
): Promise<T> {
  for (const [key, bytes] of files) await app.files.put(key, bytes, { contentType: typeOf(key) ?? '' })
  try {
    return await change()
  } catch (error) {
    if (error instanceof WireError) for (const key of files.keys()) await app.files.delete(key)
    throw error
  }
}

/** Deletes files of which nothing tells any more. */
export const deleteFiles = job<{ keys: string[] }>({
  name: 'delete-files',
  run: async (app, { keys }) => {
    for (const key of keys) await app.files.delete(key)
  },
})

const day = 86_400_000

/** A day later: whoever was shown the old address may still look there. */
export async function forgetFiles(tx: Tx, keys: string[]): Promise<void> {
  await enqueue(tx.db, deleteFiles, { keys }, { at: new Date(Date.now() + day) })
}

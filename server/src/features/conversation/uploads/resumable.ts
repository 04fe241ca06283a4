import { Readable } from 'node:stream'
import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { randomKey } from '../../../platform/signer.ts'
import type { Realm } from '../../../realms/realm.ts'
import { addUpload, storeUpload } from './receive.ts'
import { fits, SpaceReservation } from './reservation.ts'
import {
  appendPiece,
  countResumables,
  insertResumable,
  type ResumableUpload,
  removeResumable,
  resumablesBefore,
} from './resumable-store.ts'

/** How long an upload may remain unfinished. */
const resumableTtlMs = 86_400_000
/** Unfinished uploads per user: each may become a large file. */
const maxUnfinishedUploads = 50

const folderOf = ({ realm_id, id }: Pick<ResumableUpload, 'realm_id' | 'id'>) => `pieces/${realm_id}/${id}`

export async function beginResumable(
  app: App,
  realm: Realm,
  owner: User,
  { id, size, metadata }: Pick<ResumableUpload, 'id' | 'size' | 'metadata'>,
): Promise<void> {
  await realm.transact(async (tx) => {
    // The declared size counts from now on, so all pieces will fit.
    if (!(await fits(app, tx, size))) throw apiError('upload-quota-exceeded')
    if ((await countResumables(tx.db, owner.id)) >= maxUnfinishedUploads) {
      throw apiError('unfinished-uploads-too-many', { max: maxUnfinishedUploads })
    }
    const created_at = new Date(app.clock.now())
    await insertResumable(tx.db, { id, realm_id: realm.id, owner_id: owner.id, size, metadata, created_at })
  })
}

/**
 * Stores incoming data up to where the connection breaks, so that it need not be sent again. Returns the new
 * size, or undefined if another request appended in the meantime.
 */
export async function addPiece(
  app: App,
  upload: Pick<ResumableUpload, 'realm_id' | 'id'>,
  start: number,
  content: AsyncIterable<Uint8Array>,
): Promise<number | undefined> {
  return await storePiece(app, folderOf(upload), start, content, (piece) =>
    appendPiece(app.database.db, upload.id, piece),
  )
}

/** Stores a piece in a folder, if its record can be appended to those of the upload. Returns as `addPiece` does. */
export async function storePiece(
  app: App,
  folder: string,
  start: number,
  content: AsyncIterable<Uint8Array>,
  append: (piece: { key: string; start: number; bytes: number }) => Promise<boolean>,
): Promise<number | undefined> {
  // A unique key, because another request may be writing the same offset.
  const key = `${folder}/${randomKey()}`
  let bytes = 0
  const received = async function* () {
    try {
      for await (const chunk of content) {
        bytes += chunk.length
        yield chunk
      }
    } catch (error) {
      if (isTooLarge(error)) throw error
    }
  }
  await app.files.put(key, Readable.from(received()), { contentType: 'application/octet-stream' })
  if (bytes > 0 && (await append({ key, start, bytes }))) return start + bytes
  await app.files.delete(key)
  return bytes === 0 ? start : undefined
}

/** Exceeding the declared size is an error, not a broken connection. */
const isTooLarge = (error: unknown) => (error as { status_code?: number }).status_code === 413

/** Joins the pieces into a file for the owner. */
export async function finishResumable(app: App, realm: Realm, owner: User, id: string) {
  const reservation = new SpaceReservation(app, realm)
  const upload = await realm.transact(async (tx) => {
    const taken = await removeResumable(tx.db, id)
    if (taken !== undefined) await reservation.takeOver(tx, taken.size)
    return taken
  })
  if (upload === undefined) throw apiError('upload-finished')
  const { filename, name, filetype, type } = upload.metadata
  try {
    const stored = await storeUpload(app, realm, {
      name: filename ?? name ?? '',
      contentType: filetype ?? type ?? undefined,
      content: contentOf(app, upload),
    })
    return await addUpload(app, realm, owner, stored, reservation)
  } finally {
    await reservation.release()
    await app.files.deleteAll(folderOf(upload))
  }
}

export async function* contentOf(
  app: App,
  { pieces }: Pick<ResumableUpload, 'pieces'>,
): AsyncGenerator<Uint8Array> {
  for (const key of pieces) {
    const piece = await app.files.get(key)
    if (piece === undefined) throw new Error('A piece of an upload is missing.')
    yield* piece.open()
  }
}

export async function cancelResumable(app: App, upload: ResumableUpload): Promise<void> {
  await removeResumable(app.database.db, upload.id)
  await app.files.deleteAll(folderOf(upload))
}

/** Deletes expired unfinished uploads. */
export async function deleteAbandoned(app: App): Promise<void> {
  const before = new Date(app.clock.now() - resumableTtlMs)
  for (const upload of await resumablesBefore(app.database.db, before)) await cancelResumable(app, upload)
}

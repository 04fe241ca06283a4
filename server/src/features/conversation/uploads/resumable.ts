import { Readable } from 'node:stream'
import { refuse } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { randomKey } from '../../../platform/signer.ts'
import type { Realm } from '../../../realms/realm.ts'
import { addUpload, storeUpload } from './receive.ts'
import { fits, quotaExceeded, SpaceReservation } from './reservation.ts'
import {
  appendPiece,
  countResumables,
  insertResumable,
  type ResumableUpload,
  resumablesBefore,
  takeResumable,
} from './resumable-store.ts'

/** So long the rest of a file may take. */
const resumableFor = 86_400_000
/** At the same time, for one person: each may become a large file that nothing names. */
const mostAtOnce = 50

const folderOf = ({ realm_id, id }: Pick<ResumableUpload, 'realm_id' | 'id'>) => `pieces/${realm_id}/${id}`

export async function beginResumable(
  app: App,
  realm: Realm,
  owner: User,
  { id, size, metadata }: Pick<ResumableUpload, 'id' | 'size' | 'metadata'>,
): Promise<void> {
  await realm.transact(async (tx) => {
    // It counts with its announced size from now on, so its pieces always fit.
    if (!(await fits(app, tx, size))) throw quotaExceeded()
    if ((await countResumables(tx.db, owner.id)) >= mostAtOnce) {
      throw refuse('BadRequest', `Finish or cancel some of your ${mostAtOnce} unfinished uploads first.`)
    }
    const created_at = new Date(app.clock.now())
    await insertResumable(tx.db, { id, realm_id: realm.id, owner_id: owner.id, size, metadata, created_at })
  })
}

/**
 * Stores what comes, up to where it breaks off: that need not be sent again. Returns how much is there then, or undefined if
 * somebody else has added to it meanwhile.
 */
export async function addPiece(
  app: App,
  upload: Pick<ResumableUpload, 'realm_id' | 'id'>,
  start: number,
  content: AsyncIterable<Uint8Array>,
): Promise<number | undefined> {
  // A key of its own: another request may be writing at the same place.
  const key = `${folderOf(upload)}/${randomKey()}`
  let bytes = 0
  const received = async function* () {
    try {
      for await (const chunk of content) {
        bytes += chunk.length
        yield chunk
      }
    } catch (error) {
      if (isTooMuch(error)) throw error
    }
  }
  await app.files.put(key, Readable.from(received()), { contentType: 'application/octet-stream' })
  if (bytes > 0 && (await appendPiece(app.database.db, upload.id, { key, start, bytes })))
    return start + bytes
  await app.files.delete(key)
  return bytes === 0 ? start : undefined
}

/** More than was announced is not a connection that broke. */
const isTooMuch = (error: unknown) => (error as { status_code?: number }).status_code === 413

/** Makes a file of the pieces and gives it to its owner. */
export async function finishResumable(app: App, realm: Realm, owner: User, id: string) {
  const reservation = new SpaceReservation(app, realm)
  const upload = await realm.transact(async (tx) => {
    const taken = await takeResumable(tx.db, id)
    if (taken !== undefined) await reservation.takeOver(tx, taken.size)
    return taken
  })
  if (upload === undefined) throw refuse('BadRequest', 'This upload is finished already.')
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

async function* contentOf(app: App, { pieces }: ResumableUpload): AsyncGenerator<Uint8Array> {
  for (const key of pieces) {
    const piece = await app.files.get(key)
    if (piece === undefined) throw new Error('A piece of an upload is missing.')
    yield* piece.open()
  }
}

export async function cancelResumable(app: App, upload: ResumableUpload): Promise<void> {
  await takeResumable(app.database.db, upload.id)
  await app.files.deleteAll(folderOf(upload))
}

/** Forgets those with which nobody went on. */
export async function abandon(app: App): Promise<void> {
  const before = new Date(app.clock.now() - resumableFor)
  for (const upload of await resumablesBefore(app.database.db, before)) await cancelResumable(app, upload)
}

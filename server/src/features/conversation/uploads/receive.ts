import { Readable } from 'node:stream'
import { apiError, WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { lockLog } from '../../../events/store.ts'
import { enqueue } from '../../../jobs/store.ts'
import type { Realm } from '../../../realms/realm.ts'
import { displayName, fileKey, folderOf, newPathId } from './names.ts'
import { quotaBytes, type SpaceReservation } from './reservation.ts'
import { type Attachment, changeSpace, describeAttachments, insertAttachment } from './store.ts'
import { inspectImage, makeThumbnails } from './thumbnails.ts'
import { typeOfFile } from './types.ts'

const mebibyte = 1_048_576

/** An upload whose content is stored but has no record yet. */
export type StoredUpload = Pick<Attachment, 'path_id' | 'name' | 'content_type' | 'size'>

export const tooLarge = (app: App) => apiError('upload-too-large', { max: app.config.uploadLimit })

export const maxUploadBytes = (app: App) => app.config.uploadLimit * mebibyte

/**
 * Stores the incoming file. Stores nothing if it is too large, exceeds the quota, or the connection breaks.
 */
export async function storeUpload(
  app: App,
  realm: Realm,
  sent: { name: string; contentType: string | undefined; content: AsyncIterable<Uint8Array> },
  reservation?: SpaceReservation,
): Promise<StoredUpload> {
  const name = displayName(sent.name)
  const content_type = typeOfFile(sent.contentType, name)
  const path_id = newPathId(realm.id, name)
  let size = 0
  const bounded = async function* () {
    for await (const chunk of sent.content) {
      size += chunk.length
      if (size > maxUploadBytes(app)) throw tooLarge(app)
      await reservation?.cover(size)
      yield chunk
    }
  }
  await app.files.put(fileKey(path_id), Readable.from(bounded()), { contentType: content_type })
  return { path_id, name, content_type, size }
}

export async function discardUpload(app: App, { path_id }: StoredUpload): Promise<void> {
  await app.files.deleteAll(folderOf(path_id))
}

/**
 * Creates the record of a stored upload. If refused, deletes the content; after any other failure the record
 * may exist, so the content stays.
 */
export async function addUpload(
  app: App,
  realm: Realm,
  owner: User,
  upload: StoredUpload,
  reservation?: SpaceReservation,
) {
  try {
    const image = await inspectImage(app, upload)
    await realm.transact(async (tx) => {
      // Lock the log before the quota, in the same order as deletion.
      await lockLog(tx.db, realm.id)
      const used = await changeSpace(tx, upload.size)
      await reservation?.end(tx)
      if (used > (quotaBytes(app) ?? Number.POSITIVE_INFINITY)) throw apiError('upload-quota-exceeded')
      const { id } = await insertAttachment(tx, {
        ...upload,
        owner_id: owner.id,
        image,
        created_at: new Date(app.clock.now()),
      })
      if (image !== null) await enqueue(tx.db, makeThumbnails, { realmId: realm.id, attachmentId: id })
      const [attachment] = await describeAttachments(tx.db, { ids: [id] })
      tx.publish(
        { type: 'attachment', op: 'add', attachment: attachment!, upload_space_used: used },
        { users: [owner.id] },
      )
    })
  } catch (error) {
    if (error instanceof WireError) await discardUpload(app, upload)
    throw error
  }
  const url = `/user_uploads/${upload.path_id}`
  return { url, uri: url, filename: upload.name }
}

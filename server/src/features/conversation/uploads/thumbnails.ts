import { buffer } from 'node:stream/consumers'
import { WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { ImageProperties } from '../../../db/tables/uploads.ts'
import { job } from '../../../jobs/job.ts'
import { type Image, withImage } from '../../../platform/images.ts'
import type { Realm } from '../../../realms/realm.ts'
import { showInMessages } from './in-messages.ts'
import { fileKey, folderOf, thumbnailKey } from './names.ts'
import { type Attachment, findAttachment, lockAttachments, updateImage } from './store.ts'
import { copyOf, isImageType } from './types.ts'

const boxPx = { width: 840, height: 560 }
export const stillThumbnail = `${boxPx.width}x${boxPx.height}.webp`
export const movingThumbnail = `${boxPx.width}x${boxPx.height}-anim.webp`
/** Larger files get no thumbnail, because decoding needs them in memory. */
const maxImageBytes = 50 * 1024 * 1024
/** Image properties of a file, if it can be decoded. */
export async function inspectImage(
  app: App,
  file: Pick<Attachment, 'path_id' | 'content_type' | 'size'>,
): Promise<ImageProperties | null> {
  if (!isImageType(file.content_type) || file.size > maxImageBytes) return null
  return await nullIfRefused(async () =>
    withImage(await bytesOf(app, file.path_id), async ({ width, height, moves }) => ({
      width,
      height,
      animated: moves,
      thumbnails: [],
    })),
  )
}

async function bytesOf(app: App, pathId: string): Promise<Buffer> {
  const file = await app.files.get(fileKey(pathId))
  return file === undefined ? Buffer.alloc(0) : await buffer(file.open())
}

/** Null if the image is refused. Rethrows overload errors, so that the work is retried. */
async function nullIfRefused<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof WireError && error.kind !== 'Unavailable') return null
    throw error
  }
}

/** A job, so that the upload does not wait for it. */
export const makeThumbnails = job<{ realmId: number; attachmentId: number }>({
  name: 'make-thumbnails',
  run: async (app, { realmId, attachmentId }) => {
    await ensureThumbnails(app, await app.realms.byId(realmId), attachmentId)
  },
})

/** Creates missing thumbnails of an image and shows them in messages. Returns the image's new state. */
export async function ensureThumbnails(
  app: App,
  realm: Realm,
  attachmentId: number,
): Promise<ImageProperties | null> {
  const attachment = await findAttachment(app.database.db, realm.id, attachmentId)
  if (attachment?.image == null || attachment.image.thumbnails.length > 0) return attachment?.image ?? null
  const { path_id, content_type } = attachment
  const made = await nullIfRefused(async () =>
    withImage(await bytesOf(app, path_id), (image) => makeSmallerImages(image, content_type)),
  )
  for (const [name, bytes] of made?.files ?? []) {
    await app.files.put(thumbnailKey(path_id, name), bytes, { contentType: 'image/webp' })
  }
  const facts = made?.facts ?? null
  const isThere = await realm.transactExclusively(async (tx) => {
    const [current] = await lockAttachments(tx, [attachmentId])
    if (current === undefined) return false
    await updateImage(tx, attachmentId, facts)
    await showInMessages(app, tx, realm, { ...current, image: facts })
    return true
  })
  // The file was deleted in the meantime; delete the new thumbnails too.
  if (!isThere) await app.files.deleteAll(folderOf(path_id))
  return isThere ? facts : null
}

async function makeSmallerImages(
  image: Image,
  type: string,
): Promise<{ facts: ImageProperties; files: Map<string, Buffer> }> {
  const { width, height } = image
  const files = new Map([[stillThumbnail, await image.webp(boxPx.width, boxPx.height)]])
  const moving = image.moves ? await image.webp(boxPx.width, boxPx.height, 'moving').catch(() => null) : null
  if (moving !== null) files.set(movingThumbnail, moving)
  const copy = copyOf(type, image)
  if (copy !== undefined) files.set(copy, await image.webp(width, height))
  return { facts: { width, height, animated: moving !== null, thumbnails: [...files.keys()] }, files }
}

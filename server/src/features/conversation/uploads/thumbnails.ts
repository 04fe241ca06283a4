import { buffer } from 'node:stream/consumers'
import { WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { ImageProperties } from '../../../db/tables/uploads.ts'
import { job } from '../../../jobs/job.ts'
import { type Image, withImage } from '../../../platform/images.ts'
import type { Realm } from '../../../realms/realm.ts'
import { showInMessages } from './in-messages.ts'
import { fileKey, folderOf, thumbnailKey } from './names.ts'
import { type Attachment, findAttachment, takeAttachments, updateImage } from './store.ts'
import { copyOf, isImageType } from './types.ts'

const box = { width: 840, height: 560 }
export const stillThumbnail = `${box.width}x${box.height}.webp`
export const movingThumbnail = `${box.width}x${box.height}-anim.webp`
/** A larger file is shown as one, not as an image: it would have to be in memory. */
const mostBytes = 50 * 1024 * 1024
/** What a file shows, if it is an image that can be decoded. */
export async function inspectImage(
  app: App,
  file: Pick<Attachment, 'path_id' | 'content_type' | 'size'>,
): Promise<ImageProperties | null> {
  if (!isImageType(file.content_type) || file.size > mostBytes) return null
  return await refusedIsNull(async () =>
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

/** When there is too much to do at once, the work is done again later. */
async function refusedIsNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof WireError && error.kind !== 'Unavailable') return null
    throw error
  }
}

/** Made after the upload, so that whoever uploads does not wait for it. */
export const makeThumbnails = job<{ realmId: number; attachmentId: number }>({
  name: 'make-thumbnails',
  run: async (app, { realmId, attachmentId }) => {
    await ensureThumbnails(app, await app.realms.byId(realmId), attachmentId)
  },
})

/** Makes the smaller ones of an image if they are not there yet, and shows them in messages. Returns what it is then. */
export async function ensureThumbnails(
  app: App,
  realm: Realm,
  attachmentId: number,
): Promise<ImageProperties | null> {
  const attachment = await findAttachment(app.database.db, realm.id, attachmentId)
  if (attachment?.image == null || attachment.image.thumbnails.length > 0) return attachment?.image ?? null
  const { path_id, content_type } = attachment
  const made = await refusedIsNull(async () =>
    withImage(await bytesOf(app, path_id), (image) => smallerOnes(image, content_type)),
  )
  for (const [name, bytes] of made?.files ?? []) {
    await app.files.put(thumbnailKey(path_id, name), bytes, { contentType: 'image/webp' })
  }
  const facts = made?.facts ?? null
  const isThere = await realm.transactExclusively(async (tx) => {
    const [current] = await takeAttachments(tx, [attachmentId])
    if (current === undefined) return false
    await updateImage(tx, attachmentId, facts)
    await showInMessages(app, tx, realm, { ...current, image: facts })
    return true
  })
  // Deleted meanwhile; what was just put is not to stay.
  if (!isThere) await app.files.deleteAll(folderOf(path_id))
  return isThere ? facts : null
}

async function smallerOnes(
  image: Image,
  type: string,
): Promise<{ facts: ImageProperties; files: Map<string, Buffer> }> {
  const { width, height } = image
  const files = new Map([[stillThumbnail, await image.webp(box.width, box.height)]])
  const moving = image.moves ? await image.webp(box.width, box.height, 'moving').catch(() => null) : null
  if (moving !== null) files.set(movingThumbnail, moving)
  const copy = copyOf(type, image)
  if (copy !== undefined) files.set(copy, await image.webp(width, height))
  return { facts: { width, height, animated: moving !== null, thumbnails: [...files.keys()] }, files }
}

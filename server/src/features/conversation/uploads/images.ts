import type { UploadedImage } from '../../../markdown/context.ts'
import { withImages } from '../../../markdown/previews/thumbnails.ts'
import { decodeName } from './names.ts'
import type { Attachment } from './store.ts'
import { copyOf } from './types.ts'

/** An image for the renderer; null if the file is not an image. */
export function imageIn({ image, content_type }: Attachment): UploadedImage | null {
  if (image === null) return null
  const { width, height, animated, thumbnails } = image
  const copy = copyOf(content_type, image)
  return {
    contentType: content_type,
    width,
    height,
    animated,
    ready: thumbnails.length > 0,
    ...(copy !== undefined && thumbnails.includes(copy) ? { transcoded: copy } : {}),
  }
}

/** Finds files by the path in a link. */
export function finderIn(attachments: readonly Attachment[]) {
  const byPath = new Map(attachments.map((one) => [one.path_id, one]))
  return (path: string) => byPath.get(decodeName(path))
}

/** Updates a message's HTML with the current state of its files. */
export function withCurrentImages(html: string, attachments: readonly Attachment[]): string {
  const find = finderIn(attachments)
  return withImages(html, (path) => {
    const attachment = find(path)
    return attachment === undefined ? undefined : imageIn(attachment)
  })
}

import type { UploadedImage } from '../context.ts'
import { serialise } from '../tree.ts'
import { uploadedPicture } from './media.ts'

/**
 * A preview that waits for its image. Only the renderer writes these elements: of what authors type, neither brackets nor
 * quotes get here unescaped.
 */
const waiting =
  /<div class="message_inline_image"><a href="\/user_uploads\/([^"?#]+)([^"]*)"( title="[^"]*")?><img class="image-loading-placeholder"[^>]*><\/a><\/div>/g

/**
 * Puts images where messages wait for them, or takes the place away that one was to have (null). What is not found out yet
 * (undefined) goes on waiting.
 */
export function withImages(html: string, find: (path: string) => UploadedImage | null | undefined): string {
  const filled = html.replace(waiting, (element, written: string, rest: string, title: string = '') => {
    const path = unescaped(written)
    const image = find(path)
    if (image === null) return ''
    if (image === undefined || !image.ready) return element
    const picture = serialise([uploadedPicture(path, image)])
    return `<div class="message_inline_image"><a href="/user_uploads/${written}${rest}"${title}>${picture}</a></div>`
  })
  return filled === html ? html : filled.trim()
}

/** Whether there is a preview of an image in it, as those see it who search for images. */
export const showsImage = (html: string) =>
  /<div class="(?:(?:youtube|embed)-video )?message_inline_image">/.test(html)

const unescaped = (attribute: string) =>
  attribute.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

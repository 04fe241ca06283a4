import type { UploadedImage } from '../context.ts'
import { serialize } from '../tree.ts'
import { uploadedPicture } from './media.ts'

/**
 * The placeholder of a pending image. Only the renderer creates these elements: brackets and quotes that authors type
 * are escaped.
 */
const waiting =
  /<div class="message_inline_image"><a href="\/user_uploads\/([^"?#]+)([^"]*)"( title="[^"]*")?><img class="image-loading-placeholder"[^>]*><\/a><\/div>/g

/** Replaces placeholders with images, or removes them (null). Unknown images (undefined) stay pending. */
export function withImages(html: string, find: (path: string) => UploadedImage | null | undefined): string {
  const filled = html.replace(waiting, (element, written: string, rest: string, title = '') => {
    const path = unescaped(written)
    const image = find(path)
    if (image === null) return ''
    if (image === undefined || !image.ready) return element
    const picture = serialize([uploadedPicture(path, image)])
    return `<div class="message_inline_image"><a href="/user_uploads/${written}${rest}"${title}>${picture}</a></div>`
  })
  return filled === html ? html : filled.trim()
}

/** Whether it contains an image preview, for `has:image`. */
export const showsImage = (html: string) =>
  /<div class="(?:(?:youtube|embed)-video )?message_inline_image">/.test(html)

const unescaped = (attribute: string) =>
  attribute.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

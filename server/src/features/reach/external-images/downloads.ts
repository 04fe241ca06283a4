import { apiError } from '@loquat/contract'
import { admitsSpectators } from '../../../directory/spectator.ts'
import type { Download, DownloadContent, DownloadRequest } from '../../../http/reply/downloads.ts'
import { viewerOf } from '../../../http/request/viewer.ts'
import { externalImagesOf, type Viewing } from './external-images.ts'

/** Longer URLs would not fit into a request line as hexadecimal digits. */
const maxUrlBytes = 4_000

/** Not a proxy for everyone: only for users, and for spectators of organizations that admit them. */
async function viewingOf(visit: DownloadRequest): Promise<Viewing> {
  const { app } = visit
  const realm = await visit.realm()
  const user = await viewerOf(visit)
  if (user === undefined) {
    await realm.decideFresh(() => {
      if (!admitsSpectators(realm.directory, app.config.webPublicChannels))
        throw apiError('picture-authentication-required')
    })
  }
  const [bucket, key] =
    user === undefined
      ? (['spectatorExternalImage', realm.id] as const)
      : (['externalImage', user.id] as const)
  return {
    realm,
    viewer: `${bucket} ${key}`,
    takeAllowance: () => {
      if (app.config.rateLimits) app.limiter.take(bucket, key)
    },
  }
}

/** The web address with these bytes in hexadecimal, without a fragment. */
function webAddressOf(hex: string): URL | undefined {
  if (hex.length > 2 * maxUrlBytes || !/^(?:[\da-f]{2})+$/i.test(hex)) return undefined
  const url = URL.parse(Buffer.from(hex, 'hex').toString())
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  // Browsers send no credentials of a URL for an image either.
  if (url.username !== '' || url.password !== '') return undefined
  url.hash = ''
  return url
}

/** Without content: nothing of another site is shown that is not an image. */
const missing: DownloadContent = {
  status: 404,
  type: 'text/plain; charset=utf-8',
  size: 0,
  open: () => Buffer.alloc(0),
  keepFor: 'never',
}

const externalImageDownload: Download = {
  path: '/external_content/*',
  visit: async (visit) => {
    const { app } = visit
    if (!app.config.imageProxy) return missing
    const viewing = await viewingOf(visit)
    const url = webAddressOf(visit.part('*'))
    const image = url && (await externalImagesOf(app).get(url, viewing))
    if (image === undefined) return missing
    const { type, bytes } = image
    return { type, size: bytes.length, open: () => bytes, inline: 'image', keepFor: 'day-for-viewer' }
  },
}

export const externalImageDownloads: Download[] = [externalImageDownload]

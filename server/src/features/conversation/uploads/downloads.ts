import { admitsSpectators, spectator } from '../../../directory/spectator.ts'
import type {
  Download,
  DownloadContent,
  DownloadRequest,
  Redirection,
} from '../../../http/reply/downloads.ts'
import { viewerOf } from '../../../http/request/viewer.ts'
import { TooManyRequests } from '../../../platform/rate-limit.ts'
import type { Realm } from '../../../realms/realm.ts'
import { confirm, mayFetch } from './access.ts'
import { fileKey, thumbnailKey } from './names.ts'
import { forbidden, missing } from './refusals.ts'
import { type Attachment, findByPath } from './store.ts'
import { attachmentOfToken } from './temporary.ts'
import { ensureThumbnails, movingThumbnail, stillThumbnail } from './thumbnails.ts'
import { isShownInline, servedType } from './types.ts'

const daySeconds = 86_400

/** Serves a file if the visitor may access it. */
async function visitFile(
  visit: DownloadRequest,
  pathId: string,
  show: (attachment: Attachment, realm: Realm) => Promise<DownloadContent | undefined>,
): Promise<DownloadContent | Redirection> {
  const { app } = visit
  const realm = await visit.realm()
  const user = await viewerOf(visit)
  const [attachment] = await findByPath(app.database.db, realm.id, [pathId])
  if (user === undefined) {
    if (attachment === undefined || !(await mayEveryoneFetch(visit, realm, attachment))) return toLogin(visit)
    return (await show(attachment, realm)) ?? (await missing(visit))
  }
  if (attachment === undefined) return await missing(visit)
  if (!(await mayFetch(app, realm, user, attachment))) return await forbidden(visit)
  return (await show(attachment, realm)) ?? (await missing(visit))
}

/** Spectators may fetch files of web-public channels, with a rate limit. */
async function mayEveryoneFetch(
  { app }: DownloadRequest,
  realm: Realm,
  attachment: Attachment,
): Promise<boolean> {
  const { webPublicChannels } = app.config
  if (!(await confirm(realm, (directory) => admitsSpectators(directory, webPublicChannels)))) return false
  if (!(await mayFetch(app, realm, spectator, attachment))) return false
  try {
    if (app.config.rateLimits) app.limiter.take('spectatorFile', attachment.id)
    return true
  } catch (error) {
    if (error instanceof TooManyRequests) return false
    throw error
  }
}

const toLogin = ({ exchange }: DownloadRequest): Redirection => ({
  location: `/login?next=${encodeURIComponent(exchange.url)}`,
  vary: 'Accept',
})

/** Shows only passive types inline, in a sandbox. */
async function fileOf(
  { app }: DownloadRequest,
  { path_id, content_type, name }: Attachment,
  isSaved: boolean,
): Promise<DownloadContent | undefined> {
  const file = await app.files.get(fileKey(path_id))
  if (file === undefined) return undefined
  const isShown = isShownInline(content_type) && !isSaved
  const policy = "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox"
  return {
    type: content_type === 'text/plain' ? 'text/plain; charset=utf-8' : servedType(content_type),
    size: file.size,
    open: (range) => file.open(range),
    hasParts: true,
    keepFor: 'for-viewer',
    vary: 'Accept',
    ...(isShown ? { inline: name, policy } : { attachment: name }),
  }
}

const fileDownload: Download = {
  path: '/user_uploads/*',
  visit: (visit) => visitFile(visit, visit.part('*'), (attachment) => fileOf(visit, attachment, false)),
}

const attachmentDownload: Download = {
  path: '/user_uploads/download/*',
  visit: (visit) => visitFile(visit, visit.part('*'), (attachment) => fileOf(visit, attachment, true)),
}

/** Anyone with the link may fetch the file, for one minute. */
const temporaryDownload: Download = {
  path: '/user_uploads/temporary/:token/:name',
  visit: async (visit) => {
    const attachment = await attachmentOfToken(visit, visit.part('token'), visit.part('name'))
    return (await fileOf(visit, attachment, false)) ?? (await missing(visit))
  },
}

const thumbnailDownload: Download = {
  path: '/user_uploads/thumbnail/*',
  visit: async (visit) => {
    const [, pathId = '', name = ''] = /^(.*)\/(\d+x\d+(?:-anim)?\.webp)$/s.exec(visit.part('*')) ?? []
    return await visitFile(visit, pathId, (attachment, realm) => thumbnailOf(visit, realm, attachment, name))
  },
}

/** Creates a missing thumbnail; for an unsupported size, serves the closest one. */
async function thumbnailOf(
  { app }: DownloadRequest,
  realm: Realm,
  attachment: Attachment,
  name: string,
): Promise<DownloadContent | undefined> {
  const isKnown = name === stillThumbnail || name === movingThumbnail
  const image = isKnown ? await ensureThumbnails(app, realm, attachment.id) : attachment.image
  const made = image?.thumbnails ?? []
  const similar = name.includes('-anim') && made.includes(movingThumbnail) ? movingThumbnail : made[0]
  const chosen = made.includes(name) ? name : similar
  const file = chosen && (await app.files.get(thumbnailKey(attachment.path_id, chosen)))
  if (file === undefined || file === '') return undefined
  return {
    type: 'image/webp',
    size: file.size,
    open: () => file.open(),
    keepFor: 'for-viewer',
    vary: 'Accept',
  }
}

const spinner = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40"><circle cx="20" cy="20" r="14" ' +
    'fill="none" stroke="#000" stroke-opacity=".6" stroke-width="4" stroke-dasharray="60 30"><animateTransform ' +
    'attributeName="transform" type="rotate" from="0 20 20" to="360 20 20" dur="1s" repeatCount="indefinite"/></circle></svg>',
)

/** Placeholder in messages until the thumbnail exists. */
const loaderDownload: Download = {
  path: '/static/images/loading/loader-black.svg',
  visit: async () => ({
    type: 'image/svg+xml',
    size: spinner.length,
    open: () => spinner,
    keepFor: daySeconds,
  }),
}

export const uploadDownloads: Download[] = [
  fileDownload,
  attachmentDownload,
  temporaryDownload,
  thumbnailDownload,
  loaderDownload,
]

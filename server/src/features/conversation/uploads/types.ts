import type { ImageProperties } from '../../../db/tables/uploads.ts'

/** Content types by file extension, for senders who omit them. */
const typesByExtension: Record<string, string> = {
  aac: 'audio/aac',
  apng: 'image/apng',
  avif: 'image/avif',
  bmp: 'image/bmp',
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  flac: 'audio/flac',
  gif: 'image/gif',
  gz: 'application/gzip',
  heic: 'image/heic',
  heif: 'image/heif',
  htm: 'text/html',
  html: 'text/html',
  ico: 'image/x-icon',
  jpe: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  log: 'text/plain',
  m4a: 'audio/mp4',
  md: 'text/markdown',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  svg: 'image/svg+xml',
  tar: 'application/x-tar',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  wav: 'audio/wav',
  weba: 'audio/webm',
  webm: 'video/webm',
  webp: 'image/webp',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
}

const defaultType = 'application/octet-stream'

/** The sent type, or else by file name. Programs send `application/octet-stream` if they do not know. */
export function typeOfFile(sent: string | undefined, name: string): string {
  const said = sent?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (said !== defaultType && said.length <= 100 && /^[\w.+-]+\/[\w.+-]+$/.test(said)) return said
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(typesByExtension, ending) ? (typesByExtension[ending] ?? defaultType) : defaultType
}

const shownInline = new Set([
  'text/plain',
  ...['mp4', 'webm'].map((one) => `video/${one}`),
  ...['aac', 'flac', 'mp4', 'mpeg', 'wav', 'webm'].map((one) => `audio/${one}`),
  ...['apng', 'avif', 'gif', 'jpeg', 'png', 'webp'].map((one) => `image/${one}`),
])

/** Whether browsers may show it inline. Excludes types with active content: HTML, SVG and PDF. */
export const isShownInline = (type: string) => shownInline.has(type)

const passiveTypes = new Set([
  ...['csv', 'docx', 'gz', 'md', 'odt', 'ods', 'pdf', 'pptx', 'tar', 'txt', 'xlsx', 'zip'].map(
    (ending) => typesByExtension[ending] ?? defaultType,
  ),
])

/** Images, audio and video, except SVG. */
const isPassiveMedium = (type: string) => /^(audio|image|video)\/(?!svg)[\w.-]+$/.test(type)

/**
 * The `Content-Type` for browsers. Scripts, styles and documents become `application/octet-stream`: otherwise injected HTML in one of our
 * pages could load them from our own origin.
 */
export const servedType = (type: string) =>
  passiveTypes.has(type) || isPassiveMedium(type) ? type : defaultType

const decodable = ['avif', 'gif', 'heic', 'heif', 'jpeg', 'png', 'tiff', 'webp']

/** Image types that get thumbnails. */
export const isImageType = (type: string) => decodable.some((one) => type === `image/${one}`)

/** Image types that browsers cannot show and that need a converted copy. */
export const needsCopy = (type: string) => ['heic', 'heif', 'tiff'].some((one) => type === `image/${one}`)

/** The maximum side length of a WebP image. */
const maxWebpSidePx = 16_383

/** The converted copy of an image that browsers cannot show. */
export const copyOf = (type: string, { width, height }: Pick<ImageProperties, 'width' | 'height'>) =>
  needsCopy(type) && Math.max(width, height) <= maxWebpSidePx ? `${width}x${height}.webp` : undefined

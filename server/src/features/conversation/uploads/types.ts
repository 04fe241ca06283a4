import type { ImageProperties } from '../../../db/tables/uploads.ts'

/** What files are, by how their names end. For senders who do not say. */
const byEnding: Record<string, string> = {
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

const unknown = 'application/octet-stream'

/** As the sender says, otherwise by its name. "Some bytes" is what programs say that do not know. */
export function typeOfFile(sent: string | undefined, name: string): string {
  const said = sent?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (said !== unknown && said.length <= 100 && /^[\w.+-]+\/[\w.+-]+$/.test(said)) return said
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(byEnding, ending) ? (byEnding[ending] ?? unknown) : unknown
}

const shownInline = new Set([
  'text/plain',
  ...['mp4', 'webm'].map((one) => `video/${one}`),
  ...['aac', 'flac', 'mp4', 'mpeg', 'wav', 'webm'].map((one) => `audio/${one}`),
  ...['apng', 'avif', 'gif', 'jpeg', 'png', 'webp'].map((one) => `image/${one}`),
])

/** Whether browsers may show it by themselves. Never what can hold a program, as HTML, SVG and PDF can. */
export const mayBeShown = (type: string) => shownInline.has(type)

const passiveTypes = new Set([
  ...['csv', 'docx', 'gz', 'md', 'odt', 'ods', 'pdf', 'pptx', 'tar', 'txt', 'xlsx', 'zip'].map(
    (ending) => byEnding[ending] ?? unknown,
  ),
])

/** Pictures, sound and films, except for pictures that are XML. */
const isPassiveMedium = (type: string) => /^(audio|image|video)\/(?!svg)[\w.-]+$/.test(type)

/**
 * The `Content-Type` for browsers. Scripts, styles and documents become `application/octet-stream`: otherwise injected HTML in one of our
 * pages could load them from our own origin.
 */
export const servedType = (type: string) => (passiveTypes.has(type) || isPassiveMedium(type) ? type : unknown)

const decodable = ['avif', 'gif', 'heic', 'heif', 'jpeg', 'png', 'tiff', 'webp']

/** Images of which smaller ones are made. */
export const isImageType = (type: string) => decodable.some((one) => type === `image/${one}`)

/** Those that browsers do not show: a copy that they do show is made as well. */
export const needsCopy = (type: string) => ['heic', 'heif', 'tiff'].some((one) => type === `image/${one}`)

/** The longest side of a WebP image. */
const longestSide = 16_383

/** Of an image that browsers do not show, the copy that stands in for it. */
export const copyOf = (type: string, { width, height }: Pick<ImageProperties, 'width' | 'height'>) =>
  needsCopy(type) && Math.max(width, height) <= longestSide ? `${width}x${height}.webp` : undefined

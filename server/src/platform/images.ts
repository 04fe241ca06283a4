import { apiError, WireError } from '@loquat/contract'
import type { Metadata, Sharp, SharpOptions } from 'sharp'

/** Maximum over all frames; more would take seconds and hundreds of megabytes to decode. */
const maxPixels = 90_000_000
/** Maximum number of frames of an animated emoji. Tiny frames are enlarged, so their pixels alone say little. */
const maxFrames = 1_000
/** Maximum pixels over all frames of an uploaded image for an animated thumbnail. */
const maxAnimatedPixels = 50_000_000
/** Decoding timeout; only malicious pictures take longer. */
const decodeTimeoutSeconds = 15
/** Decoding is expensive: maximum number of concurrent decodings per process, and of waiting ones. */
const maxConcurrentDecodings = 2
const maxWaitingDecodings = 30

/** File extensions as clients know them, with content types and the decoder's names. */
const formats = {
  avif: 'heif',
  gif: 'gif',
  heic: 'heif',
  heif: 'heif',
  jpeg: 'jpeg',
  jpg: 'jpeg',
  png: 'png',
  tif: 'tiff',
  tiff: 'tiff',
  webp: 'webp',
} as const
type Extension = keyof typeof formats
type Format = (typeof formats)[Extension]

/**
 * Detects the format by the first bytes. Other formats never reach the decoder, which supports many more, some of
 * them scriptable.
 */
function formatOf(bytes: Buffer): Format | undefined {
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (/^GIF8[79]a/.test(start)) return 'gif'
  if (/^RIFF[\s\S]{4}WEBP/.test(start)) return 'webp'
  if (start.startsWith('II*\0') || start.startsWith('MM\0*')) return 'tiff'
  return start.slice(4, 8) === 'ftyp' ? 'heif' : undefined
}

/**
 * The content type of an image that browsers can show, by its first bytes. SVG is not among them, because it can contain
 * scripts.
 */
export function browserImageType(bytes: Buffer): string | undefined {
  const format = formatOf(bytes)
  if (format === 'heif') return isAvif(bytes) ? 'image/avif' : undefined
  if (format === 'tiff') return undefined
  if (format !== undefined) return `image/${format}`
  // Two bytes alone would match text; the next reserved ones are zero.
  if (bytes.toString('latin1', 0, 2) === 'BM' && bytes.length > 10 && bytes.readUInt32LE(6) === 0)
    return 'image/bmp'
  return bytes.toString('latin1', 0, 4) === '\0\0\x01\0' ? 'image/x-icon' : undefined
}

/** The first box of an AVIF file names the brands that it is compatible with. */
function isAvif(bytes: Buffer): boolean {
  const brands = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 64))
  return /^(?:.{4})*avi[fs]/s.test(brands)
}

/** Formats accepted for avatars and organization pictures. */
export const pictureExtensions = Object.keys(formats) as Extension[]
export const emojiExtensions: readonly Extension[] = ['avif', 'gif', 'jpeg', 'jpg', 'png', 'webp']

export interface PictureFile {
  name: string
  bytes: Buffer
}

/** A decodable picture, with conversions. */
export interface Picture {
  /** A still image: the first frame. */
  square(size: number): Promise<Buffer>
  /** A still image; scaled down if necessary, never up. */
  within(width: number, height: number): Promise<Buffer>
  /** The whole picture in a transparent square; animated if the picture is. */
  emoji(size: number): Promise<Emoji>
}

/** An uploaded image, regardless of its name. */
export interface Image {
  /** Displayed size, after rotation. */
  width: number
  height: number
  /** False if there are too many frames to convert. */
  moves: boolean
  /** As WebP; scaled down if necessary, never up. Animated only if the image is. */
  webp(width: number, height: number, moving?: 'moving'): Promise<Buffer>
}

export interface Emoji {
  still: Buffer
  moving?: { bytes: Buffer; extension: 'gif' | 'webp' }
}

/**
 * Decodes a picture and passes it to `work`. Throws if it cannot be decoded within the limits. Metadata (location,
 * camera) is removed.
 */
export async function withPicture<T>(
  { name, bytes }: PictureFile,
  allowed: readonly Extension[],
  work: (picture: Picture) => Promise<T>,
): Promise<T> {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() as Extension
  const format = formatOf(bytes)
  if (
    !allowed.includes(extension) ||
    format === undefined ||
    !allowed.some((one) => formats[one] === format)
  ) {
    throw apiError('picture-type-unsupported', { types: allowed.join(', ') })
  }
  return await decode(bytes, format, async (read, about) => {
    assertWithinBounds(about)
    return await work(pictureOf(read, about))
  })
}

/** The same for an uploaded image: its name is ignored. */
export async function withImage<T>(bytes: Buffer, work: (image: Image) => Promise<T>): Promise<T> {
  const format = formatOf(bytes)
  if (format === undefined) throw apiError('picture-not-image')
  return await decode(bytes, format, async (read, about) => {
    // For animations, one decodable frame is enough; then the image is still.
    assertWithinBounds({ ...about, pages: 1 })
    return await work(imageOf(read, about))
  })
}

type Read = (options?: SharpOptions) => Sharp

async function decode<T>(
  bytes: Buffer,
  format: Format,
  work: (read: Read, about: Metadata) => Promise<T>,
): Promise<T> {
  return await inTurn(async () => {
    const { default: sharp } = await load()
    const read: Read = (options = {}) =>
      sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', ...options }).timeout({
        seconds: decodeTimeoutSeconds,
      })
    try {
      const about = await read().metadata()
      if (about.format !== format) throw apiError('picture-type-mismatch')
      return await work(read, about)
    } catch (error) {
      // Decoder errors are errors of the file.
      throw error instanceof WireError ? error : apiError('picture-unreadable')
    }
  })
}

function assertWithinBounds({ width, height, pages = 1 }: Metadata): void {
  if (width * height * pages <= maxPixels) return
  throw apiError('picture-too-large', { max: maxPixels / 1_000_000 })
}

function imageOf(read: Read, { width, height, pages = 1, autoOrient }: Metadata): Image {
  return {
    width: autoOrient.width,
    height: autoOrient.height,
    moves: pages > 1 && pages <= maxFrames && width * height * pages <= maxAnimatedPixels,
    webp: async (most, highest, moving) => {
      const image = moving === undefined ? read().autoOrient() : read({ animated: true })
      return await image.resize(most, highest, { fit: 'inside', withoutEnlargement: true }).webp().toBuffer()
    },
  }
}

function pictureOf(read: Read, about: Metadata): Picture {
  const still = () => read().autoOrient()
  const transparent = { r: 0, g: 0, b: 0, alpha: 0 }
  const asEmoji = (image: Sharp, size: number) =>
    image.resize(size, size, { fit: 'contain', background: transparent })
  return {
    square: async (size) => await still().resize(size, size, { fit: 'cover' }).png().toBuffer(),
    within: async (width, height) =>
      await still().resize(width, height, { fit: 'inside', withoutEnlargement: true }).png().toBuffer(),
    emoji: async (size) => {
      const first = await asEmoji(still(), size).png().toBuffer()
      const extension = about.format === 'gif' ? 'gif' : 'webp'
      const frames = about.pages ?? 1
      if (frames === 1 || about.format !== extension) return { still: first }
      if (frames > maxFrames) throw apiError('picture-too-many-frames', { max: maxFrames })
      const bytes = await asEmoji(read({ animated: true }), size)
        .toFormat(extension)
        .toBuffer()
      return { still: first, moving: { bytes, extension } }
    },
  }
}

/** Renders one of our own drawings. */
export async function drawn(svg: string, width: number, height: number): Promise<Buffer> {
  const { default: sharp } = await load()
  return await sharp(Buffer.from(svg)).resize(width, height).png().toBuffer()
}

let loading: Promise<typeof import('sharp')> | undefined

/** Loaded on first use: the decoder is large, and many servers never need it. */
function load(): Promise<typeof import('sharp')> {
  loading ??= import('sharp').then((module) => {
    module.default.concurrency(1)
    module.default.cache(false)
    return module
  })
  return loading
}

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= maxWaitingDecodings) throw apiError('picture-queue-full')
  if (running >= maxConcurrentDecodings) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The next waiting task takes over the slot.
    if (next === undefined) running--
    else next()
  }
}

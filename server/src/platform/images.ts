import { refuse, WireError } from '@loquat/contract'
import type { Metadata, Sharp, SharpOptions } from 'sharp'

/** Over all frames: what is more would take seconds and hundreds of megabytes to decode. */
const mostPixels = 90_000_000
/** Of a moving emoji. Tiny frames grow when they are drawn, so their pixels alone say little. */
const mostFrames = 1_000
/** Of all frames of an uploaded image together, to be shown as one that moves. */
const mostMovingPixels = 50_000_000
/** A picture that takes longer was made to take long. */
const patience = 15
/** Decoding is heavy: so many at a time per process, and so many may wait for it. */
const mostAtOnce = 2
const mostWaiting = 30

/** Types by what a file is called, as clients know them, and what the decoder calls them. */
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

/** By its first bytes. Nothing else gets as far as a decoder: it knows many more kinds, some of them programs. */
function formatOf(bytes: Buffer): Format | undefined {
  const start = bytes.toString('latin1', 0, 12)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (/^GIF8[79]a/.test(start)) return 'gif'
  if (/^RIFF[\s\S]{4}WEBP/.test(start)) return 'webp'
  if (start.startsWith('II*\0') || start.startsWith('MM\0*')) return 'tiff'
  return start.slice(4, 8) === 'ftyp' ? 'heif' : undefined
}

/** What may become the picture of somebody or of an organization. */
export const pictureExtensions = Object.keys(formats) as Extension[]
export const emojiExtensions: readonly Extension[] = ['avif', 'gif', 'jpeg', 'jpg', 'png', 'webp']

export interface PictureFile {
  name: string
  bytes: Buffer
}

/** A picture that can be decoded, and how to make others of it. */
export interface Picture {
  /** Still: the first frame. */
  square(size: number): Promise<Buffer>
  /** Still; smaller if need be, never larger. */
  within(width: number, height: number): Promise<Buffer>
  /** The whole of it in a square, on a transparent ground; moving, if it moves. */
  emoji(size: number): Promise<Emoji>
}

/** An uploaded image, whatever it is called. */
export interface Image {
  /** As shown, that is after rotation. */
  width: number
  height: number
  /** Not if its frames are too many to make others of. */
  moves: boolean
  /** As WebP; smaller if need be, never larger. A moving one only if it moves. */
  webp(width: number, height: number, moving?: 'moving'): Promise<Buffer>
}

export interface Emoji {
  still: Buffer
  moving?: { bytes: Buffer; extension: 'gif' | 'webp' }
}

const notAPicture = (why: string) => refuse('BadImage', why)

/**
 * Reads a picture and does something with it. What cannot be decoded, or not within bounds, is refused. Of what is in a file
 * besides the picture (where it was taken, by what) nothing is kept.
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
    throw notAPicture(`Pictures may be of these kinds: ${allowed.join(', ')}.`)
  }
  return await decode(bytes, format, async (read, about) => {
    assertWithinBounds(about)
    return await work(pictureOf(read, about))
  })
}

/** The same for an image that is a file like any other: only its bytes count. */
export async function withImage<T>(bytes: Buffer, work: (image: Image) => Promise<T>): Promise<T> {
  const format = formatOf(bytes)
  if (format === undefined) throw notAPicture('This is no image.')
  return await decode(bytes, format, async (read, about) => {
    // Of one that moves it is enough that a frame can be decoded: then it stands still.
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
      sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', ...options }).timeout({
        seconds: patience,
      })
    try {
      const about = await read().metadata()
      if (about.format !== format) throw notAPicture('The picture is not what it seems to be.')
      return await work(read, about)
    } catch (error) {
      // Whatever the decoder says, it is about the file.
      throw error instanceof WireError ? error : notAPicture('The picture cannot be read.')
    }
  })
}

function assertWithinBounds({ width, height, pages = 1 }: Metadata): void {
  if (width * height * pages <= mostPixels) return
  throw notAPicture(`The picture has more than ${mostPixels / 1_000_000} million pixels.`)
}

function imageOf(read: Read, { width, height, pages = 1, autoOrient }: Metadata): Image {
  return {
    width: autoOrient.width,
    height: autoOrient.height,
    moves: pages > 1 && pages <= mostFrames && width * height * pages <= mostMovingPixels,
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
      if (frames > mostFrames) throw notAPicture(`The picture has more than ${mostFrames} frames.`)
      const bytes = await asEmoji(read({ animated: true }), size)
        .toFormat(extension)
        .toBuffer()
      return { still: first, moving: { bytes, extension } }
    },
  }
}

/** Draws one of our own. */
export async function drawn(svg: string, width: number, height: number): Promise<Buffer> {
  const { default: sharp } = await load()
  return await sharp(Buffer.from(svg)).resize(width, height).png().toBuffer()
}

let loading: Promise<typeof import('sharp')> | undefined

/** At first use: the decoder is large, and many servers never see a picture. */
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
  if (waiting.length >= mostWaiting)
    throw refuse('Unavailable', 'Too many pictures at once. Try again in a moment.')
  if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // Whoever is next takes this one's place.
    if (next === undefined) running--
    else next()
  }
}

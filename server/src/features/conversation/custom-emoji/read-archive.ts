import { buffer } from 'node:stream/consumers'
import { apiError, maxEmojiInArchive, maxPictureMib } from '@loquat/contract'
import type { Entry } from 'yauzl'

/** A picture of an archive. */
export interface ArchivedPicture {
  /** Without folders. */
  fileName: string
  /** Its content; throws if it cannot be read. At most 5 MiB. */
  read(): Promise<Buffer>
}

const encryptedFlag = 1
const maxEntryBytes = maxPictureMib * 1_048_576
/** Entries of any kind: more are a sign of an attack, or of another kind of archive. */
const maxEntries = 1_000
/** Long enough for all that are valid, and short enough to be shown. */
const maxFileNameLength = 200
const isPicture = (name: string) => /^[^.].*\.(avif|gif|jpe?g|png|webp)$/i.test(name)

/**
 * The pictures of a ZIP archive, in its order. Sizes are checked before anything is unpacked, and again while it is: an entry that is
 * longer than it claims fails. Only one entry at a time is in memory.
 */
export async function readEmojiArchive(bytes: Buffer): Promise<ArchivedPicture[]> {
  const { default: yauzl } = await import('yauzl')
  const pictures: ArchivedPicture[] = []
  let entries = 0
  try {
    const file = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false })
    for await (const entry of file.eachEntry() as AsyncIterable<Entry>) {
      if (++entries > maxEntries) break
      const path = (entry.fileName as unknown as Buffer).toString()
      const fileName = (path.split(/[\\/]/).at(-1) ?? '').slice(0, maxFileNameLength)
      if (path.startsWith('__MACOSX/') || !isPicture(fileName)) continue
      pictures.push({
        fileName,
        read: async () => {
          if (entry.uncompressedSize > maxEntryBytes)
            throw apiError('picture-file-too-large', { max: maxPictureMib })
          if ((entry.generalPurposeBitFlag & encryptedFlag) !== 0) throw unreadable()
          try {
            return await buffer(await file.openReadStreamPromise(entry))
          } catch {
            throw unreadable()
          }
        },
      })
    }
  } catch {
    throw apiError('emoji-archive-unreadable')
  }
  if (entries > maxEntries || pictures.length > maxEmojiInArchive)
    throw apiError('emoji-archive-too-many', { max: maxEmojiInArchive })
  if (pictures.length === 0) throw apiError('emoji-archive-empty')
  return pictures
}

const unreadable = () => apiError('emoji-archive-entry-unreadable')

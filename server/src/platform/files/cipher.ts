import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * The format of an encrypted file:
 *
 *     8 bytes   "LOQUAT1" and a zero
 *     8 bytes   the ID of the data key
 *     32 bytes  random, so that every file has its own encryption key
 *     chunks    64 KiB of the file each, the last one possibly less, encrypted with AES-256-GCM, with a tag of 16 bytes
 *
 * The key of a file is derived from the data key, the random bytes and the storage key, so the bytes of one file are not
 * accepted in the place of another. The nonce of a chunk is its number, and whether it is the last one: chunks that are missing, repeated or
 * in another order are not accepted either. Each chunk can be decrypted alone, for parts of a file.
 */
const magic = Buffer.from('LOQUAT1\0', 'latin1')
export const keyIdBytes = 8
const saltBytes = 32
export const headerBytes = magic.length + keyIdBytes + saltBytes
export const chunkBytes = 65_536
const tagBytes = 16
const storedChunkBytes = chunkBytes + tagBytes

/** Data keys by their ID in hex. The current one encrypts new files. */
export interface FileKeys {
  current: string
  all: ReadonlyMap<string, Buffer>
}

/** The stored file is not what was written: it was cut off, changed, or belongs to another place or installation. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError'
}

const damaged = (key: string, problem: string) =>
  new DamagedFileError(`The encrypted file ${key} ${problem}.`)

/** Size of the original. Undefined if no file has this size when encrypted. */
export function originalSize(storedSize: number): number | undefined {
  const body = storedSize - headerBytes
  const chunks = Math.ceil(body / storedChunkBytes)
  const size = body - chunks * tagBytes
  // Only an empty file has an empty chunk.
  const isPossible = chunks >= 1 && size >= 0 && (chunks === 1 || size > (chunks - 1) * chunkBytes)
  return isPossible ? size : undefined
}

/** Where the chunks that contain these bytes of the original are stored. Both ends are inclusive. */
export function storedRange({ start, end }: { start: number; end: number }, storedSize: number) {
  const first = Math.floor(start / chunkBytes)
  const afterLast = headerBytes + (Math.floor(end / chunkBytes) + 1) * storedChunkBytes
  return { first, start: headerBytes + first * storedChunkBytes, end: Math.min(afterLast, storedSize) - 1 }
}

export const lastChunkOf = (size: number) => Math.max(0, Math.ceil(size / chunkBytes) - 1)

/** Encrypts or decrypts the chunks of one file. */
export class FileCipher {
  readonly header: Buffer
  readonly #place: string
  readonly #key: Buffer

  private constructor(header: Buffer, dataKey: Buffer, place: string) {
    this.header = header
    this.#place = place
    const salt = header.subarray(magic.length + keyIdBytes)
    this.#key = Buffer.from(hkdfSync('sha256', dataKey, salt, `loquat file ${place}`, 32))
  }

  /** For a new file. */
  static create(keys: FileKeys, place: string): FileCipher {
    const header = Buffer.concat([magic, Buffer.from(keys.current, 'hex'), randomBytes(saltBytes)])
    return new FileCipher(header, keyOf(keys, keys.current, place), place)
  }

  /** For the file that begins with this header. */
  static open(keys: FileKeys, place: string, header: Buffer): FileCipher {
    if (header.length !== headerBytes || !header.subarray(0, magic.length).equals(magic)) {
      throw damaged(place, 'has no header')
    }
    const id = header.subarray(magic.length, magic.length + keyIdBytes).toString('hex')
    return new FileCipher(header, keyOf(keys, id, place), place)
  }

  encryptChunk(number: number, isLast: boolean, chunk: Uint8Array): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonceOf(number, isLast))
    cipher.setAAD(this.header)
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }

  decryptChunk(number: number, isLast: boolean, stored: Buffer): Buffer {
    if (stored.length < tagBytes) throw damaged(this.#place, 'was cut off')
    const end = stored.length - tagBytes
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonceOf(number, isLast), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(this.header)
    decipher.setAuthTag(stored.subarray(end))
    const chunk = decipher.update(stored.subarray(0, end))
    try {
      decipher.final()
    } catch {
      throw damaged(this.#place, 'was changed or cut off')
    }
    return chunk
  }

  /** The whole stored file. Holds one chunk in memory. */
  async *encrypt(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Buffer> {
    yield this.header
    let number = 0
    let held: Buffer | undefined
    for await (const chunk of resized(content, chunkBytes)) {
      if (held !== undefined) yield this.encryptChunk(number++, false, held)
      held = chunk
    }
    yield this.encryptChunk(number, true, held ?? Buffer.alloc(0))
  }

  /** The original of stored chunks, without the header. `total` is the number of the file's last chunk. */
  async *decrypt(
    stored: AsyncIterable<Uint8Array>,
    { first, last, total }: { first: number; last: number; total: number },
  ): AsyncGenerator<Buffer> {
    let number = first
    for await (const chunk of resized(stored, storedChunkBytes)) {
      if (number > last) break
      yield this.decryptChunk(number, number === total, chunk)
      number++
    }
    if (number <= last) throw damaged(this.#place, 'was cut off')
  }
}

function keyOf({ all }: FileKeys, id: string, place: string): Buffer {
  const key = all.get(id)
  if (key === undefined) throw damaged(place, `needs the data key ${id}, which this database does not have`)
  return key
}

/** Unique for each chunk of a file, whose key encrypts nothing else. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Chunks of exactly this size, except for the last one. */
async function* resized(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  size: number,
): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0)
  for await (const piece of content) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    const all = held.length === 0 ? bytes : Buffer.concat([held, bytes])
    let at = 0
    for (; all.length - at >= size; at += size) yield all.subarray(at, at + size)
    // Copied, because the source may reuse its memory.
    held = Buffer.from(all.subarray(at))
  }
  if (held.length > 0) yield held
}

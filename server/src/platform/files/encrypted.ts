import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  chunkBytes,
  DamagedFileError,
  FileCipher,
  type FileKeys,
  headerBytes,
  lastChunkOf,
  originalSize,
  storedRange,
} from './cipher.ts'
import { isKey, type Storage, type StoredFile } from './storage.ts'

/**
 * Ends the names of encrypted files. The name tells which files are encrypted, not their first bytes: a server without the
 * master key, or of an earlier version, then finds no file, and never serves the encrypted bytes.
 */
const suffix = '.encrypted'

export const encryptedKey = (key: string) => `${key}${suffix}`
export const isEncryptedKey = (key: string) => key.endsWith(suffix)

type ByteRange = Parameters<StoredFile['open']>[0]

/** Encrypts files before another storage stores them. Files from before are readable until they are encrypted as well. */
export class EncryptedStorage implements Storage {
  readonly #inner: Storage
  readonly #keys: FileKeys

  constructor(inner: Storage, keys: FileKeys) {
    this.#inner = inner
    this.#keys = keys
  }

  async put(key: string, content: Uint8Array | Readable): Promise<void> {
    if (isEncryptedKey(key)) throw new Error('Not the key of a file: it has the ending of encrypted ones.')
    const cipher = FileCipher.create(this.#keys, key)
    const encrypted = cipher.encrypt(content instanceof Uint8Array ? [content] : content)
    await this.#inner.put(encryptedKey(key), Readable.from(encrypted, { objectMode: false }), {
      contentType: 'application/octet-stream',
    })
  }

  async get(key: string): Promise<StoredFile | undefined> {
    if (!isKey(key) || isEncryptedKey(key)) return undefined
    const encrypted = await this.#getEncrypted(key)
    if (encrypted !== undefined) return encrypted
    const plain = await this.#inner.get(key)
    // Another process may have encrypted it since.
    return plain === undefined ? await this.#getEncrypted(key) : this.#withFallback(key, plain)
  }

  async #getEncrypted(key: string): Promise<StoredFile | undefined> {
    const stored = await this.#inner.get(encryptedKey(key))
    return stored && new EncryptedFile(stored, this.#keys, key)
  }

  /** A file that is encrypted by another process before it is opened is still readable. */
  #withFallback(key: string, plain: StoredFile): StoredFile {
    const find = () => this.#getEncrypted(key)
    async function* read(range: ByteRange): AsyncGenerator<Uint8Array> {
      let hasBegun = false
      try {
        for await (const chunk of plain.open(range)) {
          hasBegun = true
          yield chunk as Uint8Array
        }
      } catch (error) {
        const encrypted = hasBegun ? undefined : await find()
        if (encrypted === undefined) throw error
        yield* encrypted.open(range)
      }
    }
    return { size: plain.size, open: (range) => Readable.from(read(range), { objectMode: false }) }
  }

  async delete(key: string): Promise<void> {
    await this.#inner.delete(key)
    await this.#inner.delete(encryptedKey(key))
  }

  async deleteAll(parts: string): Promise<void> {
    await this.#inner.deleteAll(parts)
  }

  async *list(parts?: string): AsyncGenerator<string> {
    for await (const key of this.#inner.list(parts)) {
      if (isEncryptedKey(key)) yield key.slice(0, -suffix.length)
      else if ((await this.#inner.get(encryptedKey(key))) === undefined) yield key
    }
  }
}

class EncryptedFile implements StoredFile {
  readonly size: number
  readonly #stored: StoredFile
  readonly #keys: FileKeys
  readonly #key: string

  constructor(stored: StoredFile, keys: FileKeys, key: string) {
    const size = originalSize(stored.size)
    if (size === undefined) throw new DamagedFileError(`The encrypted file ${key} was cut off.`)
    this.size = size
    this.#stored = stored
    this.#keys = keys
    this.#key = key
  }

  open(range?: ByteRange): Readable {
    const content = range === undefined ? this.#readAll() : this.#readPart(range)
    return Readable.from(content, { objectMode: false })
  }

  async *#readAll(): AsyncGenerator<Buffer> {
    const source = this.#stored.open()
    try {
      const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
      let held: Buffer = Buffer.alloc(0)
      while (held.length < headerBytes) {
        const next = await chunks.next()
        if (next.done) break
        held = Buffer.concat([held, next.value])
      }
      const cipher = FileCipher.open(this.#keys, this.#key, held.subarray(0, headerBytes))
      const total = lastChunkOf(this.size)
      const rest = startingWith(held.subarray(headerBytes), chunks)
      yield* cipher.decrypt(rest, { first: 0, last: total, total })
    } finally {
      source.destroy()
    }
  }

  /** The last chunk is read as well: it proves the size of the file. */
  async *#readPart({ start, end }: { start: number; end: number }): AsyncGenerator<Buffer> {
    if (start > end || start >= this.size) return
    const upto = Math.min(end, this.size - 1)
    const total = lastChunkOf(this.size)
    const cipher = FileCipher.open(this.#keys, this.#key, await this.#storedBytes(0, headerBytes - 1))
    const last = Math.floor(upto / chunkBytes)
    if (last < total) {
      const place = storedRange({ start: total * chunkBytes, end: this.size - 1 }, this.#stored.size)
      cipher.decryptChunk(total, true, await this.#storedBytes(place.start, place.end))
    }
    const place = storedRange({ start, end: upto }, this.#stored.size)
    const source = this.#stored.open({ start: place.start, end: place.end })
    try {
      let at = place.first * chunkBytes
      for await (const chunk of cipher.decrypt(source, { first: place.first, last, total })) {
        yield chunk.subarray(Math.max(0, start - at), upto + 1 - at)
        at += chunk.length
      }
    } finally {
      source.destroy()
    }
  }

  async #storedBytes(start: number, end: number): Promise<Buffer> {
    return await buffer(this.#stored.open({ start, end }))
  }
}

async function* startingWith(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

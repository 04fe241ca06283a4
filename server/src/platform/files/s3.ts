import { Readable } from 'node:stream'
import type { S3mini } from 's3mini'
import type { S3Config } from '../upload-config.ts'
import { assertKey, isKey, type Storage, type StoredFile } from './storage.ts'

/** Bytes of a file held in memory. S3 requires at least 5 MiB in each part but the last. */
const firstPartBytes = 8 * 1_048_576
/** S3 allows 10,000 parts. Parts grow after each thousand, so that a file can have up to 430 GB. */
const partsPerSize = 1_000
/** Maximum number of keys per list request. */
const keysPerRequest = 1_000

/** Files in a bucket of Amazon S3 or an S3-compatible service. */
export class S3Storage implements Storage {
  readonly #client: () => Promise<S3mini>

  constructor(config: S3Config) {
    let client: Promise<S3mini> | undefined
    this.#client = () => {
      client ??= import('s3mini').then(({ S3mini }) => new S3mini(config))
      return client
    }
  }

  async put(
    key: string,
    content: Uint8Array | Readable,
    { contentType }: { contentType: string },
  ): Promise<void> {
    assertKey(key)
    const client = await this.#client()
    const parts = partsOf(content instanceof Uint8Array ? [content] : content)
    const { value: first = new Uint8Array() } = await parts.next()
    const second = await parts.next()
    if (second.done) {
      await client.putObject(key, first, contentType)
      return
    }
    // A multipart upload is invisible until it is complete.
    const upload = await client.getMultipartUploadId(key, contentType)
    try {
      const done = [await client.uploadPart(key, upload, first, 1)]
      for (let part: IteratorResult<Uint8Array> = second; !part.done; part = await parts.next()) {
        done.push(await client.uploadPart(key, upload, part.value, done.length + 1))
      }
      await client.completeMultipartUpload(key, upload, done)
    } catch (error) {
      await client.abortMultipartUpload(key, upload).catch(() => {})
      throw error
    }
  }

  async get(key: string): Promise<StoredFile | undefined> {
    if (!isKey(key)) return undefined
    const client = await this.#client()
    try {
      return new S3File(client, key, await client.getContentLength(key))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async delete(key: string): Promise<void> {
    assertKey(key)
    await (await this.#client()).deleteObject(key)
  }

  async deleteAll(parts: string): Promise<void> {
    assertKey(parts)
    const client = await this.#client()
    for (;;) {
      const found = await client.listObjects('/', `${parts}/`, keysPerRequest)
      if (found === null || found.length === 0) return
      await client.deleteObjects(found.map(({ Key }) => Key))
    }
  }

  async *list(parts?: string): AsyncGenerator<string> {
    if (parts !== undefined) assertKey(parts)
    const client = await this.#client()
    let next: string | undefined
    do {
      const page = await client.listObjectsPaged(
        '/',
        parts === undefined ? '' : `${parts}/`,
        keysPerRequest,
        next,
      )
      for (const { Key } of page?.objects ?? []) if (isKey(Key)) yield Key
      next = page?.nextContinuationToken
    } while (next !== undefined)
  }
}

class S3File implements StoredFile {
  readonly size: number
  readonly #client: S3mini
  readonly #key: string

  constructor(client: S3mini, key: string, size: number) {
    this.#client = client
    this.#key = key
    this.size = size
  }

  open(range?: { start: number; end: number }): Readable {
    return Readable.from(this.#read(range), { objectMode: false })
  }

  async *#read(range?: { start: number; end: number }): AsyncGenerator<Uint8Array> {
    const { body } =
      range === undefined
        ? await this.#client.getObjectRaw(this.#key)
        : await this.#client.getObjectRaw(this.#key, false, range.start, range.end + 1)
    if (body !== null) yield* body
  }
}

/** Splits a stream into parts; the last may be smaller than the others. */
async function* partsOf(
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = []
  let size = 0
  let count = 0
  let partBytes = firstPartBytes
  for await (const chunk of content) {
    for (let at = 0; at < chunk.length; ) {
      const piece = chunk.subarray(at, at + partBytes - size)
      chunks.push(piece)
      size += piece.length
      at += piece.length
      if (size < partBytes) continue
      yield Buffer.concat(chunks)
      chunks = []
      size = 0
      count++
      partBytes = firstPartBytes * (1 + Math.floor(count / partsPerSize))
    }
  }
  if (size > 0) yield Buffer.concat(chunks)
}

function isMissing(error: unknown): boolean {
  const { status, cause } = (error ?? {}) as { status?: number; cause?: unknown }
  return status === 404 || (cause !== undefined && isMissing(cause))
}

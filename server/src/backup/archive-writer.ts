import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { type Headers, type Pack, pack } from 'tar-stream'
import { checksumsFolder } from './format.ts'

/** Entries per file of checksums. Bounds memory for any number of files. */
const entriesPerChecksums = 1_000

/** Writes the entries of a backup as a tar archive, one after the other, and counts their checksums. */
export class ArchiveWriter {
  readonly #pack: Pack = pack()
  readonly #mtime: Date
  #lines: string[] = []
  readonly #checksums: Record<string, string> = {}

  constructor(createdAt: Date) {
    this.#mtime = createdAt
    // Its reader reports errors, if there is one.
    this.#pack.on('error', () => {})
  }

  /** The archive; its reader decides how fast it is written. */
  get stream(): Readable {
    return Readable.from(this.#pack, { objectMode: false })
  }

  async add(name: string, content: string | Uint8Array): Promise<void> {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    await this.addStream(name, bytes.length, Readable.from([bytes]))
  }

  /** The content must have exactly this size. */
  async addStream(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    this.#lines.push(`${await this.#write(name, size, content)}  ${name}\n`)
    if (this.#lines.length >= entriesPerChecksums) await this.#writeChecksums()
  }

  /** Writes outstanding checksums. Returns the checksum of each file of checksums. */
  async finishChecksums(): Promise<Record<string, string>> {
    if (this.#lines.length > 0) await this.#writeChecksums()
    return this.#checksums
  }

  /** The last entry, which has no checksum. */
  async finish(name: string, content: string): Promise<void> {
    const bytes = Buffer.from(content)
    await this.#write(name, bytes.length, Readable.from([bytes]))
    this.#pack.finalize()
  }

  /** Ends the stream with an error. */
  destroy(error: Error): void {
    this.#pack.destroy(error)
  }

  async #writeChecksums(): Promise<void> {
    const number = String(Object.keys(this.#checksums).length + 1).padStart(6, '0')
    const name = `${checksumsFolder}${number}.txt`
    const bytes = Buffer.from(this.#lines.join(''))
    this.#lines = []
    this.#checksums[name] = await this.#write(name, bytes.length, Readable.from([bytes]))
  }

  async #write(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<string> {
    const hash = createHash('sha256')
    const header: Headers = { name, size, mode: 0o600, mtime: this.#mtime, type: 'file' }
    const written = Promise.withResolvers<void>()
    // It may fail while the content is awaited.
    written.promise.catch(() => {})
    const entry = this.#pack.entry(header, (error) =>
      error ? written.reject(error) : written.resolve(),
    ) as unknown as NodeJS.WritableStream
    entry.on('error', () => {})
    for await (const chunk of content) {
      hash.update(chunk)
      if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), written.promise])
    }
    entry.end()
    await written.promise
    return hash.digest('hex')
  }
}

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ImportError } from '../import-error.ts'
import type { Archive, ArchiveEntry, ArchiveOptions } from './archive.ts'
import { EntryNames } from './entry-names.ts'
import { UnpackedSize } from './limits.ts'
import { openScratchFile, type ScratchFile } from './scratch-file.ts'
import { type TarEntry, tarEntries } from './tar-reader.ts'

interface TarIndex {
  names: EntryNames
  sizes: number[]
  /** Place in the scratch file, by number of the entry. */
  copies: Map<number, number>
}

/**
 * A tar file, compressed or not. It cannot be sought, so a first pass checks it completely and copies the data entries
 * to a scratch file.
 */
export async function openTar(
  path: string,
  isCompressed: boolean,
  options: ArchiveOptions,
): Promise<Archive> {
  const { size: bytes } = await stat(path)
  const scratch = await openScratchFile(options.scratchFolder)
  const archive = new TarArchive(path, isCompressed, bytes, scratch)
  try {
    await archive.index(options)
    return archive
  } catch (error) {
    await archive.close()
    throw error
  }
}

class TarArchive implements Archive {
  readonly bytes: number
  readonly #path: string
  readonly #isCompressed: boolean
  readonly #scratch: ScratchFile
  readonly #index: TarIndex = { names: new EntryNames(), sizes: [], copies: new Map() }
  #bytesRead = 0

  constructor(path: string, isCompressed: boolean, bytes: number, scratch: ScratchFile) {
    this.#path = path
    this.#isCompressed = isCompressed
    this.bytes = bytes
    this.#scratch = scratch
  }

  async index({ isData }: ArchiveOptions): Promise<void> {
    const { names, sizes, copies } = this.#index
    const unpacked = new UnpackedSize(this.bytes)
    for await (const { name, size, content } of this.#entries()) {
      unpacked.addEntry()
      // A folder has no content, but its name counts.
      names.add(name.endsWith('/') ? `${name}.` : name)
      const number = sizes.push(size) - 1
      // The top folder is not known before the end.
      const isCopied = isData(name) || isData(name.slice(name.indexOf('/') + 1))
      if (isCopied) copies.set(number, this.#scratch.size)
      unpacked.addBytes(size)
      if (isCopied) for await (const chunk of content) await this.#scratch.append(chunk)
    }
  }

  async *#entries(): AsyncGenerator<TarEntry> {
    const file = createReadStream(this.#path, { highWaterMark: 1 << 18 })
    file.on('data', (chunk) => {
      this.#bytesRead += chunk.length
    })
    let bytes: Readable = file
    if (this.#isCompressed) {
      const gunzip = createGunzip({ chunkSize: 1 << 18 })
      file.on('error', (error) => gunzip.destroy(error))
      bytes = file.pipe(gunzip)
    }
    try {
      yield* tarEntries(withReadErrors(bytes))
    } finally {
      bytes.destroy()
      file.destroy()
    }
  }

  *names(): Iterable<string> {
    for (const name of this.#index.names.names()) if (!name.endsWith('/.')) yield name
  }

  has(name: string): boolean {
    return this.#index.names.find(name) !== undefined
  }

  sizeOf(name: string): number | undefined {
    const number = this.#index.names.find(name)
    return number === undefined ? undefined : this.#index.sizes[number]
  }

  async open(name: string): Promise<Readable> {
    const number = this.#index.names.find(name)
    if (number === undefined) throw new ImportError('archive-entry-missing', { entry: name })
    const start = this.#index.copies.get(number)
    if (start === undefined) throw new Error(`${name} is not a data entry.`)
    return this.#scratch.open(start, this.#index.sizes[number]!)
  }

  async *walk(accepts: (name: string) => boolean): AsyncIterable<ArchiveEntry> {
    for await (const { name, size, content } of this.#entries()) {
      const short = this.#index.names.shorten(name)
      if (short === undefined || short.endsWith('/') || !accepts(short)) continue
      yield { name: short, size, content: Readable.from(content, { objectMode: false }) }
    }
  }

  bytesRead(): number {
    return this.#bytesRead
  }

  async close(): Promise<void> {
    await this.#scratch.close()
  }
}

async function* withReadErrors(bytes: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    throw new ImportError('archive-damaged', { problem: (error as Error).message.replace(/\.$/, '') })
  }
}

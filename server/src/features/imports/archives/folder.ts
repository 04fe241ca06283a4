import { constants, createReadStream } from 'node:fs'
import { lstat, open, opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ImportError } from '../import-error.ts'
import type { Archive, ArchiveEntry } from './archive.ts'
import { EntryNames } from './entry-names.ts'
import { UnpackedSize } from './limits.ts'

/** An unpacked archive. Links are refused, wherever they lead. */
export async function openFolder(path: string): Promise<Archive> {
  const names = new EntryNames()
  const unpacked = new UnpackedSize(0)
  let bytes = 0
  const sizes: number[] = []
  for await (const name of filesIn(path, '')) {
    unpacked.addEntry()
    names.add(name)
    const { size } = await lstat(join(path, name))
    sizes.push(size)
    bytes += size
  }
  return new FolderArchive(path, names, sizes, bytes)
}

async function* filesIn(root: string, folder: string): AsyncGenerator<string> {
  const entries = []
  for await (const entry of await opendir(join(root, folder))) entries.push(entry)
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* filesIn(root, name)
    else if (entry.isFile()) yield name
    else throw new ImportError('archive-entry-is-link', { entry: name })
  }
}

/** A single file as an archive with one entry. */
export async function openSingleFile(path: string, name: string): Promise<Archive> {
  const names = new EntryNames()
  names.add(name)
  const { size } = await stat(path)
  return new FolderArchive(path.slice(0, -name.length), names, [size], size)
}

class FolderArchive implements Archive {
  readonly bytes: number
  readonly #root: string
  readonly #names: EntryNames
  /** By number of the entry. */
  readonly #sizes: readonly number[]
  #bytesRead = 0

  constructor(root: string, names: EntryNames, sizes: readonly number[], bytes: number) {
    this.#root = root
    this.#names = names
    this.#sizes = sizes
    this.bytes = bytes
  }

  names(): Iterable<string> {
    return this.#names.names()
  }

  has(name: string): boolean {
    return this.#names.find(name) !== undefined
  }

  sizeOf(name: string): number | undefined {
    const number = this.#names.find(name)
    return number === undefined ? undefined : this.#sizes[number]
  }

  async open(name: string): Promise<Readable> {
    if (!this.has(name)) throw new ImportError('archive-entry-missing', { entry: name })
    const path = join(this.#root, this.#names.fullName(name))
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: Error) => {
      throw new ImportError('archive-entry-unreadable', { entry: name, problem: error.message })
    })
    const stream = createReadStream('', { fd: file, highWaterMark: 1 << 18 })
    stream.on('data', (chunk) => {
      this.#bytesRead += chunk.length
    })
    return stream
  }

  async *walk(accepts: (name: string) => boolean): AsyncIterable<ArchiveEntry> {
    for (const name of this.names()) {
      if (!accepts(name)) continue
      yield { name, size: this.sizeOf(name) ?? 0, content: await this.open(name) }
    }
  }

  bytesRead(): number {
    return this.#bytesRead
  }

  async close(): Promise<void> {}
}

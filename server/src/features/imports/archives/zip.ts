import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { ImportError } from '../import-error.ts'
import type { Archive, ArchiveEntry } from './archive.ts'
import { EntryNames } from './entry-names.ts'
import { UnpackedSize } from './limits.ts'

/** An entry of the index, as kept in memory. */
type Stub = Pick<
  Entry,
  'compressedSize' | 'uncompressedSize' | 'compressionMethod' | 'crc32' | 'relativeOffsetOfLocalHeader'
>

const localHeaderBytes = 30
const encryptedFlag = 1
const linkMode = 0o120000
const typeMask = 0o170000

/** Reads entries through the central directory, in any order. */
export async function openZip(path: string): Promise<Archive> {
  const { default: yauzl } = await import('yauzl')
  const { size: bytes } = await stat(path)
  const file = await yauzl
    .openPromise(path, { lazyEntries: true, decodeStrings: false, autoClose: false })
    .catch((error: Error) => {
      throw new ImportError('archive-zip-unreadable', { problem: sentence(error) })
    })
  try {
    const index = await readIndex(file, bytes, yauzl)
    return new ZipArchive(file, bytes, index, yauzl.Entry)
  } catch (error) {
    file.close()
    if (error instanceof ImportError) throw error
    throw new ImportError('archive-zip-unreadable', { problem: sentence(error as Error) })
  }
}

interface Index {
  names: EntryNames
  stubs: Stub[]
}

async function readIndex(file: ZipFile, bytes: number, yauzl: typeof import('yauzl')): Promise<Index> {
  const names = new EntryNames()
  const stubs: Stub[] = []
  const unpacked = new UnpackedSize(bytes)
  for await (const entry of file.eachEntry() as AsyncIterable<Entry>) {
    unpacked.addEntry()
    const name = nameOf(entry, yauzl)
    assertPlain(entry, name)
    unpacked.addBytes(entry.uncompressedSize)
    // A folder has no content, but its name counts.
    names.add(name.endsWith('/') ? `${name}.` : name)
    const { compressedSize, uncompressedSize, compressionMethod, crc32, relativeOffsetOfLocalHeader } = entry
    stubs.push({ compressedSize, uncompressedSize, compressionMethod, crc32, relativeOffsetOfLocalHeader })
  }
  assertDisjoint(stubs)
  return { names, stubs }
}

/** Exports of Slack have UTF-8 names without the flag that says so. */
function nameOf(entry: Entry, yauzl: typeof import('yauzl')): string {
  const raw = entry.fileName as unknown as Buffer
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw)
  } catch {
    return yauzl.getFileNameLowLevel(0, raw, [], true)
  }
}

function assertPlain(entry: Entry, name: string): void {
  if ((entry.generalPurposeBitFlag & encryptedFlag) !== 0) {
    throw new ImportError('archive-entry-encrypted', { entry: name })
  }
  if (((entry.externalFileAttributes >>> 16) & typeMask) === linkMode) {
    throw new ImportError('archive-entry-is-link', { entry: name })
  }
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    throw new ImportError('archive-compression-unknown', { entry: name })
  }
}

/** Entries that share bytes are a way to build bombs. */
function assertDisjoint(stubs: readonly Stub[]): void {
  const sorted = [...stubs].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  let end = 0
  for (const { relativeOffsetOfLocalHeader: start, compressedSize } of sorted) {
    if (start < end) throw new ImportError('archive-entries-overlap')
    end = start + localHeaderBytes + compressedSize
  }
}

class ZipArchive implements Archive {
  readonly bytes: number
  readonly #file: ZipFile
  readonly #index: Index
  readonly #Entry: typeof Entry
  #bytesRead = 0

  constructor(file: ZipFile, bytes: number, index: Index, entryClass: typeof Entry) {
    this.#file = file
    this.bytes = bytes
    this.#index = index
    this.#Entry = entryClass
  }

  *names(): Iterable<string> {
    for (const name of this.#index.names.names()) if (!isFolder(name)) yield name
  }

  has(name: string): boolean {
    return this.#stubOf(name) !== undefined
  }

  sizeOf(name: string): number | undefined {
    return this.#stubOf(name)?.uncompressedSize
  }

  #stubOf(name: string): Stub | undefined {
    const number = this.#index.names.find(name)
    return number === undefined || isFolder(name) ? undefined : this.#index.stubs[number]
  }

  async open(name: string): Promise<Readable> {
    const stub = this.#stubOf(name)
    if (stub === undefined) throw new ImportError('archive-entry-missing', { entry: name })
    return Readable.from(this.#read(name, stub), { objectMode: false })
  }

  /** Verifies size and checksum. */
  async *#read(name: string, stub: Stub): AsyncGenerator<Uint8Array> {
    let checksum = 0
    try {
      const entry = Object.assign(Object.create(this.#Entry.prototype) as Entry, stub, {
        generalPurposeBitFlag: 0,
      })
      // Fails if there are more or fewer bytes than declared.
      for await (const chunk of await this.#file.openReadStreamPromise(entry)) {
        checksum = crc32(chunk as Buffer, checksum)
        this.#bytesRead += (chunk as Buffer).length
        yield chunk as Buffer
      }
    } catch (error) {
      throw new ImportError('archive-entry-damaged', { entry: name, problem: sentence(error as Error) })
    }
    if (checksum !== stub.crc32) throw new ImportError('archive-entry-checksum-wrong', { entry: name })
  }

  async *walk(accepts: (name: string) => boolean): AsyncIterable<ArchiveEntry> {
    for (const name of this.names()) {
      if (accepts(name)) yield { name, size: this.sizeOf(name) ?? 0, content: await this.open(name) }
    }
  }

  bytesRead(): number {
    return this.#bytesRead
  }

  async close(): Promise<void> {
    this.#file.close()
  }
}

const isFolder = (name: string) => name.endsWith('/.')

const sentence = (error: Error) => `${error.message.replace(/\.$/, '')}.`

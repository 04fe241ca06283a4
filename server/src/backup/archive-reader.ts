import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import {
  BackupError,
  type BackupHeader,
  type BackupManifest,
  checksumsFolder,
  formatVersion,
  headerName,
  manifestName,
} from './format.ts'

export interface ArchiveEntry {
  name: string
  size: number
  /** Read to its end by the caller, or skipped. */
  content: Readable
}

const maxSmallBytes = 64 * 2 ** 20

const damaged = (what: string) => new BackupError(`The backup is damaged: ${what}.`)

/**
 * Reads the entries of an archive after its header and before its manifest, which the generator returns. Every entry
 * is compared with its checksum after it was read; its effects must be undone if this throws.
 */
export async function* readArchive(
  archive: Readable,
  onHeader: (header: BackupHeader) => void,
): AsyncGenerator<ArchiveEntry, BackupManifest> {
  const extracting = extract()
  const reading = pipeline(archive, extracting as unknown as NodeJS.WritableStream)
  reading.catch(() => {})
  const hashes = new Map<string, string>()
  const checksums: Record<string, string> = {}
  let manifest: BackupManifest | undefined
  let hasHeader = false
  try {
    for await (const entry of extracting) {
      const { name, size = 0 } = entry.header
      const source = entry as unknown as AsyncIterable<Buffer>
      if (manifest !== undefined) throw damaged('something follows the manifest')
      if (!hasHeader) {
        if (name !== headerName) throw new BackupError('This is not a backup of Loquat.')
        const { bytes, sha256 } = await readSmall(source, size)
        onHeader(parseHeader(bytes))
        hashes.set(name, sha256)
        hasHeader = true
      } else if (name === manifestName) {
        if (hashes.size > 0) throw damaged('checksums are missing')
        manifest = JSON.parse((await readSmall(source, size)).bytes.toString()) as BackupManifest
        assertSameChecksums(manifest.checksums, checksums)
      } else if (name.startsWith(checksumsFolder)) {
        const { bytes, sha256 } = await readSmall(source, size)
        compareChecksums(bytes.toString(), hashes)
        checksums[name] = sha256
      } else {
        const hash = createHash('sha256')
        const content = Readable.from(hashed(source, hash), { objectMode: false })
        yield { name, size, content }
        // Callers that have no use for an entry leave it; its checksum counts all the same.
        for await (const _ of content.readableEnded ? [] : content);
        hashes.set(name, hash.digest('hex'))
      }
    }
    await reading
  } catch (error) {
    extracting.destroy()
    archive.destroy()
    throw readError(error)
  }
  if (manifest === undefined) throw new BackupError('The backup is incomplete: its end is missing.')
  return manifest
}

async function* hashed(source: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
}

async function readSmall(
  source: AsyncIterable<Buffer>,
  size: number,
): Promise<{ bytes: Buffer; sha256: string }> {
  if (size > maxSmallBytes) throw damaged('an entry is too large')
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

function parseHeader(bytes: Buffer): BackupHeader {
  const header = JSON.parse(bytes.toString()) as BackupHeader
  if (header.format > formatVersion) {
    throw new BackupError(
      `The backup was made by Loquat ${header.loquat} in a newer format. Use that version or a newer one.`,
    )
  }
  return header
}

function compareChecksums(lines: string, hashes: Map<string, string>): void {
  const expected = lines.split('\n').filter((line) => line !== '')
  for (const line of expected) {
    const [sha256, name] = [line.slice(0, 64), line.slice(66)]
    if (hashes.get(name) !== sha256) throw damaged(`the checksum of ${name} is wrong`)
    hashes.delete(name)
  }
  if (hashes.size > 0) throw damaged('checksums are missing')
}

function assertSameChecksums(expected: Record<string, string>, found: Record<string, string>): void {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)])
  for (const name of names) {
    if (expected[name] !== found[name]) throw damaged(`the checksum of ${name} is wrong`)
  }
}

/** Errors of the decoders, as sentences. */
function readError(error: unknown): unknown {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  if (/^unexpected end of/i.test(message) || code === 'ERR_STREAM_PREMATURE_CLOSE') {
    return new BackupError('The backup is incomplete: its end is missing.')
  }
  if (code.startsWith('ZSTD_') || /^Invalid tar header/.test(message) || error instanceof SyntaxError) {
    return damaged('it cannot be decoded')
  }
  return error
}

export const textOf = (entry: ArchiveEntry): Promise<string> => text(entry.content)

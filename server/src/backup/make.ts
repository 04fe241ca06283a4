import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { constants, createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { encryptedKey } from '../platform/files/encrypted.ts'
import type { Storage } from '../platform/files/storage.ts'
import { loquatVersion } from '../version.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { backupName, type Destination } from './destination.ts'
import { encrypt } from './encryption.ts'
import { backupFailure } from './failures.ts'
import {
  type BackupHeader,
  type BackupManifest,
  databaseFolder,
  filesFolder,
  formatVersion,
  headerName,
  manifestName,
  type OnProgress,
  secretKeyName,
  type TableDescription,
  type TableSummary,
} from './format.ts'
import { ProgressCounter } from './progress-counter.ts'
import {
  beginSnapshot,
  connectWithoutTimeouts,
  endSnapshot,
  namedFiles,
  readTable,
} from './snapshot-store.ts'

export interface BackupSources {
  database: pg.ClientConfig
  /** Unset for a backup without files. */
  files: Storage | undefined
  /** Empty for databases of versions that had none. */
  secretKeys: readonly Buffer[]
}

export interface BackupOptions {
  passphrase?: string | undefined
  signal?: AbortSignal | undefined
  onProgress?: OnProgress | undefined
  now?: Date
}

export interface FinishedBackup {
  place: string
  bytes: number
  header: BackupHeader
  manifest: BackupManifest
}

/** Rows in memory at a time. */
const partBytes = 4 * 2 ** 20
const maxReportedFiles = 100
const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
}

/** Writes everything into one archive. Callers make sure that only one backup runs at a time. */
export async function writeBackup(
  sources: BackupSources,
  destination: Destination,
  options: BackupOptions = {},
): Promise<FinishedBackup> {
  const now = options.now ?? new Date()
  const archive = new ArchiveWriter(now)
  // Either side may fail; the other must end then.
  const ended = new AbortController()
  const signal = AbortSignal.any([ended.signal, ...(options.signal ? [options.signal] : [])])
  signal.addEventListener('abort', () => archive.destroy(new Error('Interrupted.')))
  const produced = fillArchive(sources, archive, now, signal, options.onProgress)
  const stored = storeArchive(archive, destination, options, now, signal)
  try {
    const [contents, { place, bytes }] = await Promise.all([produced, stored])
    return { place, bytes, ...contents }
  } catch (error) {
    ended.abort()
    await Promise.allSettled([produced, stored])
    throw backupFailure(error, options.signal)
  }
}

async function storeArchive(
  archive: ArchiveWriter,
  destination: Destination,
  { passphrase }: BackupOptions,
  now: Date,
  signal: AbortSignal,
) {
  const source = archive.stream
  const compressed = source.pipe(createZstdCompress(compression))
  source.on('error', (error) => compressed.destroy(error))
  // It may break after the destination has failed.
  compressed.on('error', () => {})
  const content = passphrase === undefined ? compressed : await encrypt(compressed, passphrase)
  const name = backupName(now, { isEncrypted: passphrase !== undefined })
  return await destination.write(name, content, signal)
}

async function fillArchive(
  { database, files, secretKeys }: BackupSources,
  archive: ArchiveWriter,
  now: Date,
  signal: AbortSignal,
  onProgress: OnProgress | undefined,
): Promise<{ header: BackupHeader; manifest: BackupManifest }> {
  const client = await connectWithoutTimeouts(database)
  const disconnect = () => void client.end().catch(() => {})
  signal.addEventListener('abort', disconnect)
  try {
    signal.throwIfAborted()
    const { rows, ...contents } = await beginSnapshot(client)
    const header: BackupHeader = {
      format: formatVersion,
      loquat: loquatVersion,
      created_at: now.toISOString(),
      ...contents,
    }
    const progress = new ProgressCounter(onProgress, rows)
    await archive.add(headerName, `${JSON.stringify(header, null, 2)}\n`)
    if (secretKeys.length > 0) {
      await archive.add(secretKeyName, secretKeys.map((key) => `${key.toString('base64')}\n`).join(''))
    }
    const tables: TableSummary[] = []
    for (const table of header.tables) tables.push(await addTable(client, archive, table, progress))
    const missing = files === undefined ? noMissingFiles : await missingFiles(client, files, header)
    await endSnapshot(client)
    const stored =
      files === undefined ? { count: 0, bytes: 0 } : await addFiles(files, archive, progress, signal)
    const manifest: BackupManifest = {
      format: formatVersion,
      finished_at: new Date().toISOString(),
      tables,
      files: stored,
      missing_files: missing,
      checksums: await archive.finishChecksums(),
    }
    await archive.finish(manifestName, `${JSON.stringify(manifest, null, 2)}\n`)
    return { header, manifest }
  } catch (error) {
    archive.destroy(error as Error)
    throw error
  } finally {
    signal.removeEventListener('abort', disconnect)
    await client.end().catch(() => {})
  }
}

/** Adds the rows of a table, in parts: the size of a tar entry must be known before its content. */
async function addTable(
  client: pg.Client,
  archive: ArchiveWriter,
  table: TableDescription,
  progress: ProgressCounter,
): Promise<TableSummary> {
  const rows = readTable(client, table)
  const whole = createHash('sha256')
  let [parts, bytes, chunks, size] = [0, 0, [] as Buffer[], 0]
  let counted = 0
  const addPart = async (content: Buffer) => {
    whole.update(content)
    bytes += content.length
    counted += countLines(content)
    const name = `${databaseFolder}${table.name}/${String(++parts).padStart(6, '0')}.copy`
    await archive.add(name, content)
    progress.add('database', table.name, { rows: countLines(content), bytes: content.length })
  }
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size < partBytes) continue
    const all = Buffer.concat(chunks)
    // Line breaks inside values are escaped.
    const end = all.lastIndexOf(0x0a) + 1
    chunks = end < all.length ? [all.subarray(end)] : []
    size = all.length - end
    if (end > 0) await addPart(all.subarray(0, end))
  }
  if (size > 0) await addPart(Buffer.concat(chunks))
  return { name: table.name, rows: counted, bytes, sha256: whole.digest('hex') }
}

function countLines(content: Buffer): number {
  let count = 0
  for (let at = content.indexOf(0x0a); at !== -1; at = content.indexOf(0x0a, at + 1)) count++
  return count
}

const noMissingFiles = { count: 0, first: [] as string[] }

/**
 * Files that the database names and the storage does not have. While a backup runs, files are not deleted (`hold.ts`), so
 * the others are still there when they are copied.
 */
async function missingFiles(
  client: pg.Client,
  files: Storage,
  { tables }: BackupHeader,
): Promise<BackupManifest['missing_files']> {
  // Databases of earlier versions name their files in other ways.
  if (!tables.some(({ name }) => name === 'public.backup')) return noMissingFiles
  const missing = { count: 0, first: [] as string[] }
  for await (const keys of namedFiles(client)) {
    const found = await Promise.all(
      keys.map(async (key) => (await files.get(key)) ?? (await files.get(encryptedKey(key)))),
    )
    for (const [n, key] of keys.entries()) {
      if (found[n] !== undefined) continue
      missing.count++
      if (missing.first.length < maxReportedFiles) missing.first.push(key)
    }
  }
  return missing
}

async function addFiles(
  files: Storage,
  archive: ArchiveWriter,
  progress: ProgressCounter,
  signal: AbortSignal,
): Promise<{ count: number; bytes: number }> {
  let [count, bytes] = [0, 0]
  for await (const key of files.list()) {
    signal.throwIfAborted()
    const file = await files.get(key)
    // Deleted since it was listed, so the snapshot does not name it.
    if (file === undefined) continue
    const content: Readable = file.open()
    try {
      await archive.addStream(`${filesFolder}${key}`, file.size, content as AsyncIterable<Buffer>)
    } finally {
      content.destroy()
    }
    count++
    bytes += file.size
    progress.add('files', key, { files: 1, bytes: file.size })
  }
  return { count, bytes }
}

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type pg from 'pg'
import { migrateTo } from '../db/migrate.ts'
import { migrations } from '../db/migrations/index.ts'
import { migrateJobs } from '../jobs/queue.ts'
import type { Storage } from '../platform/files/storage.ts'
import type { Logger } from '../platform/logger.ts'
import { readArchive, textOf } from './archive-reader.ts'
import { decryptIfNeeded } from './encryption.ts'
import { backupFailure } from './failures.ts'
import {
  BackupError,
  type BackupHeader,
  type BackupManifest,
  databaseFolder,
  filesFolder,
  type OnProgress,
  secretKeyName,
  type TableDescription,
  type TableSummary,
} from './format.ts'
import {
  analyze,
  assertEmptyDatabase,
  attachConstraint,
  type DetachedConstraints,
  detachConstraints,
  dropTables,
  emptyTables,
  inTransaction,
  keepLogs,
  matchingTables,
  prepareLoading,
  resetProcessState,
  restartLogs,
  setSequences,
  writeTable,
} from './load-store.ts'
import { ProgressCounter } from './progress-counter.ts'
import { connectWithoutTimeouts, readTable } from './snapshot-store.ts'

export interface RestoreTarget {
  database: pg.ClientConfig
  /** Unset if files are only checked. */
  files: Storage | undefined
  /** Called with the header before anything is restored. Throws if the backup cannot be used here. */
  assertUsable?(header: BackupHeader): void
  /** Called with the secret keys before the restored data becomes visible. */
  onSecretKeys?(text: string): Promise<void>
}

export interface RestoreOptions {
  passphrase?: string | undefined
  signal?: AbortSignal | undefined
  onProgress?: OnProgress | undefined
  logger: Logger
  /** Event queues stay valid, because nothing happened since the backup. */
  keepsLogs?: boolean
  /** Reads all rows back and compares them with the backup. */
  comparesRows?: boolean
}

export interface RestoredBackup {
  header: BackupHeader
  manifest: BackupManifest
  /** Tables that somebody else added to the database. They are not restored. */
  foreignTables: string[]
}

/**
 * Restores an archive into an empty database and an empty storage, in one transaction: all or nothing. The schema is made by
 * our migrations up to the one of the backup; the next start runs later ones.
 */
export async function restoreBackup(
  archive: { size: number; content: Readable },
  target: RestoreTarget,
  options: RestoreOptions,
): Promise<RestoredBackup> {
  const { signal } = options
  await assertEmptyStorage(target.files)
  const client = await connectWithoutTimeouts(target.database)
  const disconnect = () => {
    archive.content.destroy()
    void client.end().catch(() => {})
  }
  signal?.addEventListener('abort', disconnect)
  let restoration: Restoration | undefined
  try {
    signal?.throwIfAborted()
    await assertEmptyDatabase(client)
    await migrateJobs(target.database, options.logger)
    const restored = await inTransaction(client, (transaction) => {
      restoration = new Restoration(client, transaction, target, options)
      return restoration.run(archive)
    })
    await analyze(client)
    return restored
  } catch (error) {
    await restoration?.removeFiles()
    throw backupFailure(error, signal)
  } finally {
    signal?.removeEventListener('abort', disconnect)
    archive.content.destroy()
    await client.end().catch(() => {})
  }
}

async function assertEmptyStorage(files: Storage | undefined): Promise<void> {
  for await (const key of files?.list() ?? []) {
    throw new BackupError(`The storage for files is not empty: it has ${key}. Restore into an empty one.`)
  }
}

type Transaction = Parameters<Parameters<typeof inTransaction>[1]>[0]

/** One restore, inside its transaction. */
class Restoration {
  readonly #client: pg.Client
  readonly #transaction: Transaction
  readonly #target: RestoreTarget
  readonly #options: RestoreOptions
  #header: BackupHeader | undefined
  /** Without tables that are not ours. */
  #tables: TableDescription[] = []
  readonly #rows = new Map<string, { rows: number; bytes: number }>()
  #files = { count: 0, bytes: 0 }
  #secretKeys: string | undefined

  constructor(client: pg.Client, transaction: Transaction, target: RestoreTarget, options: RestoreOptions) {
    this.#client = client
    this.#transaction = transaction
    this.#target = target
    this.#options = options
  }

  /** The header, which comes before all other entries. */
  #readHeader(): BackupHeader {
    if (this.#header === undefined) throw new BackupError('This is not a backup of Loquat.')
    return this.#header
  }

  async run(archive: { size: number; content: Readable }): Promise<RestoredBackup> {
    const { signal } = this.#options
    let read = 0
    const counted = async function* () {
      for await (const chunk of archive.content) {
        read += (chunk as Buffer).length
        yield chunk as Buffer
      }
    }
    const decrypted = await decryptIfNeeded(
      Readable.from(counted(), { objectMode: false }),
      this.#options.passphrase,
    )
    const decompressed = createZstdDecompress()
    pipeline(decrypted, decompressed).catch(() => {})
    const progress = new ProgressCounter(this.#options.onProgress, () => read / Math.max(1, archive.size))
    const entries = readArchive(decompressed, (header) => {
      this.#header = header
    })
    const { manifest, constraints } = await this.#readEntries(entries, progress)
    const header = this.#readHeader()
    this.#assertComplete(manifest)
    for (const { what, statement } of constraints?.restore ?? []) {
      signal?.throwIfAborted()
      progress.add('indexes', what, {})
      await attachConstraint(this.#client, statement)
    }
    await setSequences(this.#client, header.sequences)
    if (this.#options.comparesRows) await this.#compareRows(manifest, progress)
    await resetProcessState(this.#client, this.#tables)
    await (this.#options.keepsLogs ? keepLogs : restartLogs)(this.#client, this.#tables)
    if (this.#secretKeys !== undefined) await this.#target.onSecretKeys?.(this.#secretKeys)
    signal?.throwIfAborted()
    const isForeign = (table: TableDescription) => !this.#tables.includes(table)
    return { header, manifest, foreignTables: header.tables.filter(isForeign).map(({ name }) => name) }
  }

  /** After a failure: the storage was empty before. */
  async removeFiles(): Promise<void> {
    const { files } = this.#target
    if (files === undefined || this.#files.count === 0) return
    for await (const key of files.list()) await files.delete(key)
  }

  async #readEntries(entries: ReturnType<typeof readArchive>, progress: ProgressCounter) {
    let constraints: DetachedConstraints | undefined
    try {
      let next = await entries.next()
      for (; !next.done; next = await entries.next()) {
        this.#options.signal?.throwIfAborted()
        constraints ??= await this.#prepareSchema()
        const { name } = next.value
        if (name.startsWith(databaseFolder)) await this.#loadPart(next.value, progress)
        else if (name.startsWith(filesFolder)) await this.#storeFile(next.value, progress)
        else if (name === secretKeyName) this.#secretKeys = await textOf(next.value)
      }
      return { manifest: next.value, constraints }
    } catch (error) {
      await entries.return(undefined as never)
      throw error
    }
  }

  async #prepareSchema() {
    const header = this.#readHeader()
    if (!(header.migration in migrations)) {
      throw new BackupError(
        `The backup was made by Loquat ${header.loquat}, which is newer than this version. Use that version or a newer one.`,
      )
    }
    this.#target.assertUsable?.(header)
    await dropTables(this.#client)
    await migrateTo(this.#transaction, header.migration)
    this.#tables = await matchingTables(this.#client, header)
    await emptyTables(this.#client, this.#tables)
    await prepareLoading(this.#client)
    return await detachConstraints(this.#client)
  }

  async #loadPart(entry: { name: string; size: number; content: Readable }, progress: ProgressCounter) {
    const name = entry.name.slice(databaseFolder.length).split('/')[0] ?? ''
    const table = this.#header?.tables.find((one) => one.name === name)
    if (table === undefined)
      throw new BackupError(`The backup is damaged: its header lacks the table ${name}.`)
    // The reader skips it.
    if (!this.#tables.includes(table)) return
    const loading = writeTable(this.#client, table)
    await pipeline(entry.content, loading)
    const sums = this.#rows.get(name) ?? { rows: 0, bytes: 0 }
    this.#rows.set(name, { rows: sums.rows + loading.rowCount, bytes: sums.bytes + entry.size })
    progress.add('database', name, { rows: loading.rowCount, bytes: entry.size })
  }

  async #storeFile(entry: { name: string; size: number; content: Readable }, progress: ProgressCounter) {
    const key = entry.name.slice(filesFolder.length)
    const contentType = 'application/octet-stream'
    if (this.#target.files === undefined) for await (const _ of entry.content);
    else await this.#target.files.put(key, entry.content, { contentType })
    this.#files = { count: this.#files.count + 1, bytes: this.#files.bytes + entry.size }
    progress.add('files', key, { files: 1, bytes: entry.size })
  }

  #assertComplete(manifest: BackupManifest): void {
    const isOurs = ({ name }: TableSummary) => this.#tables.some((table) => table.name === name)
    for (const { name, rows, bytes } of manifest.tables.filter(isOurs)) {
      const found = this.#rows.get(name) ?? { rows: 0, bytes: 0 }
      if (found.rows !== rows || found.bytes !== bytes) {
        throw new BackupError(`The backup is damaged: ${name} has ${found.rows} rows in place of ${rows}.`)
      }
    }
    const { count, bytes } = manifest.files
    if (this.#files.count !== count || this.#files.bytes !== bytes) {
      throw new BackupError(`The backup is damaged: it has ${this.#files.count} files in place of ${count}.`)
    }
  }

  /** Reads all rows back; loading must not have changed any. */
  async #compareRows({ tables }: BackupManifest, progress: ProgressCounter) {
    for (const table of this.#tables) {
      const expected = tables.find(({ name }) => name === table.name)
      const hash = createHash('sha256')
      for await (const chunk of readTable(this.#client, table) as AsyncIterable<Buffer>) {
        this.#options.signal?.throwIfAborted()
        hash.update(chunk)
      }
      progress.add('checking', table.name, {})
      if (hash.digest('hex') === expected?.sha256) continue
      throw new BackupError(`The rows of ${table.name} differ from the backup after loading them.`)
    }
  }
}

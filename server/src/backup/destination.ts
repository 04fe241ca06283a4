import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BackupConfig } from '../platform/backup-config.ts'
import { S3Storage } from '../platform/files/s3.ts'
import { isKey } from '../platform/files/storage.ts'
import { BackupError } from './format.ts'

/** A place for backups. */
export interface Destination {
  /** Whether the place holds several backups, each with a name of its own. */
  isFolder: boolean
  /** Stores a backup, completely or not at all. Returns its full name. */
  write(name: string, content: Readable, signal?: AbortSignal): Promise<{ place: string; bytes: number }>
  /** Names of the backups, oldest first. */
  list(): Promise<string[]>
  remove(name: string): Promise<void>
}

type BackupService = Pick<BackupConfig['backup'], 's3'>

const nameForm = /^loquat-\d{8}-\d{6}\.tar\.zst(\.age)?$/

/** The name of a new backup. The order of names is the order of times. */
export function backupName(at: Date, { isEncrypted }: { isEncrypted: boolean }): string {
  const [date = '', time = ''] = at.toISOString().slice(0, 19).replace(/[-:]/g, '').split('T')
  return `loquat-${date}-${time}.tar.zst${isEncrypted ? '.age' : ''}`
}

/** A file that does not exist, an existing folder, or `s3://bucket/prefix`. */
export async function destinationFor(place: string, service: BackupService): Promise<Destination> {
  if (place.startsWith('s3://')) {
    const { storage, key } = bucketOf(place, service)
    return new BucketDestination(storage, key, place.replace(/\/+$/, ''))
  }
  const found = await stat(place).catch(() => undefined)
  if (found?.isDirectory() || place.endsWith('/')) return new FolderDestination(place)
  if (found !== undefined) throw new BackupError(`${place} exists already.`)
  return new FolderDestination(dirname(place), basename(place))
}

/** A folder that is created if it does not exist. */
export async function scheduledDestination(place: string, service: BackupService): Promise<Destination> {
  return place.startsWith('s3://') ? await destinationFor(place, service) : new FolderDestination(place)
}

/** Opens a backup: a file, or `s3://bucket/key`. */
export async function openBackup(
  place: string,
  service: BackupService,
): Promise<{ size: number; content: Readable }> {
  if (place.startsWith('s3://')) {
    const { storage, key } = bucketOf(place, service)
    const file = key === '' ? undefined : await storage.get(key)
    if (file === undefined) throw new BackupError(`There is no backup ${place}.`)
    return { size: file.size, content: file.open() }
  }
  const found = await stat(place).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(
      error.code === 'ENOENT' ? `There is no file ${place}.` : `${place} cannot be read: ${error.message}.`,
    )
  })
  if (!found.isFile()) throw new BackupError(`${place} is not a file.`)
  return { size: found.size, content: createReadStream(place, { highWaterMark: 1_048_576 }) }
}

/** Removes all but the newest backups of a folder. Returns the names of the removed ones. */
export async function prune(destination: Destination, keep: number): Promise<string[]> {
  const names = await destination.list()
  const old = names.slice(0, Math.max(0, names.length - keep))
  for (const name of old) await destination.remove(name)
  return old
}

class FolderDestination implements Destination {
  readonly #folder: string
  readonly #name: string | undefined

  /** With a name, the destination is that file. */
  constructor(folder: string, name?: string) {
    this.#folder = folder
    this.#name = name
  }

  get isFolder(): boolean {
    return this.#name === undefined
  }

  async write(
    name: string,
    content: Readable,
    signal?: AbortSignal,
  ): Promise<{ place: string; bytes: number }> {
    const target = join(this.#folder, this.#name ?? name)
    if (this.isFolder) await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await this.#removeAbandoned()
    const draft = join(this.#folder, `.${this.#name ?? name}.${hostname()}-${process.pid}.partial`)
    try {
      const file = createWriteStream(draft, {
        flags: 'w',
        mode: 0o600,
        flush: true,
        highWaterMark: 1_048_576,
      })
      await pipeline(content, file, { signal })
      await rename(draft, target)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    await flushFolder(this.#folder)
    return { place: target, bytes: (await stat(target)).size }
  }

  async list(): Promise<string[]> {
    return (await readdir(this.#folder)).filter((name) => nameForm.test(name)).sort()
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true })
  }

  /** Removes files that killed processes of this machine have left. */
  async #removeAbandoned(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const [, host, pid] = /^\..+\.(.+)-(\d+)\.partial$/.exec(name) ?? []
      const isOurs = host === hostname() && (this.#name === undefined || name.startsWith(`.${this.#name}.`))
      if (isOurs && !isAlive(Number(pid))) await rm(join(this.#folder, name), { force: true })
    }
  }
}

class BucketDestination implements Destination {
  readonly isFolder = true
  readonly #storage: S3Storage
  readonly #prefix: string
  readonly #place: string

  constructor(storage: S3Storage, prefix: string, place: string) {
    this.#storage = storage
    this.#prefix = prefix
    this.#place = place
  }

  async write(
    name: string,
    content: Readable,
    signal?: AbortSignal,
  ): Promise<{ place: string; bytes: number }> {
    const abort = () => content.destroy(new Error('Interrupted.'))
    signal?.addEventListener('abort', abort)
    let bytes = 0
    const counted = async function* () {
      for await (const chunk of content) {
        bytes += (chunk as Buffer).length
        yield chunk as Buffer
      }
    }
    try {
      await this.#storage.put(this.#key(name), Readable.from(counted(), { objectMode: false }), {
        contentType: 'application/octet-stream',
      })
    } finally {
      signal?.removeEventListener('abort', abort)
    }
    return { place: `${this.#place}/${name}`, bytes }
  }

  async list(): Promise<string[]> {
    const names: string[] = []
    for await (const key of this.#storage.list(this.#prefix === '' ? undefined : this.#prefix)) {
      const name = key.slice(this.#prefix === '' ? 0 : this.#prefix.length + 1)
      if (nameForm.test(name)) names.push(name)
    }
    return names.sort()
  }

  async remove(name: string): Promise<void> {
    await this.#storage.delete(this.#key(name))
  }

  #key(name: string): string {
    return this.#prefix === '' ? name : `${this.#prefix}/${name}`
  }
}

function bucketOf(place: string, { s3 }: BackupService): { storage: S3Storage; key: string } {
  const [, bucket, rest = ''] = /^s3:\/\/([A-Za-z0-9][A-Za-z0-9.-]*)\/?(.*)$/.exec(place) ?? []
  const key = rest.replace(/\/+$/, '')
  if (bucket === undefined || (key !== '' && !isKey(key))) {
    throw new BackupError(`${place} is not an address like s3://bucket/folder.`)
  }
  if (s3 === undefined) {
    throw new BackupError(
      'Set LOQUAT_BACKUP_S3_ACCESS_KEY_ID and LOQUAT_BACKUP_S3_SECRET_ACCESS_KEY to use S3.',
    )
  }
  return { storage: new S3Storage({ ...s3, endpoint: `${s3.endpoint}/${bucket}` }), key }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Makes the new name durable. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

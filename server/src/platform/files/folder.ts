import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, readFile, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { assertKey, isKey, type Storage, type StoredFile } from './storage.ts'

/** Not a valid key, so it cannot collide with one. */
const unfinished = '.unfinished'
/** Not a valid key either. */
const marker = '.folder-id'

/** Files in a folder. Several machines can share it on a shared file system. */
export class FolderStorage implements Storage {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  async put(key: string, content: Uint8Array | Readable): Promise<void> {
    assertKey(key)
    await this.#write(key, content)
  }

  /** The ID that this folder was marked with, on whichever machine. */
  async readId(): Promise<string | undefined> {
    const text = await readFile(join(this.#root, marker), 'utf8').catch(ignoring('ENOENT', 'ENOTDIR'))
    return text?.trim()
  }

  async writeId(id: string): Promise<void> {
    await this.#write(marker, Buffer.from(`${id}\n`))
  }

  async #write(name: string, content: Uint8Array | Readable): Promise<void> {
    const target = join(this.#root, name)
    const draft = join(this.#root, unfinished, randomUUID())
    await mkdir(dirname(draft), { recursive: true, mode: 0o700 })
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    try {
      await writeDurably(draft, content)
      await rename(draft, target)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    await flushFolder(dirname(target))
  }

  async get(key: string): Promise<StoredFile | undefined> {
    if (!isKey(key)) return undefined
    const path = join(this.#root, key)
    const stats = await stat(path).catch(ignoring('ENOENT', 'ENOTDIR'))
    return stats?.isFile() ? new FileInFolder(path, stats.size) : undefined
  }

  async delete(key: string): Promise<void> {
    assertKey(key)
    await unlink(join(this.#root, key)).catch(ignoring('ENOENT', 'ENOTDIR'))
  }

  async deleteAll(parts: string): Promise<void> {
    assertKey(parts)
    await rm(join(this.#root, parts), { recursive: true, force: true })
  }

  async *list(parts?: string): AsyncGenerator<string> {
    if (parts !== undefined) assertKey(parts)
    const root = parts === undefined ? this.#root : join(this.#root, parts)
    const folder = await opendir(root, { recursive: true }).catch(ignoring('ENOENT', 'ENOTDIR'))
    if (folder === undefined) return
    for await (const entry of folder) {
      const key = relative(this.#root, join(entry.parentPath, entry.name)).split(sep).join('/')
      if (entry.isFile() && isKey(key)) yield key
    }
  }
}

class FileInFolder implements StoredFile {
  readonly size: number
  readonly #path: string

  constructor(path: string, size: number) {
    this.#path = path
    this.size = size
  }

  open(range?: { start: number; end: number }): Readable {
    return createReadStream(this.#path, range)
  }
}

async function writeDurably(path: string, content: Uint8Array | Readable): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    if (content instanceof Uint8Array) await file.writeFile(content)
    else for await (const chunk of content) await file.appendFile(chunk as Uint8Array)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes a new file name durable: it is part of the folder, which must be flushed as well. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function ignoring(...codes: string[]) {
  return (error: NodeJS.ErrnoException): undefined => {
    if (!codes.includes(error.code ?? '')) throw error
  }
}

import type { Readable } from 'node:stream'

/**
 * Stores file contents by key. The database has everything else: owner, name and type of a file. Keys are paths of
 * plain names: `avatars/2/abc.png`.
 */
export interface Storage {
  /** Atomic, even in a crash. Replaces an existing file. */
  put(key: string, content: Uint8Array | Readable, about: { contentType: string }): Promise<void>
  /** Undefined if the key does not exist. */
  get(key: string): Promise<StoredFile | undefined>
  /** Does nothing if the key does not exist. */
  delete(key: string): Promise<void>
  /** Deletes all keys that begin with these parts: `avatars/2` is `avatars/2/…`, not `avatars/21/…`. */
  deleteAll(parts: string): Promise<void>
  /**
   * All keys, or those that begin with these parts, in any order. A file that exists during the whole iteration is
   * listed.
   */
  list(parts?: string): AsyncIterable<string>
}

export interface StoredFile {
  size: number
  /**
   * Opens the file, or the bytes from `start` to `end`, both inclusive. Callers must read the stream to its end or
   * destroy it.
   */
  open(range?: { start: number; end: number }): Readable
}

const maxKeyLength = 500
const keyForm = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/

/** Every part begins with a letter or digit, so no key can leave its folder. */
export const isKey = (key: string) => key.length <= maxKeyLength && keyForm.test(key)

export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error(`Not the key of a file: ${JSON.stringify(key.slice(0, 100))}`)
}

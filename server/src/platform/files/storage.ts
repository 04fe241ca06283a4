import type { Readable } from 'node:stream'

/**
 * Where the bytes of files are. What a file is, whose it is and what it is called is known to the database; a storage knows
 * bytes by their key. Keys are paths of plain names: `avatars/2/abc.png`.
 */
export interface Storage {
  /** All of it or nothing is there afterwards, also after a crash, and whatever was there before is replaced. */
  put(key: string, content: Uint8Array | Readable, about: { contentType: string }): Promise<void>
  /** Undefined if there is nothing under the key. */
  get(key: string): Promise<StoredFile | undefined>
  /** Nothing under the key is fine, too. */
  delete(key: string): Promise<void>
  /** Everything whose key begins with these parts: `avatars/2` is `avatars/2/…`, not `avatars/21/…`. */
  deleteAll(parts: string): Promise<void>
}

export interface StoredFile {
  size: number
  /** The bytes, or those from `start` to `end`, both included. Who opens a stream reads it to its end or destroys it. */
  open(range?: { start: number; end: number }): Readable
}

const longestKey = 500
const keyForm = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/

/** Every part begins with a letter or digit, so no key leads out of where it belongs. */
export const isKey = (key: string) => key.length <= longestKey && keyForm.test(key)

export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error(`Not the key of a file: ${JSON.stringify(key.slice(0, 100))}`)
}

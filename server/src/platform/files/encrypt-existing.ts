import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { encryptedKey, isEncryptedKey } from './encrypted.ts'
import type { Storage } from './storage.ts'

/** Keys of files that are not encrypted. */
export async function* unencryptedKeys(stored: Storage): AsyncGenerator<string> {
  for await (const key of stored.list()) if (!isEncryptedKey(key)) yield key
}

/**
 * Encrypts one file, reads the result back, and only then deletes the original. Returns its size, or undefined if the file was deleted
 * meanwhile. After an interruption there may be both; then the encrypted file must be readable.
 */
export async function encryptExisting(
  stored: Storage,
  encrypting: Storage,
  key: string,
): Promise<number | undefined> {
  const original = await stored.get(key)
  if (original === undefined) return undefined
  const isInterrupted = (await stored.get(encryptedKey(key))) !== undefined
  const before = createHash('sha256')
  if (!isInterrupted) {
    async function* hashed(content: Readable) {
      for await (const chunk of content) {
        before.update(chunk as Buffer)
        yield chunk as Buffer
      }
    }
    const contentType = 'application/octet-stream'
    await encrypting.put(key, Readable.from(hashed(original.open()), { objectMode: false }), { contentType })
  }
  const after = createHash('sha256')
  for await (const chunk of (await encrypting.get(key))?.open() ?? []) after.update(chunk as Buffer)
  if (!isInterrupted && before.digest('hex') !== after.digest('hex')) {
    await stored.delete(encryptedKey(key))
    throw new Error(`${key} could not be read back after it was encrypted; the original is unchanged.`)
  }
  if ((await stored.get(key)) === undefined) {
    await stored.delete(encryptedKey(key))
    return undefined
  }
  await stored.delete(key)
  return original.size
}

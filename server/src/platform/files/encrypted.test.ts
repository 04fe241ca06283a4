import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { chunkBytes, type FileKeys, headerBytes } from './cipher.ts'
import { encryptExisting, unencryptedKeys } from './encrypt-existing.ts'
import { EncryptedStorage } from './encrypted.ts'
import { FolderStorage } from './folder.ts'
import { S3Storage } from './s3.ts'
import { openBucket } from './testing/s3.ts'
import { describeStorage, keysOf } from './testing/storage-contract.ts'

function newKeys(): FileKeys {
  const id = randomBytes(8).toString('hex')
  return { current: id, all: new Map([[id, randomBytes(32)]]) }
}

async function encryptedFolder(keys = newKeys()) {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-encrypted-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const stored = new FolderStorage(folder)
  const path = (key: string) => join(folder, `${key}.encrypted`)
  return { stored, storage: new EncryptedStorage(stored, keys), path, folder }
}

describeStorage('an encrypted folder', async () => (await encryptedFolder()).storage)
describeStorage(
  'an encrypted bucket',
  async () => new EncryptedStorage(new S3Storage((await openBucket()).config), newKeys()),
)

/** Three whole chunks and a bit. */
const large = Buffer.from(Array.from({ length: 3 * chunkBytes + 5 }, (_, n) => (n * 7 + (n >> 9)) % 251))

describe('Encrypted files', () => {
  it('reveal nothing, differ for the same content, and have every part of the original', async () => {
    const { storage, path } = await encryptedFolder()
    for (const size of [0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 2 * chunkBytes, large.length]) {
      const original = large.subarray(0, size)
      await storage.put('file', Readable.from([original.subarray(0, 700), original.subarray(700)]))
      const file = (await storage.get('file'))!
      expect(file.size).toBe(size)
      expect((await buffer(file.open())).equals(original), `${size} bytes`).toBe(true)
      const edges = [0, 1, chunkBytes - 1, chunkBytes, size - 2, size - 1].filter((n) => n >= 0 && n < size)
      for (const start of edges) {
        for (const end of edges.filter((one) => one >= start)) {
          const part = await buffer(file.open({ start, end }))
          expect(part.equals(original.subarray(start, end + 1)), `${start} to ${end} of ${size}`).toBe(true)
        }
      }
    }
    const secret = 'the harvest plan for the orchard'
    await storage.put('one', Buffer.from(secret))
    await storage.put('two', Buffer.from(secret))
    const [one, two] = [await readFile(path('one')), await readFile(path('two'))]
    expect(one.includes('harvest')).toBe(false)
    expect(one.subarray(headerBytes).equals(two.subarray(headerBytes))).toBe(false)
  })

  it('that were cut off, changed, reordered, exchanged or written with another key are not served', async () => {
    const keys = newKeys()
    const { storage, path, stored } = await encryptedFolder(keys)
    const chunk = chunkBytes + 16
    const body = (bytes: Buffer, n: number) =>
      bytes.subarray(headerBytes + n * chunk, headerBytes + (n + 1) * chunk)
    await storage.put('other', Buffer.from(large).fill(9))
    const other = await readFile(path('other'))
    const damages: Record<string, (bytes: Buffer) => Buffer> = {
      'cut at a chunk': (bytes) => bytes.subarray(0, headerBytes + 2 * chunk),
      'cut in a chunk': (bytes) => bytes.subarray(0, headerBytes + 2 * chunk - 40),
      'cut in the header': (bytes) => bytes.subarray(0, 20),
      'a changed byte': (bytes) => changed(bytes, headerBytes + chunk + 99),
      'a changed header': (bytes) => changed(bytes, headerBytes - 1),
      'another magic': (bytes) => changed(bytes, 0),
      'reordered chunks': (bytes) =>
        Buffer.concat([
          bytes.subarray(0, headerBytes),
          body(bytes, 1),
          body(bytes, 0),
          bytes.subarray(headerBytes + 2 * chunk),
        ]),
      'a chunk twice': (bytes) =>
        Buffer.concat([
          bytes.subarray(0, headerBytes + chunk),
          body(bytes, 0),
          bytes.subarray(headerBytes + 2 * chunk),
        ]),
      'a chunk of another file': (bytes) =>
        Buffer.concat([bytes.subarray(0, headerBytes), body(other, 0), bytes.subarray(headerBytes + chunk)]),
      'another file': () => other,
      'something appended': (bytes) => Buffer.concat([bytes, body(bytes, 0)]),
    }
    for (const [name, damage] of Object.entries(damages)) {
      await storage.put('file', large)
      await writeFile(path('file'), damage(await readFile(path('file'))))
      const read = async () => await buffer((await storage.get('file'))!.open())
      await expect(read(), name).rejects.toMatchObject({ name: 'DamagedFileError' })
    }
    // A part proves the length of the whole.
    await storage.put('file', large)
    await truncate(path('file'), headerBytes + 2 * chunk)
    const part = async () => await buffer((await storage.get('file'))!.open({ start: 0, end: 9 }))
    await expect(part()).rejects.toMatchObject({ name: 'DamagedFileError' })
    await storage.put('file', large)
    const stranger = await new EncryptedStorage(stored, newKeys()).get('file')
    await expect(buffer(stranger!.open())).rejects.toThrow('needs the data key')
    const [id = ''] = keys.all.keys()
    const wrong = { current: id, all: new Map([[id, randomBytes(32)]]) }
    const misread = await new EncryptedStorage(stored, wrong).get('file')
    await expect(buffer(misread!.open())).rejects.toMatchObject({ name: 'DamagedFileError' })
    // Without keys there is no file rather than an unreadable one.
    expect(await stored.get('file')).toBeUndefined()
  })

  it('are beside files from before, which are readable while they are encrypted one by one', async () => {
    const { storage, stored, path } = await encryptedFolder()
    await stored.put('a/old', large)
    await stored.put('a/older', Buffer.from('plums'))
    await storage.put('a/new', Buffer.from('pears'))
    const listed = async () => (await keysOf(storage.list())).sort()
    expect(await listed()).toEqual(['a/new', 'a/old', 'a/older'])
    const openedBefore = (await storage.get('a/old'))!
    // A run that was interrupted left both.
    await storage.put('a/older', Buffer.from('plums'))
    expect(await listed()).toEqual(['a/new', 'a/old', 'a/older'])

    for await (const key of unencryptedKeys(stored)) await encryptExisting(stored, storage, key)
    expect(await keysOf(unencryptedKeys(stored))).toEqual([])
    expect(await listed()).toEqual(['a/new', 'a/old', 'a/older'])
    expect((await buffer(openedBefore.open({ start: 3, end: 99 }))).equals(large.subarray(3, 100))).toBe(true)
    expect(await text((await storage.get('a/older'))!.open())).toBe('plums')

    // The original stays if the encrypted file of an interrupted run is damaged.
    await stored.put('a/kept', Buffer.from('quinces'))
    await storage.put('a/kept', Buffer.from('quinces'))
    await truncate(path('a/kept'), headerBytes + 20)
    await expect(encryptExisting(stored, storage, 'a/kept')).rejects.toMatchObject({
      name: 'DamagedFileError',
    })
    expect(await text((await stored.get('a/kept'))!.open())).toBe('quinces')
    await storage.delete('a/kept')
    expect(await stored.get('a/kept')).toBeUndefined()
    await expect(storage.put('a/x.encrypted', Buffer.from('x'))).rejects.toThrow('Not the key')
    expect(await encryptExisting(stored, storage, 'a/gone')).toBeUndefined()
  })
})

function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

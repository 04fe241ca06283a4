import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { Storage } from '../storage.ts'

/** All keys of a list. */
export async function keysOf(list: AsyncIterable<string>): Promise<string[]> {
  const keys: string[] = []
  for await (const key of list) keys.push(key)
  return keys
}

/** Tests for every storage. `make` creates an empty one, until the test ends. */
export function describeStorage(name: string, make: () => Promise<Storage>): void {
  const plain = { contentType: 'text/plain' }

  describe(`Files in ${name}`, () => {
    it('are readable as they were put, in whole or in part, until they are deleted', async () => {
      const storage = await make()
      expect(await storage.get('a/b.txt')).toBeUndefined()
      await storage.put('a/b.txt', Buffer.from('plums and pears'), plain)
      await storage.put('a/c.txt', Readable.from([Buffer.from('quin'), Buffer.from('ces')]), plain)
      const file = (await storage.get('a/b.txt'))!
      expect(file.size).toBe(15)
      expect(await text(file.open())).toBe('plums and pears')
      expect(await text(file.open({ start: 6, end: 8 }))).toBe('and')
      expect(await text((await storage.get('a/c.txt'))!.open())).toBe('quinces')
      await storage.delete('a/b.txt')
      expect(await storage.get('a/b.txt')).toBeUndefined()
      expect(await storage.get('a/c.txt')).toBeDefined()
      await storage.delete('a/b.txt')
    })

    it('are deleted together by key prefix', async () => {
      const storage = await make()
      const keys = ['a/2/x', 'a/2/y/z', 'a/21/x', 'b/2/x']
      for (const key of keys) await storage.put(key, Buffer.from(key), plain)
      await storage.deleteAll('a/2')
      await storage.deleteAll('a/nothing')
      const left = await Promise.all(keys.map(async (key) => (await storage.get(key)) !== undefined))
      expect(left).toEqual([false, false, true, true])
      await expect(storage.deleteAll('')).rejects.toThrow('Not the key')
      await expect(storage.deleteAll('a/..')).rejects.toThrow('Not the key')
    })

    it('are listed, all of them or by key prefix', async () => {
      const storage = await make()
      expect(await keysOf(storage.list())).toEqual([])
      const keys = ['a/2/x', 'a/2/y/z', 'a/21/x', 'b.txt']
      for (const key of keys) await storage.put(key, Buffer.from(key), plain)
      expect((await keysOf(storage.list())).sort()).toEqual(keys)
      expect((await keysOf(storage.list('a/2'))).sort()).toEqual(['a/2/x', 'a/2/y/z'])
      expect(await keysOf(storage.list('nothing'))).toEqual([])
    })

    it('can be empty or large, and are replaced as a whole', async () => {
      const storage = await make()
      const large = Buffer.alloc(3_000_000, 'loquat')
      await storage.put('file', large, plain)
      expect((await buffer((await storage.get('file'))!.open())).equals(large)).toBe(true)
      await storage.put('file', Buffer.alloc(0), plain)
      expect((await storage.get('file'))?.size).toBe(0)
      expect(await text((await storage.get('file'))!.open())).toBe('')
    })

    it('are unchanged by an interrupted write', async () => {
      const storage = await make()
      await storage.put('file', Buffer.from('before'), plain)
      const broken = () =>
        Readable.from(
          (async function* () {
            yield Buffer.from('half')
            throw new Error('gone')
          })(),
        )
      await expect(storage.put('file', broken(), plain)).rejects.toThrow('gone')
      await expect(storage.put('other', broken(), plain)).rejects.toThrow('gone')
      expect(await text((await storage.get('file'))!.open())).toBe('before')
      expect(await storage.get('other')).toBeUndefined()
    })

    it('written concurrently under one key are one or the other', async () => {
      const storage = await make()
      const contents = ['one', 'another', 'a third']
      await Promise.all(contents.map((content) => storage.put('race', Buffer.from(content), plain)))
      expect(contents).toContain(await text((await storage.get('race'))!.open()))
    })

    it('have keys that cannot escape the storage', async () => {
      const storage = await make()
      const odd = [
        '',
        '/',
        '/etc/passwd',
        '../x',
        'a/../../x',
        'a//b',
        'a/',
        '.hidden',
        'a/.b',
        'a\\b',
        'a\0b',
        'ü',
      ]
      for (const key of [...odd, 'x'.repeat(501)]) {
        await expect(storage.put(key, Buffer.from('x'), plain), key).rejects.toThrow('Not the key')
        await expect(storage.delete(key), key).rejects.toThrow('Not the key')
        expect(await storage.get(key), key).toBeUndefined()
      }
      // A folder is not a file.
      await storage.put('folder/file', Buffer.from('x'), plain)
      expect(await storage.get('folder')).toBeUndefined()
      expect(await storage.get('folder/file/deeper')).toBeUndefined()
    })
  })
}

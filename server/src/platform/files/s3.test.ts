import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { S3Storage } from './s3.ts'
import { openBucket } from './testing/s3.ts'
import { describeStorage } from './testing/storage-contract.ts'

describeStorage('a bucket', async () => new S3Storage((await openBucket()).config))

describe('A large file in a bucket', () => {
  const mebibyte = 1_048_576
  /** Chunks that do not align with the parts. */
  async function* chunks(count: number, breaksOff = false) {
    for (let n = 0; n < count; n++) yield Buffer.alloc(mebibyte - 7, n)
    if (breaksOff) throw new Error('gone')
  }

  it('is uploaded in parts, and is one file', async () => {
    const { config, objects, unfinished } = await openBucket()
    const storage = new S3Storage(config)
    await storage.put('a/large', Readable.from(chunks(17)), { contentType: 'text/plain' })
    const whole = Buffer.concat(Array.from({ length: 17 }, (_, n) => Buffer.alloc(mebibyte - 7, n)))
    expect(objects.get('a/large')?.bytes.equals(whole)).toBe(true)
    const file = await storage.get('a/large')
    expect(file?.size).toBe(whole.length)
    expect((await buffer(file!.open())).equals(whole)).toBe(true)
    expect(unfinished.size).toBe(0)
  })

  it('that is interrupted does not exist, and leaves no pending upload', async () => {
    const { config, objects, unfinished } = await openBucket()
    const storage = new S3Storage(config)
    const broken = storage.put('a/large', Readable.from(chunks(10, true)), { contentType: 'text/plain' })
    await expect(broken).rejects.toThrow('gone')
    expect([...objects.keys(), ...unfinished.keys()]).toEqual([])
  })

  it('is not reported missing when the service denies access', async () => {
    const storage = new S3Storage({ ...(await openBucket()).config, endpoint: 'http://127.0.0.1:1/orchard' })
    await expect(storage.get('a/b')).rejects.toThrow()
  })
})

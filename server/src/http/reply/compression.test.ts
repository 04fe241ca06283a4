import { type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { createWorld, sendToGeneral, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { Compression } from './compression.ts'

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

interface Answer {
  headers: IncomingHttpHeaders
  bytes: Buffer
}

/** A response as it is on the wire. `fetch` would decode it. */
const call = ({ url, alice }: World, path: string, accepted: string, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    const authorization = `Basic ${Buffer.from(`${alice.email}:${alice.apiKey}`).toString('base64')}`
    const headers = { authorization, 'accept-encoding': accepted }
    request(`${url}/api/v1${path}`, { method, headers, agent: false }, (response) => {
      buffer(response).then((bytes) => resolve({ headers: response.headers, bytes }), reject)
    })
      .on('error', reject)
      .end()
  })

const textOf = ({ headers, bytes }: Answer) =>
  (decoders[headers['content-encoding'] ?? ''] ?? ((plain: Buffer) => plain))(bytes).toString()

describe('A large response', () => {
  it('is compressed as the client prefers, and otherwise the same', async () => {
    const world = await createWorld()
    await sendToGeneral(world.alice, 'A long message. '.repeat(500))
    const messages = '/messages?anchor=newest&num_before=1&num_after=0'
    const plain = await call(world, messages, 'identity')
    expect(plain.headers['content-encoding']).toBeUndefined()
    const expected: [accepted: string, encoding: string | undefined][] = [
      ['gzip', 'gzip'],
      ['gzip, deflate, br', 'br'],
      ['gzip, deflate, br, zstd', 'zstd'],
      ['gzip;q=1.0, zstd;q=0.5', 'gzip'],
      ['*', 'zstd'],
      ['br;q=0, *;q=0.1', 'zstd'],
      ['GZIP ; Q=0.3', 'gzip'],
      ['zstd;q=0', undefined],
      ['deflate', undefined],
      ['gzip;q=x', 'gzip'],
      ['', undefined],
    ]
    for (const [accepted, encoding] of expected) {
      const answer = await call(world, messages, accepted)
      expect(answer.headers['content-encoding'], accepted).toBe(encoding)
      expect(answer.headers['content-length']).toBe(String(answer.bytes.length))
      expect(textOf(answer)).toBe(plain.bytes.toString())
      if (encoding !== undefined) {
        expect(answer.headers.vary).toBe('accept-encoding')
        expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 2)
      }
    }
  })

  it('to HEAD has no body and is not compressed', async () => {
    const world = await createWorld()
    await sendToGeneral(world.alice, 'A long message. '.repeat(500))
    const messages = '/messages?anchor=newest&num_before=1&num_after=0'
    const { headers, bytes } = await call(world, messages, 'gzip', 'HEAD')
    expect(bytes).toHaveLength(0)
    expect(headers['content-encoding']).toBeUndefined()
  })

  it('of many parts is compressed as well', async () => {
    const world = await createWorld()
    const answer = await call(world, '/register', 'br', 'POST')
    expect(answer.headers['content-encoding']).toBe('br')
    expect(JSON.parse(textOf(answer))).toMatchObject({ result: 'success', queue_id: expect.any(String) })
  })
})

describe('A small response', () => {
  it('is not compressed', async () => {
    const { headers } = await call(await createWorld(), '/users/me/status', 'gzip')
    expect(headers['content-encoding']).toBeUndefined()
  })
})

describe('Compression', () => {
  it('is left out while many responses are being compressed', async () => {
    const compression = new Compression()
    const bytes = Buffer.alloc(100_000, 'a')
    const all = Array.from({ length: 8 }, () => {
      expect(compression.encodingFor('gzip', bytes.length)).toBe('gzip')
      return new Promise((resolve) => compression.compress('gzip', bytes, resolve))
    })
    expect(compression.encodingFor('gzip', bytes.length)).toBeUndefined()
    await Promise.all(all)
    expect(compression.encodingFor('gzip', bytes.length)).toBe('gzip')
  })
})

import { connect } from 'node:net'
import { basicAuth, bodyWithReason, createWorld, type World } from '@loquat/devkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const runs = 150

/** Sends bytes as they are and returns all that comes back until the server closes, after hanging up by half if so wished. */
function exchange(world: World, bytes: string | Uint8Array, how: 'write' | 'end' = 'write'): Promise<string> {
  const { hostname, port } = new URL(world.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let received = ''
    const done = () => {
      socket.destroy()
      resolve(received)
    }
    socket.setTimeout(60_000, () => reject(new Error(`The server did not close after: ${received}`)))
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1')
    })
    socket.on('close', done)
    socket.on('error', done)
    socket[how](bytes)
  })
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4)
const authOf = ({ alice }: World) => `Authorization: ${basicAuth(alice.email, alice.apiKey)}`
const request = (line: string, headers: string[], body = '') =>
  [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n')
const form = 'Content-Type: application/x-www-form-urlencoded'
const closing = 'Connection: close'

describe('A request on the wire', () => {
  it('by GET may have a body, which is ignored and not reported', async () => {
    const world = await createWorld()
    for (const type of [form, 'Content-Type: multipart/form-data', 'Content-Type: application/json']) {
      const body = 'stream=nowhere&mystery=1'
      const headers = [authOf(world), closing, type, `Content-Length: ${body.length}`]
      const answer = await exchange(world, request('GET /api/v1/get_stream_id?stream=general', headers, body))
      expect(statusOf(answer), type).toBe(200)
      expect(JSON.parse(bodyOf(answer))).toEqual({
        result: 'success',
        msg: '',
        stream_id: expect.any(Number),
      })
    }
  })

  it('may send a chunked body without its length', async () => {
    const world = await createWorld()
    const chunked = '8\r\nqueue_id\r\n2\r\n=x\r\n0\r\n\r\n'
    const headers = [authOf(world), closing, form, 'Transfer-Encoding: chunked']
    const answer = await exchange(world, request('DELETE /api/v1/events', headers, chunked))
    expect(answer).toContain('"queue_id":"x"')
  })

  it('that is not HTTP gets 400 in JSON and a closed connection', async () => {
    const world = await createWorld()
    for (const bytes of [
      'nonsense\r\n\r\n',
      'GET\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01',
      'GET / HTTP/9.9\r\n\r\n',
    ]) {
      const answer = await exchange(world, bytes)
      expect(statusOf(answer), JSON.stringify(bytes)).toBe(400)
      expect(JSON.parse(bodyOf(answer))).toEqual(bodyWithReason('request-not-http'))
    }
  })

  it('with contradicting or oversized headers is refused', async () => {
    const world = await createWorld()
    const refused = [
      ['Content-Length: 5', 'Content-Length: 6'],
      ['Content-Length: -1'],
      ['Content-Length: x'],
      ['Content-Length: 5', 'Transfer-Encoding: chunked'],
      ['Transfer-Encoding: nonsense'],
      [`X-Long: ${'x'.repeat(100_000)}`],
    ]
    for (const headers of refused) {
      const answer = await exchange(
        world,
        request('POST /api/v1/register', [authOf(world), form, ...headers], 'a=1'),
      )
      expect([400, 413, 431], String(headers).slice(0, 50)).toContain(statusOf(answer))
    }
  })

  it('that ends before its body causes no harm', async () => {
    const world = await createWorld()
    for (const type of [form, 'Content-Type: multipart/form-data; boundary=b', 'Content-Type: text/plain']) {
      const headers = [authOf(world), type, 'Content-Length: 1000']
      await exchange(world, request('POST /api/v1/register', headers, '--b\r\nqueue'), 'end')
    }
    expect((await world.alice.api.getOwnUser()).user_id).toBe(world.alice.id)
  })

  it('with a body longer than announced gets only errors after it', async () => {
    const world = await createWorld()
    const headers = [authOf(world), form, 'Content-Length: 10']
    const body = 'queue_id=xGARBAGE\r\n\r\n'
    const answer = await exchange(world, request('DELETE /api/v1/events', headers, body))
    const statuses = answer.match(/HTTP\/1\.1 \d+/g) ?? []
    expect(statuses.length).toBeGreaterThan(0)
    for (const status of statuses) expect(status).toBe('HTTP/1.1 400')
    expect(answer).not.toContain('xGARBAGE')
  })

  it('may consist of arbitrary bytes without harming the server', async () => {
    const world = await createWorld()
    const word = fc.oneof(
      fc.constantFrom(
        '',
        ' ',
        'Basic',
        'Basic Og==',
        authOf(world).slice(15),
        '*',
        'x'.repeat(5_000),
        'gzip',
      ),
      fc.constantFrom('multipart/form-data; boundary=', 'application/json;;;', 'a/b; charset="', 'undefined'),
      fc.string({ unit: 'binary-ascii', maxLength: 30 }).map((text) => text.replace(/[\r\n\0]/g, '')),
    )
    const header = fc
      .tuple(
        fc.constantFrom(
          'Authorization',
          'Content-Type',
          'Content-Encoding',
          'Host',
          'Accept',
          'Expect',
          'Cookie',
        ),
        word,
      )
      .map(([name, value]) => `${name}: ${value}`)
    const wire = fc.record({
      method: fc.constantFrom(
        'GET',
        'POST',
        'PATCH',
        'DELETE',
        'OPTIONS',
        'HEAD',
        'PUT',
        'TRACE',
        'QUERY',
        'BREW',
      ),
      path: fc.oneof(
        fc.constantFrom('/api/v1/users/me', '/api/v1/register', '/api/v1/messages', '/api/v1/streams/%F0%9F'),
        fc.constantFrom(
          '*',
          '/',
          '//',
          '/..',
          '/api/v1/../../etc/passwd',
          'http://evil/api/v1/users/me',
          '/%',
        ),
        fc.webPath(),
      ),
      query: fc.oneof(
        fc.constantFrom('', '?', '?%', '?a=%FF&&==&=', '?__proto__=1'),
        fc.webQueryParameters(),
      ),
      headers: fc.array(header, { maxLength: 4 }),
      body: fc.uint8Array({ maxLength: 100 }),
    })
    await fc.assert(
      fc.asyncProperty(wire, async ({ method, path, query, headers, body }) => {
        const start = request(`${method} ${path}${query}`, [
          ...headers,
          closing,
          `Content-Length: ${body.length}`,
        ])
        const answer = await exchange(world, Buffer.concat([Buffer.from(start, 'latin1'), body]))
        expect(statusOf(answer)).toBeLessThan(500)
      }),
      { numRuns: runs },
    )
    expect((await world.raw('/api/v1/server_settings')).status).toBe(200)
  })
})

import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fetchOutside, type Outside, OutsideError, type OutsideFailure } from './outbound.ts'
import { startWebsite } from './testing/website.ts'

const limits = { timeoutMs: 5_000, maxBytes: 10_000 }

/** Allows only one address of this machine, as if it were on the internet. */
const onlyOne: Outside = { ...limits, mayReach: (address) => address === '127.0.0.1' }

const ask = (url: string, options: Partial<Outside> = {}) => fetchOutside(url, { ...onlyOne, ...options })

const failureOf = async (asking: Promise<unknown>): Promise<OutsideFailure | 'none' | Error> =>
  await asking.then(
    () => 'none',
    (error: Error) => (error instanceof OutsideError ? error.failure : error),
  )

describe('An outbound request', () => {
  it('returns the decompressed response, follows redirects, and reveals no more than needed', async () => {
    const site = await startWebsite({
      '/plain': 'figs',
      '/gzip': (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('gzip figs')),
      '/deflate': (_, response) =>
        response.setHeader('content-encoding', 'deflate').end(deflateSync('deflate figs')),
      '/br': (_, response) => response.setHeader('content-encoding', 'br').end(brotliCompressSync('br figs')),
      '/moved': (_, response) =>
        response.writeHead(302, { location: '/plain', 'set-cookie': 'a=b; Path=/' }).end(),
      '/abroad': (_, response) => response.writeHead(307, { location: other.url }).end(),
      '/echo': (request, response) => void request.pipe(response.writeHead(418)),
    })
    const other = await startWebsite({ '/': 'other figs' })
    for (const way of ['gzip', 'deflate', 'br']) {
      expect((await ask(`${site.url}${way}`)).body.toString()).toBe(`${way} figs`)
    }

    const moved = await ask(`${site.url}moved`, { redirects: 1 })
    expect({ ...moved, body: moved.body.toString() }).toMatchObject({
      status: 200,
      body: 'figs',
      isCut: false,
    })
    expect(moved.url.pathname).toBe('/plain')
    expect(site.requests.at(-1)?.headers).not.toHaveProperty('cookie')
    expect(site.requests.at(-1)?.headers['user-agent']).toContain('Loquat')

    const headers = { authorization: 'Basic secret', accept: 'text/html' }
    expect((await ask(`${site.url}abroad`, { redirects: 1, headers })).body.toString()).toBe('other figs')
    expect(site.requests.at(-1)?.headers).toMatchObject(headers)
    expect(other.requests[0]?.headers).not.toHaveProperty('authorization')
    expect(other.requests[0]?.headers).toMatchObject({ accept: 'text/html' })

    const posted = await ask(`${site.url}echo`, { method: 'POST', body: '{"a":1}' })
    expect(posted).toMatchObject({ status: 418 })
    expect(posted.body.toString()).toBe('{"a":1}')
  })

  it('is not sent to addresses outside the internet, however they are written', async () => {
    const hosts = [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.0.0.1',
      '0177.0.0.1',
      '0.0.0.0',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::7f00:1]',
      '169.254.169.254',
      '10.0.0.1',
      '①②⑦.⓪.⓪.①',
    ]
    const site = await startWebsite({ '/': 'secret' })
    for (const host of hosts) {
      const failure = await failureOf(fetchOutside(`http://${host}:${site.port}/`, limits))
      expect(`${host} ${failure}`).toBe(`${host} forbidden`)
    }
    for (const url of ['ftp://example.com/', 'file:///etc/passwd', 'http://', 'figs', 'data:text/html,a']) {
      expect(`${url} ${await failureOf(fetchOutside(url, limits))}`).toBe(`${url} forbidden`)
    }
    expect(site.requests).toEqual([])
    // Unless the operator allows it.
    expect((await fetchOutside(site.url, { ...limits, allowPrivate: true })).body.toString()).toBe('secret')
  })

  it('does not follow redirects to the local network, nor without limit', async () => {
    const secret = await startWebsite({ '/': 'secret' }, '127.0.0.2')
    const site = await startWebsite({
      '/': 'figs',
      '/in': (_, response) => response.writeHead(302, { location: secret.url }).end(),
      '/named': (_, response) =>
        response.writeHead(302, { location: `http://inside.example:${secret.port}/` }).end(),
      '/file': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      '/nowhere': (_, response) => response.writeHead(302, { location: 'http://' }).end(),
      '/round': (_, response) => response.writeHead(302, { location: '/round' }).end(),
    })
    const resolve = async () => [{ address: '127.0.0.2', family: 4 }]
    const paths = { in: 'forbidden', named: 'forbidden', file: 'forbidden', nowhere: 'garbage' }
    for (const [path, failure] of Object.entries(paths)) {
      const asking = ask(`${site.url}${path}`, { redirects: 3, resolve })
      expect(`${path} ${await failureOf(asking)}`).toBe(`${path} ${failure}`)
    }
    expect(secret.requests).toEqual([])
    expect(await ask(`${site.url}round`, { redirects: 3 })).toMatchObject({ status: 302 })
    expect(site.requests.filter(({ url }) => url === '/round')).toHaveLength(4)
    // The body is sent once.
    const posted = await ask(`${site.url}round`, { method: 'POST', body: 'a', redirects: 3 })
    expect(posted.status).toBe(302)
  })

  it('goes to the checked address, even if the name resolves to another one a moment later', async () => {
    const secret = await startWebsite({ '/': 'secret' }, '127.0.0.2')
    const site = await startWebsite({ '/': 'figs' })
    let times = 0
    const changing = async () => [{ address: times++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
    const url = `http://rebound.example:${site.port}/`
    expect((await ask(url, { resolve: changing })).body.toString()).toBe('figs')
    expect(times).toBe(1)
    expect(await failureOf(ask(url, { resolve: changing }))).toBe('forbidden')

    // Only the allowed addresses are tried.
    const both = async () => ['127.0.0.2', '127.0.0.1'].map((address) => ({ address, family: 4 }))
    expect((await ask(url, { resolve: both })).body.toString()).toBe('figs')
    expect(await failureOf(ask(`http://rebound.example:${secret.port}/`, { resolve: both }))).toBe(
      'connection',
    )
    expect(secret.requests).toEqual([])
  })

  it('ends at a limit, whether the response is huge, a bomb, slow or not HTTP', async () => {
    const mebibyte = 1024 * 1024
    const bomb = Buffer.concat(Array(400).fill(gzipSync(Buffer.alloc(mebibyte))))
    const site = await startWebsite({
      '/huge': (_, response) => {
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(50_000)));
        }
        response.on('drain', more)
        more()
      },
      '/bomb': (_, response) => response.setHeader('content-encoding', 'gzip').end(bomb),
      '/exact': 'x'.repeat(10_000),
      '/silent': () => {},
      '/slow': (_, response) => void response.write('x'),
      '/broken': (_, response) => response.setHeader('content-encoding', 'gzip').end('no gzip'),
      '/cut': (_, response) => {
        const noise = gzipSync(randomBytes(5_000))
        response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': noise.length })
        response.write(noise.subarray(0, 1_000), () => response.destroy())
      },
      '/odd': (_, response) => response.setHeader('content-encoding', 'zip').end('a'),
      '/header': (_, response) => response.setHeader('x-a', 'x'.repeat(100_000)).end('a'),
    })
    const before = process.memoryUsage().rss
    for (const path of ['huge', 'bomb']) {
      const { body, isCut } = await ask(`${site.url}${path}`)
      expect({ path, size: body.length, isCut }).toEqual({ path, size: 10_000, isCut: true })
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * mebibyte)
    expect(await ask(`${site.url}exact`)).toMatchObject({ isCut: false })

    const garbage = createServer((socket) => void socket.on('error', () => {}).end('SSH-2.0-figs\r\n'))
    await new Promise<void>((resolve) => garbage.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void garbage.close())
    const { port } = garbage.address() as { port: number }

    const failures: Record<string, OutsideFailure> = {
      [`${site.url}silent`]: 'timeout',
      [`${site.url}slow`]: 'timeout',
      [`${site.url}broken`]: 'garbage',
      [`${site.url}cut`]: 'connection',
      [`${site.url}odd`]: 'garbage',
      [`${site.url}header`]: 'garbage',
      [`http://127.0.0.1:${port}/`]: 'garbage',
      'http://127.0.0.1:1/': 'connection',
    }
    for (const [url, failure] of Object.entries(failures)) {
      const timeoutMs = failure === 'timeout' ? 60 : 5_000
      expect(`${url} ${await failureOf(ask(url, { timeoutMs }))}`).toBe(`${url} ${failure}`)
    }
    // A name that never resolves.
    const never = ask('http://slow.example/', { timeoutMs: 60, resolve: () => new Promise(() => {}) })
    expect(await failureOf(never)).toBe('timeout')
    const signal = AbortSignal.timeout(30)
    expect(await failureOf(ask(`${site.url}silent`, { signal }))).toMatchObject({ name: 'AbortError' })
    expect(
      (await ask(`${site.url}silent`.replace('silent', 'huge'), { wants: () => false })).body,
    ).toHaveLength(0)
  })
})

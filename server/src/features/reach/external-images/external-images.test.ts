import type { RequestListener } from 'node:http'
import { Browser, bodyWithReason, createWorld, eventually, type Person, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { startWebsite } from '../../../platform/testing/website.ts'
import { picture } from '../../identity/pictures/testing/fixtures.ts'
import { type ExternalImageLimits, ExternalImages, externalImagesSlot } from './external-images.ts'

const formats = ['avif', 'gif', 'jpeg', 'png', 'webp'] as const
const bytesOf = async (format: (typeof formats)[number]) =>
  Buffer.from(await (await picture(`x.${format}`, { format })).arrayBuffer())

const sends =
  (body: Buffer | string, type = 'image/png'): RequestListener =>
  (_, response) =>
    response.setHeader('content-type', type).end(body)

const pathOf = (url: string) => `/external_content/${Buffer.from(url).toString('hex')}`

async function show(world: World, url: string, as?: Person) {
  const response = await world.raw(pathOf(url), as === undefined ? {} : { as })
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  }
}

const statusOf = async (world: World, url: string, as?: Person) => (await show(world, url, as)).status

/** Counts the requests that have arrived. */
class CountedImages extends ExternalImages {
  requests = 0

  override async get(...request: Parameters<ExternalImages['get']>) {
    this.requests++
    return await super.get(...request)
  }
}

function limitImages({ app }: World, limits: Partial<ExternalImageLimits> = {}): CountedImages {
  const images = new CountedImages(app, limits)
  app.slots.set(externalImagesSlot, images)
  return images
}

/** A world that fetches images of sites on this machine, with these limits. */
async function worldWith(limits: Partial<ExternalImageLimits> = {}, config: object = {}): Promise<World> {
  const world = await createWorld({ config: { allowPrivateCallbacks: true, ...config } })
  limitImages(world, limits)
  return world
}

describe('An external image', () => {
  it('is shown by this server, which reveals nothing about the viewer and fetches it once a day', async () => {
    const world = await worldWith()
    const { carol, dave } = world
    const png = await bytesOf('png')
    const site = await startWebsite({
      '/x.png?a=%C3%BC': sends(png, 'text/html'),
      '/moved': (_, response) => response.writeHead(302, { location: '/x.png?a=%C3%BC' }).end(),
    })
    const url = `${site.url}x.png?a=ü`
    const { status, headers, body } = await show(world, `${url}#fragment`, carol)
    expect({ status, body }).toEqual({ status: 200, body: png })
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'content-disposition': 'inline; filename="image"',
      'cache-control': 'private, max-age=86400',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const browser = new Browser(world)
    await browser.logIn(dave)
    const shown = await browser.send(`GET ${pathOf(url) as `/${string}`}`, {}, { referer: world.url })
    expect(shown.status).toBe(200)
    expect(site.requests.map((one) => one.headers)).toEqual([
      {
        accept: 'image/*',
        'accept-encoding': 'gzip, deflate, br',
        connection: 'close',
        host: `127.0.0.1:${site.port}`,
        'user-agent': 'Mozilla/5.0 (compatible; Loquat)',
      },
    ])
    world.clock.advance(86_401)
    expect(await statusOf(world, url, carol)).toBe(200)
    expect(site.requests).toHaveLength(2)
    expect(await statusOf(world, `${site.url}moved`, carol)).toBe(200)
  })

  it('has the type that its first bytes say; SVG, pages and everything else is not found', async () => {
    const world = await worldWith()
    const images: Record<string, [type: string, bytes: Buffer]> = {
      bmp: [
        'image/bmp',
        Buffer.concat([Buffer.from('BM\x46\0\0\0\0\0\0\0\x36\0\0\0', 'latin1'), Buffer.alloc(56)]),
      ],
      ico: ['image/x-icon', Buffer.from('\0\0\x01\0\x01\0', 'latin1')],
    }
    for (const format of formats) images[format] = [`image/${format}`, await bytesOf(format)]
    const others: Record<string, string | Buffer> = {
      svg: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      html: '<!doctype html><script>alert(1)</script>',
      text: 'BM starts this text, which is no bitmap.',
      heic: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
      tiff: Buffer.from('II*\0\x08\0\0\0', 'latin1'),
      empty: '',
    }
    const site = await startWebsite({
      ...Object.fromEntries(
        Object.entries(images).map(([name, [, bytes]]) => [`/${name}`, sends(bytes, 'text/html')]),
      ),
      ...Object.fromEntries(Object.entries(others).map(([name, body]) => [`/${name}`, sends(body)])),
      '/error': (_, response) =>
        response.writeHead(500, { 'content-type': 'image/png' }).end(images.png?.[1]),
    })
    for (const [name, [type, bytes]] of Object.entries(images)) {
      const { status, headers, body } = await show(world, site.url + name, world.carol)
      expect([name, status, headers.get('content-type'), body.equals(bytes)]).toEqual([name, 200, type, true])
    }
    for (const name of [...Object.keys(others), 'error', 'missing']) {
      const { status, headers, body } = await show(world, site.url + name, world.carol)
      expect([name, status, headers.get('content-type'), body.length]).toEqual([
        name,
        404,
        'text/plain; charset=utf-8',
        0,
      ])
    }
    for (const url of [
      '',
      'x',
      'file:///etc/passwd',
      'data:image/png;base64,AA',
      `${site.url}${'x'.repeat(4_000)}`,
    ])
      expect([url, await statusOf(world, url, world.carol)]).toEqual([url, 404])
    const withPassword = site.url.replace('//', '//user:password@')
    expect(await statusOf(world, `${withPassword}png`, world.carol)).toBe(404)
    expect((await world.raw('/external_content/xyz', { as: world.carol })).status).toBe(404)
  })

  it('is fetched once for viewers who ask at the same time; a failure is remembered for a minute', async () => {
    const world = await worldWith()
    const { carol, dave } = world
    const png = await bytesOf('png')
    const answers: (() => void)[] = []
    const site = await startWebsite({
      '/slow': (_, response) => void answers.push(() => response.end(png)),
      '/late': (_, response) =>
        site.requests.length < 3 ? response.writeHead(404).end() : response.end(png),
    })
    const images = limitImages(world)
    const viewers = [carol, dave, carol]
    const shown = Promise.all(viewers.map((viewer) => statusOf(world, `${site.url}slow`, viewer)))
    await eventually(() => expect([images.requests, answers.length]).toEqual([3, 1]))
    answers[0]?.()
    expect(await shown).toEqual([200, 200, 200])
    expect(site.requests).toHaveLength(1)

    expect(await statusOf(world, `${site.url}late`, carol)).toBe(404)
    expect(await statusOf(world, `${site.url}late`, dave)).toBe(404)
    expect(site.requests).toHaveLength(2)
    world.clock.advance(61)
    expect(await statusOf(world, `${site.url}late`, dave)).toBe(200)
  })

  it('is not fetched from private networks, also not by a redirect', async () => {
    const png = await bytesOf('png')
    const inside = await startWebsite({ '/x.png': sends(png) }, '127.0.0.2')
    const site = await startWebsite({
      '/x.png': sends(png),
      '/away': (_, response) => response.writeHead(302, { location: `${inside.url}x.png` }).end(),
    })
    const world = await worldWith(
      { mayReach: (address) => address === '127.0.0.1' },
      { allowPrivateCallbacks: false },
    )
    expect(await statusOf(world, `${site.url}x.png`, world.carol)).toBe(200)
    expect(await statusOf(world, `${site.url}away`, world.carol)).toBe(404)
    limitImages(world)
    expect(await statusOf(world, `${site.url}x.png`, world.carol)).toBe(404)
    expect(await statusOf(world, `http://localhost:${site.port}/x.png`, world.carol)).toBe(404)
    expect([site.requests.length, inside.requests.length]).toEqual([2, 0])
  })

  it('is limited in size and time, and so are the cache and the fetches at a time', async () => {
    const png = await bytesOf('png')
    const padded = (size: number) => Buffer.concat([png, Buffer.alloc(size - png.length)])
    const answers: (() => void)[] = []
    const waits: RequestListener = (_, response) => void answers.push(() => response.end(png))
    const site = await startWebsite({
      '/fits': sends(padded(4_000)),
      '/fits2': sends(padded(4_000)),
      '/long': sends(padded(4_001)),
      '/streamed': (_, response) => {
        response.write(padded(4_000))
        response.end('x')
      },
      '/silent': () => {},
      '/1': waits,
      '/2': waits,
      '/3': waits,
      '/4': waits,
    })
    const world = await worldWith({ maxBytes: 4_000, cacheBytes: 8_000 })
    const { alice, carol, dave } = world
    const asked = () => site.requests.map(({ url }) => url)
    for (const [name, status] of Object.entries({ fits: 200, long: 404, streamed: 404 }))
      expect([name, await statusOf(world, site.url + name, carol)]).toEqual([name, status])
    expect(await statusOf(world, `${site.url}fits`, carol)).toBe(200)
    expect(asked()).toEqual(['/fits', '/long', '/streamed'])
    // The second image replaces the first one.
    for (const name of ['fits2', 'fits']) expect(await statusOf(world, site.url + name, carol)).toBe(200)
    expect(asked().slice(3)).toEqual(['/fits2', '/fits'])

    limitImages(world, { timeoutMs: 50 })
    expect(await statusOf(world, `${site.url}silent`, carol)).toBe(404)

    // At most two fetches at a time, one of them for the same viewer.
    const concurrency = { total: 2, perKey: 1, waitingPerKey: 1 }
    const images = limitImages(world, { concurrency, pending: 4 })
    const asking: Promise<number>[] = []
    const ask = async (name: string, viewer: Person) => {
      const before = images.requests
      asking.push(statusOf(world, site.url + name, viewer))
      await eventually(() => expect(images.requests).toBe(before + 1))
    }
    await ask('1', carol)
    await ask('2', dave)
    await ask('3', carol)
    expect(await statusOf(world, `${site.url}fits`, carol)).toBe(429)
    await ask('4', dave)
    expect(await statusOf(world, `${site.url}fits`, alice)).toBe(503)
    await eventually(() => expect(answers).toHaveLength(2))
    for (const answer of answers.splice(0)) answer()
    await eventually(() => expect(answers).toHaveLength(2))
    for (const answer of answers) answer()
    expect(await Promise.all(asking)).toEqual([200, 200, 200, 200])
  })

  it('is shown to users and to spectators where they are admitted, with a limit per minute', async () => {
    const world = await worldWith({}, { rateLimits: true, webPublicChannels: true })
    const { alice, carol, dave } = world
    const png = await bytesOf('png')
    const site = await startWebsite({ '/1': sends(png), '/2': sends(png), '/3': sends(png) })
    const anonymous = await world.raw(pathOf(`${site.url}1`))
    expect([anonymous.status, await anonymous.json()]).toEqual([
      401,
      expect.objectContaining(bodyWithReason('picture-authentication-required')),
    ])
    expect(await statusOf(world, `${site.url}1`, carol)).toBe(200)
    for (let n = 1; n < 300; n++) world.app.limiter.take('externalImage', carol.id)
    const limited = await show(world, `${site.url}2`, carol)
    expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(await statusOf(world, `${site.url}1`, carol)).toBe(200)
    expect(await statusOf(world, `${site.url}2`, dave)).toBe(200)

    await alice.api.updateRealm({ enable_spectator_access: true })
    const [{ stream_id } = { stream_id: 0 }] = (await alice.api.getChannels()).streams
    await alice.api.updateChannel({ stream_id, is_web_public: true })
    expect(await statusOf(world, `${site.url}2`)).toBe(200)
    const realm = await world.app.realms.byHost('')
    for (let n = 0; n < 100; n++) world.app.limiter.take('spectatorExternalImage', realm?.id ?? 0)
    expect(await statusOf(world, `${site.url}3`)).toBe(429)
    world.clock.advance(61)
    expect(await statusOf(world, `${site.url}3`)).toBe(200)
    expect(await statusOf(world, `${site.url}2`, carol)).toBe(200)
  })

  it('is loaded by clients themselves if the server does not fetch images', async () => {
    const usual = await worldWith()
    expect((await usual.carol.api.register({})).server_proxies_images).toBe(true)
    const world = await worldWith({}, { imageProxy: false })
    const site = await startWebsite({ '/x.png': sends(await bytesOf('png')) })
    expect((await world.carol.api.register({})).server_proxies_images).toBe(false)
    expect(await statusOf(world, `${site.url}x.png`, world.carol)).toBe(404)
    expect(site.requests).toHaveLength(0)
  })
})

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Reason } from '@loquat/contract'
import { basicAuth, createWorld, type Person, type World } from '@loquat/devkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { defaultLimits } from '../../platform/limits.ts'

const { bodies } = defaultLimits

interface Announcement {
  path?: string
  /** The announced length, independent of the sent bytes. Chunked if missing. */
  length?: number
  /** With the credentials of Carol. */
  isCarol?: boolean
  /** The first bytes of the body. */
  start?: string
}

/** Sends the head of a request, and perhaps the first bytes of its body. */
function announce(world: World, { path = '/messages', length, isCarol, start = '' }: Announcement) {
  const { hostname, port } = new URL(world.url)
  const socket = connect({ host: hostname, port: Number(port) })
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    text += chunk
  })
  socket.on('error', () => {})
  const { email, apiKey } = world.carol
  socket.write(
    [
      `POST /api/v1${path} HTTP/1.1`,
      `host: ${hostname}:${port}`,
      'content-type: application/x-www-form-urlencoded',
      length === undefined ? 'transfer-encoding: chunked' : `content-length: ${length}`,
      ...(isCarol ? [`authorization: ${basicAuth(email, apiKey)}`] : []),
      '',
      start,
    ].join('\r\n'),
  )
  return { socket, text: () => text, reason: () => /"reason":"([^"]+)"/.exec(text)?.[1] }
}

/** The reason why a request with a whole body fails. */
async function post(world: World, path: string, body: string, as?: Person): Promise<Reason | undefined> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const response = await world.raw(`/api/v1${path}`, { method: 'POST', headers, body, ...(as && { as }) })
  return ((await response.json()) as { reason?: Reason }).reason
}

const closed = (socket: Socket) => (socket.closed ? undefined : once(socket, 'close'))

describe('A large body', () => {
  it('without an announced size is refused at the limit', async () => {
    const world = await createWorld()
    const { socket, reason } = announce(world, { path: '/fetch_api_key', length: undefined })
    const chunk = `8000\r\n${'a'.repeat(0x8000)}\r\n`
    for (let sent = 0; sent < 6; sent++) socket.write(chunk)
    await expect.poll(reason).toBe('body-too-large')
  })

  it('without authentication is refused before its first byte', async () => {
    const world = await createWorld()
    const refusals = Array.from({ length: 40 }, () => announce(world, { length: 1_000_000 }))
    for (const { reason } of refusals) await expect.poll(reason).toBe('authentication-required')
    const others: [Announcement, Reason][] = [
      [{ length: undefined }, 'authentication-required'],
      [{ path: '/register', length: 140_000 }, 'body-too-large'],
      [{ path: '/fetch_api_key', length: 140_000 }, 'body-too-large'],
      [{ path: '/external/github', length: 140_000 }, 'parameter-missing'],
      [{ path: '/external/github?api_key=wrong', length: 140_000 }, 'api-key-invalid'],
      [{ path: '/nowhere', length: 140_000 }, 'body-too-large'],
    ]
    for (const [announcement, expected] of others) {
      const { reason } = announce(world, announcement)
      await expect.poll(reason, { message: announcement.path }).toBe(expected)
    }
  })

  it('with authentication is read', async () => {
    const world = await createWorld()
    const content = 'x'.repeat(80_000)
    const drafts = JSON.stringify(Array(5).fill({ type: '', to: [], topic: '', content }))
    const body = new URLSearchParams({ drafts })
    const response = await world.raw('/api/v1/drafts', { as: world.carol, method: 'POST', body })
    expect(response.status).toBe(200)
  })

  it('above the limit of an account is refused until fewer bytes are in transit', async () => {
    const large = { perKey: 200_000, total: 1_000_000 }
    const world = await createWorld({ limits: { bodies: { ...bodies, large } } })
    const probe = () => post(world, '/drafts', `drafts=${'x'.repeat(140_000)}`, world.carol)
    const waiting = announce(world, { path: '/drafts', length: 140_000, isCarol: true })
    await expect.poll(probe).toBe('body-budget-exceeded')
    expect(await post(world, '/drafts', `drafts=${'x'.repeat(140_000)}`, world.dave)).toBe(
      'parameter-not-json',
    )
    waiting.socket.destroy()
    await expect.poll(probe).toBe('parameter-not-json')
  })

  it('of a client that disconnects during authentication counts no longer', async () => {
    const large = { perKey: 200_000, total: 1_000_000 }
    const world = await createWorld({ proxied: true, limits: { bodies: { ...bodies, large } } })
    // Its first request waits for the database.
    const { url } = await world.secondNode()
    world.proxy.delay(100)
    const { socket } = announce({ ...world, url }, { path: '/drafts', length: 140_000, isCarol: true })
    await once(socket, 'connect')
    await new Promise<void>((resolve) => socket.end(resolve))
    socket.destroy()
    const response = await fetch(`${url}/api/v1/drafts`, {
      method: 'POST',
      headers: {
        authorization: basicAuth(world.carol.email, world.carol.apiKey),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: `drafts=${'x'.repeat(140_000)}`,
    })
    expect(await response.json()).toMatchObject({ reason: 'parameter-not-json' })
  })
})

describe('The bodies of one client address', () => {
  it('are refused above its limit, and read again when fewer bytes are in transit', async () => {
    const small = { perKey: 100_000, total: 200_000 }
    const world = await createWorld({ limits: { bodies: { ...bodies, small } } })
    const probe = () => post(world, '/fetch_api_key', 'x'.repeat(50_000))
    const waiting = announce(world, { path: '/fetch_api_key', length: 60_000, start: 'username=' })
    await expect.poll(probe).toBe('body-budget-exceeded')
    waiting.socket.destroy()
    await expect.poll(probe).toBe('parameter-missing')
  })
})

describe('The bodies of all addresses', () => {
  it('are refused with 503 above the memory limit of the server', async () => {
    const small = { perKey: 100_000, total: 100_000 }
    const world = await createWorld({ quiet: true, limits: { bodies: { ...bodies, small } } })
    const probe = () => post(world, '/fetch_api_key', 'x'.repeat(50_000))
    const waiting = announce(world, { path: '/fetch_api_key', length: 60_000 })
    await expect.poll(probe).toBe('server-busy')
    waiting.socket.destroy()
    await expect.poll(probe).toBe('parameter-missing')
  })
})

describe('A body that arrives too slowly', () => {
  it('ends the connection, whether it was read or refused', async () => {
    const limits = { bodies: { ...bodies, graceMs: 20, bytesPerSecond: 1_000_000 } }
    const world = await createWorld({ limits })
    const slow = announce(world, { path: '/fetch_api_key', length: 60_000, start: 'username=' })
    await closed(slow.socket)
    expect(slow.text()).toBe('')
    const anonymous = announce(world, { length: 1_000_000, start: 'content=' })
    await closed(anonymous.socket)
    expect(anonymous.reason()).toBe('authentication-required')
  })
})

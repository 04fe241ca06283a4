import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type WebPush, webPush } from '@loquat/contract'
import type { Person } from '@loquat/devkit'
import { jwtVerify } from 'jose'
import { onTestFinished } from 'vitest'

/** For tests only: what a push service got for a browser, as the browser reads it. */
export interface Arrived {
  push: WebPush
  headers: Record<string, string | string[] | undefined>
}

export interface TestBrowser {
  endpoint: string
  p256dh: string
  auth: string
  /** What came for it since somebody last looked. */
  taken(): Arrived[]
}

export interface PushService {
  url: string
  /** What it answers from now on. */
  status: number
  headers: Record<string, string>
  /** How often it was asked, whatever it answered. */
  asked: number
  /** A browser that subscribes here. */
  browser(): TestBrowser
}

/** A push service on this machine, until the test ends. It refuses whoever does not prove to have the key that browsers know. */
export async function startPushService(publicKey: string): Promise<PushService> {
  const browsers = new Map<string, { keys: ECDH; auth: Buffer; arrived: Arrived[] }>()
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    service.asked++
    const known = browsers.get(request.url ?? '')
    const isOurs = await proves(request.headers.authorization ?? '', publicKey, service.url)
    const status = !isOurs ? 403 : known === undefined ? 404 : service.status
    if (status === 201) {
      const push = webPush.parse(JSON.parse(decrypted(body, known!.keys, known!.auth)))
      known!.arrived.push({ push, headers: request.headers })
    }
    response.writeHead(status, service.headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const service: PushService = {
    url: `http://127.0.0.1:${port}`,
    status: 201,
    headers: {},
    asked: 0,
    browser: () => {
      const path = `/send/${browsers.size}`
      const keys = createECDH('prime256v1')
      const auth = randomBytes(16)
      const arrived: Arrived[] = []
      const p256dh = keys.generateKeys('base64url')
      browsers.set(path, { keys, auth, arrived })
      return {
        endpoint: service.url + path,
        p256dh,
        auth: auth.toString('base64url'),
        taken: () => arrived.splice(0),
      }
    },
  }
  return service
}

/** Somebody's browser, subscribed. */
export async function subscribe(service: PushService, person: Person): Promise<TestBrowser> {
  const browser = service.browser()
  const { endpoint, p256dh, auth } = browser
  await person.api.subscribeToPush({ endpoint, p256dh, auth })
  return browser
}

async function proves(authorization: string, publicKey: string, origin: string): Promise<boolean> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  if (key !== publicKey) return false
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x!, y: y! }
  // When the token ends is compared with the real time, from which the clocks of tests differ.
  const { payload } = await jwtVerify(token, createPublicKey({ key: jwk, format: 'jwk' }), {
    audience: origin,
    clockTolerance: 10 ** 9,
  })
  return /^(mailto:|https:)/.test(payload.sub ?? '') && payload.exp !== undefined
}

/** RFC 8291 from the side of the browser. */
export function decrypted(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const shared = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
  const part = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', shared, salt, Buffer.from(`Content-Encoding: ${name}\0`), length))
  const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  decipher.setAuthTag(body.subarray(-16))
  const record = Buffer.concat([decipher.update(body.subarray(21 + sender.length, -16)), decipher.final()])
  return record.subarray(0, record.lastIndexOf(2)).toString()
}

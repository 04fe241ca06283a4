import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type WebPush, webPush } from '@loquat/contract'
import type { Person } from '@loquat/devkit'
import { jwtVerify } from 'jose'
import { onTestFinished } from 'vitest'

/** A push that arrived for a browser, decrypted. */
export interface ReceivedPush {
  push: WebPush
  headers: Record<string, string | string[] | undefined>
}

export interface TestBrowser {
  endpoint: string
  p256dh: string
  auth: string
  /** Removes and returns the pushes since the last call. */
  taken(): ReceivedPush[]
}

export interface PushService {
  url: string
  /** Status of the next responses. */
  status: number
  headers: Record<string, string>
  /** Number of requests, regardless of the response. */
  requestCount: number
  /** Creates a browser with the keys for a subscription. */
  browser(): TestBrowser
}

/** A push service on this machine, until the test ends. It rejects requests without a signature of the public key. */
export async function startPushService(publicKey: string): Promise<PushService> {
  const browsers = new Map<string, { keys: ECDH; auth: Buffer; arrived: ReceivedPush[] }>()
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    service.requestCount++
    const known = browsers.get(request.url ?? '')
    const isOurs = await isSigned(request.headers.authorization ?? '', publicKey, service.url)
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
    requestCount: 0,
    browser: () => {
      const path = `/send/${browsers.size}`
      const keys = createECDH('prime256v1')
      const auth = randomBytes(16)
      const arrived: ReceivedPush[] = []
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

/** Subscribes a new browser for a user. */
export async function subscribe(service: PushService, person: Person): Promise<TestBrowser> {
  const browser = service.browser()
  const { endpoint, p256dh, auth } = browser
  await person.api.subscribeToPush({ endpoint, p256dh, auth })
  return browser
}

async function isSigned(authorization: string, publicKey: string, origin: string): Promise<boolean> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  if (key !== publicKey) return false
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x!, y: y! }
  // The expiry is compared with the real time, which differs from the clocks of tests.
  const { payload } = await jwtVerify(token, createPublicKey({ key: jwk, format: 'jwk' }), {
    audience: origin,
    clockTolerance: 10 ** 9,
  })
  return /^(mailto:|https:)/.test(payload.sub ?? '') && payload.exp !== undefined
}

/** Decryption as in RFC 8291. */
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

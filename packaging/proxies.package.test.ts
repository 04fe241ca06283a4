import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { type Api, createApi } from '@loquat/client'
import { basicAuth, eventually } from '@loquat/devkit'
import { dataFolder } from '@loquat/devkit/data-folder'
import { freePort, ownerCredentials } from '@loquat/devkit/server-process'
import { certificates } from '@loquat/server/http/testing/certificates.ts'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ensureInstalled } from './testing/debian-programs.ts'
import { type ProxyProgram, proxyPrograms, startProxy } from './testing/proxy-program.ts'

const patience = 300_000

beforeAll(() => {
  ensureInstalled(Object.fromEntries(proxyPrograms.map(({ name }) => [name, name])))
  setDefaultCACertificates([...getCACertificates('default'), certificates.first.cert])
}, patience)

/** Two servers on one database behind a proxy, and the owner's API through it. */
async function proxied(program: ProxyProgram) {
  const folder = mkdtempSync(join(tmpdir(), 'loquat-proxy-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const files = { folder, cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  writeFileSync(files.cert, certificates.first.cert)
  writeFileSync(files.key, certificates.first.key)
  const ports = { https: await freePort(), http: await freePort() }
  const url = `https://localhost:${ports.https}`
  const { start } = await dataFolder()
  const one = await start({ env: { LOQUAT_URL: url } })
  const two = await start({ env: { LOQUAT_URL: url } })
  const output = startProxy(program, { ...ports, upstreams: [one.port, two.port] }, files)
  const anyone = createApi({ url })
  await eventually(async () => {
    const settings = await anyone.getServerSettings().catch((error: Error) => error)
    expect(settings, output()).toMatchObject({ realm_url: url })
  })
  const { api_key: apiKey } = await anyone.fetchApiKey({
    username: ownerCredentials.email,
    password: ownerCredentials.password,
  })
  const api = createApi({ url, credentials: { email: ownerCredentials.email, apiKey } })
  const authorization = basicAuth(ownerCredentials.email, apiKey)
  return { url, plainUrl: `http://localhost:${ports.http}`, one, two, api, authorization }
}

const send = (api: Api, content: string) =>
  api.sendMessage({ type: 'channel', to: 'general', topic: 'proxies', content })

async function openQueue(api: Api) {
  const { queue_id, last_event_id } = await api.register({ event_types: ['message'], apply_markdown: false })
  return { queue_id: queue_id ?? '', last_event_id: last_event_id ?? -1 }
}

describe.each(proxyPrograms.map((program) => [program.name, program] as const))(
  'behind %s',
  (_name, program) => {
    it('people log in, send, poll, stream and upload, on two servers, of which one may stop', {
      timeout: patience,
    }, async () => {
      const { url, plainUrl, one, two, api, authorization } = await proxied(program)

      // Long polls wait on whichever server they reach.
      const queue = await openQueue(api)
      const waiting = Promise.all(
        [1, 2, 3, 4].map(async () => await api.getEvents({ ...(await openQueue(api)) })),
      )
      await eventually(async () => {
        const parked = await Promise.all([one, two].map(parkedPolls))
        expect(parked.reduce((sum, count) => sum + count, 0)).toBe(4)
        expect(Math.min(...parked)).toBeGreaterThan(0)
      })
      const { id } = await send(api, 'polled')
      for (const { events } of await waiting)
        expect(events).toMatchObject([{ type: 'message', message: { id } }])

      // A stream passes on each event as it comes.
      const stop = new AbortController()
      const query = new URLSearchParams({
        queue_id: queue.queue_id,
        last_event_id: String(queue.last_event_id),
      })
      const headers = { accept: 'text/event-stream', authorization }
      const stream = await fetch(`${url}/api/v1/events?${query}`, { headers, signal: stop.signal })
      expect(stream.headers.get('content-type')).toContain('text/event-stream')
      const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
      let received = ''
      for (const content of ['polled', 'streamed', 'streamed again']) {
        if (content !== 'polled') await send(api, content)
        while (!received.includes(`"content":"${content}"`)) received += (await reader.read()).value ?? ''
      }
      stop.abort()

      // Files in one request, larger than the default buffers and limits of proxies.
      const bytes = new Uint8Array(3_000_000).fill(7)
      const { url: fileUrl } = await api.uploadFile({}, { files: [new File([bytes], 'plums.bin')] })
      const download = await fetch(`${url}${fileUrl}`, { headers: { authorization } })
      expect((await download.arrayBuffer()).byteLength).toBe(bytes.length)

      // And in parts.
      const tus = { 'tus-resumable': '1.0.0', authorization }
      const metadata = `filename ${Buffer.from('figs.txt').toString('base64')}`
      const begun = await fetch(`${url}/api/v1/tus`, {
        method: 'POST',
        headers: { ...tus, 'upload-length': '8', 'upload-metadata': metadata },
      })
      expect(begun.status).toBe(201)
      const location = new URL(begun.headers.get('location') ?? '', url)
      expect(location.origin).toBe(url)
      for (const [offset, body] of [
        [0, 'ripe'],
        [4, 'figs'],
      ] as const) {
        const octets = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) }
        const part = await fetch(location, { method: 'PATCH', headers: { ...tus, ...octets }, body })
        expect(part.headers.get('upload-offset')).toBe(String(offset + 4))
      }

      // The proxy names requests; addresses that clients claim do not count, so metrics stay closed to others.
      const settings = await fetch(`${url}/api/v1/server_settings`, {
        headers: { 'x-request-id': 'claimed' },
      })
      expect(settings.headers.get('x-request-id')).toMatch(/^(?!req-|claimed)[\w.:-]{16,64}$/)
      expect((await fetch(`${url}/metrics`)).status).toBeGreaterThanOrEqual(400)
      const redirect = await fetch(`${plainUrl}/inbox`, { redirect: 'manual' })
      expect(redirect.status).toBe(308)
      expect(redirect.headers.get('location')).toMatch(/^https:\/\/localhost.*\/inbox$/)

      // Without one of the servers, nothing fails.
      await two.stop()
      for (let n = 0; n < 10; n++) expect((await fetch(`${url}/api/v1/server_settings`)).status).toBe(200)
      expect((await send(api, 'on one server')).id).toBeGreaterThan(id)
    })
  },
)

async function parkedPolls({ url }: { url: string }): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^loquat_parked_polls (\d+)$/m.exec(metrics)?.[1])
}

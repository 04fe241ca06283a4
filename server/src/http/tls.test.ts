import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type Server } from 'node:http'
import { Agent, request } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls, type PeerCertificate, type TLSSocket } from 'node:tls'
import { basicAuth, createWorld, eventually, waitForParkedPolls } from '@loquat/devkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { routes } from '../features/routes.ts'
import { configFrom } from '../platform/config.ts'
import { createLogger } from '../platform/logger.ts'
import { createServer } from './server.ts'
import { certificates } from './testing/certificates.ts'
import { enableTls } from './tls.ts'

function certificateFiles(pair = certificates.first) {
  const folder = mkdtempSync(join(tmpdir(), 'loquat-tls-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  const replace = ({ cert, key }: { cert: string; key: string }) => {
    writeFileSync(files.keyFile, key)
    writeFileSync(files.certFile, cert)
  }
  replace(pair)
  return { ...files, replace }
}

/** One connection that is kept alive. */
function browser(port: number, ca = certificates.first.cert) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca })
  onTestFinished(() => agent.destroy())
  return (path: string, options: { method?: string; headers?: Record<string, string>; body?: string } = {}) =>
    new Promise<{ status: number | undefined; json: Record<string, unknown> }>((resolve, reject) => {
      const { body, ...rest } = options
      const outgoing = request({ host: '127.0.0.1', port, path, agent, ...rest }, (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode, json: JSON.parse(text) }))
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
}

async function certificateAt(port: number): Promise<PeerCertificate> {
  const socket: TLSSocket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const certificate = socket.getPeerCertificate()
  socket.destroy()
  return certificate
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

describe.each([{ pollServer: true }, { pollServer: false }])(
  'a server with a certificate (%j)',
  (changes) => {
    async function served() {
      const world = await createWorld()
      const config = { ...world.app.config, ...changes, tls: certificateFiles() }
      const server = createServer({ ...world.app, config }, { routes })
      await server.listen({ host: '127.0.0.1', port: 0 })
      onTestFinished(() => {
        server.server.closeAllConnections()
      })
      return { world, server, port: portOf(server.server) }
    }

    it('serves requests and long polls on one encrypted connection', async () => {
      const { world, port } = await served()
      const call = browser(port)
      const headers = { authorization: basicAuth(world.alice.email, world.alice.apiKey) }
      const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' }
      const registered = await call('/api/v1/register', {
        method: 'POST',
        headers: form,
        body: 'event_types=["typing"]',
      })
      const { queue_id, last_event_id } = registered.json
      const poll = `/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}`
      for (let n = 0; n < 2; n++) {
        expect(await call(`${poll}&dont_block=true`, { headers })).toMatchObject({
          status: 200,
          json: { events: [] },
        })
        expect(await call('/api/v1/users/me', { headers })).toMatchObject({
          json: { email: world.alice.email },
        })
      }
      const waiting = call(poll, { headers })
      await waitForParkedPolls(world, 1)
      await world.bob.api.setTypingStatus({ op: 'start', type: 'direct', to: [world.alice.id] })
      expect((await waiting).json).toMatchObject({ events: [{ type: 'typing', op: 'start' }] })
    })

    it('stops while a client has connected and says nothing', async () => {
      const { server, port } = await served()
      const silent = connect({ host: '127.0.0.1', port })
      onTestFinished(() => void silent.destroy())
      await once(silent, 'connect')
      await certificateAt(port)
      const closed = server.close()
      server.server.closeAllConnections()
      await closed
    })
  },
)

describe('a certificate', () => {
  async function encrypted() {
    const files = certificateFiles()
    const server = createHttpServer((_request, response) => response.end('{}'))
    const lines: string[] = []
    enableTls(server, files, createLogger('info', { write: (line) => void lines.push(line) }), {
      intervalMs: 10,
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
    return { files, port: portOf(server), logged: () => lines.join('') }
  }

  it('is loaded again when its files change, and open connections stay', async () => {
    const { files, port } = await encrypted()
    const call = browser(port)
    expect((await call('/')).status).toBe(200)
    files.replace(certificates.second)
    await eventually(async () => expect((await certificateAt(port)).subject.CN).toBe('second.example.com'))
    expect((await call('/')).status).toBe(200)
    const renewed = browser(port, certificates.second.cert)
    expect((await renewed('/')).status).toBe(200)
  })

  it('stays in use while its files do not belong together', async () => {
    const { files, port, logged } = await encrypted()
    files.replace({ cert: certificates.second.cert, key: certificates.first.key })
    await eventually(() => expect(logged()).toContain('the changed TLS certificate cannot be used'))
    expect((await certificateAt(port)).subject.CN).toBe('first.example.com')
    files.replace(certificates.second)
    await eventually(async () => expect((await certificateAt(port)).subject.CN).toBe('second.example.com'))
  })

  it('that is missing or has another key stops the start with a sentence', () => {
    const server = createHttpServer()
    const log = createLogger('silent')
    const { certFile, keyFile } = certificateFiles({
      cert: certificates.first.cert,
      key: certificates.second.key,
    })
    expect(() => enableTls(server, { certFile, keyFile }, log)).toThrow(
      /^LOQUAT_TLS_CERT and .* cannot be used: .*/,
    )
    expect(() => enableTls(server, { certFile, keyFile: `${keyFile}.none` }, log)).toThrow(/ENOENT/)
  })

  it('needs both files, and makes https the default of the public URL', () => {
    expect(() => configFrom({ LOQUAT_TLS_CERT: '/cert.pem' })).toThrow(
      'LOQUAT_TLS_CERT and LOQUAT_TLS_KEY must be set together.',
    )
    const { url, tls } = configFrom({ LOQUAT_TLS_CERT: '/cert.pem', LOQUAT_TLS_KEY: '/key.pem', PORT: '443' })
    expect({ url, tls }).toEqual({
      url: 'https://localhost:443',
      tls: { certFile: '/cert.pem', keyFile: '/key.pem' },
    })
  })
})

import { createHmac } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  createSecureContext,
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
} from 'node:tls'
import { createWorld, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { verifyLog } from '../../../audit/verify.ts'
import { certificates } from '../../../http/testing/certificates.ts'
import { trimAuditLogs } from '../../administration/audit-log/trim.ts'
import { streamAuditLogs } from './jobs.ts'
import { callAuditWebhooks } from './organization-webhooks.ts'
import { sendSyslog, syslogMessage } from './syslog.ts'

async function listening(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** The JSON of messages with octet counting. */
function entriesIn(stream: string): { id: number; kind: string; organization: string }[] {
  const entries = []
  let rest = Buffer.from(stream)
  while (rest.length > 0) {
    const [length = ''] = rest.toString('latin1', 0, 10).split(' ')
    const message = rest.subarray(length.length + 1, length.length + 1 + Number(length)).toString()
    expect(message).toMatch(/^<110>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ loquat - [a-z_]+\.[a-z_]+ - \{/)
    entries.push(JSON.parse(message.slice(message.indexOf('{'))))
    rest = rest.subarray(length.length + 1 + Number(length))
  }
  return entries
}

describe('The audit log is copied', () => {
  it('to syslog, with everything that happened while the receiver was down, once', async () => {
    const received: string[] = []
    const receiver = createServer((socket) => void text(socket).then((all) => received.push(all)))
    const port = await listening(receiver)
    await new Promise((resolve) => receiver.close(resolve))
    const syslog = { protocol: 'tcp', host: '127.0.0.1', port } as const
    const audit = { syslog, webhook: undefined, keepDays: undefined }
    const { alice, app } = await createWorld({ quiet: true, config: { audit } })
    await streamAuditLogs.run(app, {})
    await alice.api.updateRealm({ name: 'Grove' })
    await listening(receiver, port)
    await streamAuditLogs.run(app, {})
    await streamAuditLogs.run(app, {})
    const { entries } = await alice.api.getAuditLog({ limit: 200 })
    await expect.poll(() => received.length).toBe(1)
    const copied = received.flatMap(entriesIn)
    expect(copied).toEqual(entries.toReversed().map((entry) => ({ organization: '', ...entry })))
    await alice.api.updateRealm({ name: 'Garden' })
    await streamAuditLogs.run(app, {})
    await expect.poll(() => received.length).toBe(2)
    expect(entriesIn(received[1] ?? '')).toMatchObject([{ kind: 'organization.settings_changed' }])
  })

  it('to syslog over TLS, only if the receiver has a certificate for its name, and over UDP', async () => {
    const received: string[] = []
    let { cert, key } = certificates.first
    const receiver = createTlsServer(
      { SNICallback: (_, done) => done(null, createSecureContext({ cert, key })), cert, key },
      (socket) => void text(socket).then((all) => received.push(all)),
    )
    receiver.on('tlsClientError', () => {})
    const port = await listening(receiver)
    const trusted = getCACertificates('default')
    setDefaultCACertificates([...trusted, certificates.first.cert, certificates.elsewhere.cert])
    onTestFinished(() => setDefaultCACertificates(trusted))
    const audit = {
      syslog: { protocol: 'tls', host: 'localhost', port },
      webhook: undefined,
      keepDays: undefined,
    } as const
    const { alice, app } = await createWorld({ quiet: true, config: { audit } })
    for (const wrong of [certificates.second, certificates.elsewhere]) {
      ;({ cert, key } = wrong)
      await streamAuditLogs.run(app, {})
    }
    expect(received.join('')).toBe('')
    ;({ cert, key } = certificates.first)
    await streamAuditLogs.run(app, {})
    const { entries } = await alice.api.getAuditLog({ limit: 200 })
    await expect.poll(() => received.join('')).not.toBe('')
    expect(entriesIn(received.join('')).map(({ id }) => id)).toEqual(entries.toReversed().map(({ id }) => id))

    const datagrams: string[] = []
    const socket = createSocket('udp4', (message) => datagrams.push(message.toString()))
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', () => resolve()))
    onTestFinished(() => void socket.close())
    const udp = { protocol: 'udp', host: '127.0.0.1', port: socket.address().port } as const
    await sendSyslog(
      udp,
      entries.slice(0, 3).map((entry) => syslogMessage('', entry)),
    )
    await expect.poll(() => datagrams.length).toBe(3)
    expect(datagrams[0]).toMatch(/^<110>1 \d{4}-.* loquat - [a-z_]+\.[a-z_]+ - \{"organization":""/)
  })

  it('to a webhook, signed, again until it answers with success', async () => {
    const bodies: { body: string; signature: unknown }[] = []
    let status = 503
    const receiver = createHttpServer((request, response) => {
      void text(request).then((body) => {
        bodies.push({ body, signature: request.headers['x-loquat-signature'] })
        response.writeHead(status).end()
      })
    })
    const port = await listening(receiver)
    const webhook = { url: `http://127.0.0.1:${port}/audit?token=x`, secret: 'plums' }
    const audit = { syslog: undefined, webhook, keepDays: undefined }
    const { app } = await createWorld({ quiet: true, config: { audit } })
    await streamAuditLogs.run(app, {})
    status = 200
    await streamAuditLogs.run(app, {})
    await streamAuditLogs.run(app, {})
    const [first, second] = bodies
    expect(bodies).toHaveLength(2)
    expect(second).toEqual(first)
    const digest = createHmac('sha256', 'plums')
      .update(first?.body ?? '')
      .digest('hex')
    expect(first?.signature).toBe(`sha256=${digest}`)
    const { entries } = JSON.parse(first?.body ?? '') as { entries: object[] }
    expect(entries[0]).toMatchObject({ id: 1, kind: 'organization.created' })
  })
})

describe('The webhook of an organization', () => {
  it('gets its entries from then on, signed, and is tried again less and less often', async () => {
    const bodies: { body: string; signature: unknown }[] = []
    let status = 500
    const receiver = createHttpServer((request, response) => {
      void text(request).then((body) => {
        bodies.push({ body, signature: request.headers['x-loquat-signature'] })
        response.writeHead(status).end()
      })
    })
    const url = `http://127.0.0.1:${await listening(receiver)}/audit?token=plums`
    const { alice, bob, app, clock } = await createWorld({ config: { allowPrivateCallbacks: true } })
    const run = () => callAuditWebhooks.run(app, {})
    await expect(bob.api.setAuditWebhook({ url })).rejects.toMatchObject(withReason('caller-not-owner'))
    await expect(alice.api.setAuditWebhook({ url: 'file:///etc/passwd' })).rejects.toMatchObject(
      withReason('url-invalid', { parameter: 'url' }),
    )
    await expect(alice.api.deleteAuditWebhook()).rejects.toMatchObject(withReason('audit-webhook-not-found'))
    expect((await alice.api.getAuditWebhook()).webhook).toBeNull()
    const { secret } = await alice.api.setAuditWebhook({ url })
    await alice.api.updateRealm({ name: 'Grove' })
    await run()
    await run()
    expect(bodies).toHaveLength(1)
    const problem = 'The webhook of the audit log answered 500.'
    expect((await alice.api.getAuditWebhook()).webhook).toEqual({ url, problem })
    for (const wait of [60, 120, 240]) {
      clock.advance(wait - 1)
      await run()
      clock.advance(1)
      const before = bodies.length
      await run()
      expect(bodies.length, `after ${wait} seconds`).toBe(before + 1)
    }
    clock.advance(3_600)
    status = 204
    await run()
    await run()
    expect(bodies).toHaveLength(5)
    const { body = '', signature } = bodies.at(-1) ?? {}
    expect(signature).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
    const kinds = (JSON.parse(body) as { entries: { kind: string }[] }).entries.map(({ kind }) => kind)
    expect(kinds).toEqual(['audit.webhook_changed', 'organization.settings_changed'])
    expect((await alice.api.getAuditWebhook()).webhook).toEqual({ url, problem: null })
    // Nothing of the address but its host is in the log.
    expect(body).not.toContain('plums')

    await alice.api.deleteAuditWebhook()
    await run()
    expect(bodies).toHaveLength(5)
  })

  it('cannot be in a private network', async () => {
    let requests = 0
    const receiver = createHttpServer((_, response) => {
      requests++
      response.end()
    })
    const url = `http://127.0.0.1:${await listening(receiver)}/audit`
    const { alice, app } = await createWorld({})
    await alice.api.setAuditWebhook({ url })
    await callAuditWebhooks.run(app, {})
    expect(requests).toBe(0)
    expect((await alice.api.getAuditWebhook()).webhook?.problem).toMatch(/./)
  })
})

describe('Old entries', () => {
  it('are deleted after the configured time, and the rest can still be verified', async () => {
    const audit = { syslog: undefined, webhook: undefined, keepDays: 365 }
    const { app, alice, clock } = await createWorld({ config: { audit } })
    const realm = await app.realms.byHost('')
    const verify = () => verifyLog(app.database.db, app.trail.chain, realm?.id ?? 0)
    await trimAuditLogs.run(app, {})
    expect((await alice.api.getAuditLog({ limit: 200 })).entries.at(-1)?.id).toBe(1)
    clock.advance(366 * 86_400_000)
    await alice.api.updateRealm({ name: 'Grove' })
    await trimAuditLogs.run(app, {})
    const { entries } = await alice.api.getAuditLog({ limit: 200 })
    expect(entries).toMatchObject([{ kind: 'audit.trimmed' }, { kind: 'organization.settings_changed' }])
    expect((await verify()).problems).toEqual([])
    clock.advance(366 * 86_400_000)
    await trimAuditLogs.run(app, {})
    expect(await verify()).toMatchObject({ entries: 1, problems: [] })
    await alice.api.updateRealm({ name: 'Garden' })
    await sql`delete from audit_entry where kind = 'audit.trimmed'`.execute(app.database.db)
    expect((await verify()).problems).toEqual([expect.stringMatching(/^Entries 1 to \d+ are missing\.$/)])
  })

  it('are kept until the receivers have them', async () => {
    const syslog = { protocol: 'tcp', host: '127.0.0.1', port: 9 } as const
    const audit = { syslog, webhook: undefined, keepDays: 365 }
    const { app, alice, clock } = await createWorld({ config: { audit } })
    clock.advance(400 * 86_400_000)
    await trimAuditLogs.run(app, {})
    expect((await alice.api.getAuditLog({ limit: 200 })).entries.at(-1)?.id).toBe(1)
  })
})

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createWorld, eventually } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { job } from '../jobs/job.ts'
import { runDueJobs } from '../jobs/runner.ts'
import { enqueue } from '../jobs/store.ts'
import { configFrom } from '../platform/config.ts'

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number }
}
interface SentTraces {
  resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[]
}

/** A collector of OpenTelemetry that keeps the spans it gets. */
async function startCollector() {
  const spans: SentSpan[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = JSON.parse(Buffer.concat(parts).toString()) as SentTraces
    for (const { scopeSpans } of body.resourceSpans) for (const one of scopeSpans) spans.push(...one.spans)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  /** Waits for a span, and returns its trace as names below names. */
  const untilTree = (name: string) =>
    eventually(() => {
      const root = spans.find((span) => span.name === name)
      if (root === undefined) throw new Error(`There is no span ${name}.`)
      return treeOf(spans, root)
    })
  return { url, spans, untilTree }
}

interface Tree {
  name: string
  attributes: Record<string, unknown>
  parts: Tree[]
}

function treeOf(spans: readonly SentSpan[], { spanId, name, attributes }: SentSpan): Tree {
  return {
    name,
    attributes: Object.fromEntries(
      attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
    ),
    parts: spans.filter((span) => span.parentSpanId === spanId).map((span) => treeOf(spans, span)),
  }
}

const message = { type: 'channel', to: 'general', topic: 'PRIVATE', content: 'PRIVATE' } as const

describe('Traces', () => {
  it('lead from the request to its action, its statements and the delivery of events', async () => {
    const collector = await startCollector()
    const { tracing } = configFrom({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    const world = await createWorld({ config: { tracing } })
    await world.alice.api.sendMessage(message)
    const { name, attributes, parts } = await collector.untilTree('POST /messages')
    expect({ name, attributes }).toEqual({
      name: 'POST /messages',
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/messages',
        'http.response.status_code': 200,
        'loquat.request_id': expect.stringMatching(/^req-/),
      },
    })
    const action = parts.find((part) => part.name === 'action sendMessage')
    const statement = action?.parts.find((part) => part.name === 'with')
    expect(statement?.attributes).toMatchObject({ 'db.system.name': 'postgresql' })
    expect(statement?.attributes['db.query.text']).toMatch(/with log as/)
    const event = action?.parts.find((part) => part.name === 'event')
    expect(event?.attributes).toMatchObject({ 'loquat.event.types': expect.stringContaining('message') })
    expect(JSON.stringify(collector.spans)).not.toContain('PRIVATE')
    expect(JSON.stringify(collector.spans)).not.toContain(world.alice.apiKey)
  })

  it('show failed requests and jobs, without the messages of errors', async () => {
    const collector = await startCollector()
    const { tracing } = configFrom({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    const world = await createWorld({ config: { tracing }, quiet: true })
    const test = job<object>({
      name: 'test-job',
      run: async ({ database }) => void (await sql`select 1`.execute(database.db)),
    })
    await enqueue(world.app.database.db, test, {})
    await runDueJobs(world.app, [test])
    await world.raw('/api/v1/users/999999?PRIVATE', { as: world.alice })
    const run = await collector.untilTree('job test-job')
    expect(run.parts.map((part) => part.name)).toContain('select')
    const { attributes, parts } = await collector.untilTree('GET /users/{user_id}')
    expect(attributes['http.response.status_code']).toBe(400)
    expect(collector.spans.find((span) => span.name === parts[0]?.name)?.status.code).toBe(2)
    expect(JSON.stringify(collector.spans)).not.toContain('PRIVATE')
  })

  it('go on with the trace of a trusted proxy, and only of one', async () => {
    const collector = await startCollector()
    // Only what the proxy has chosen is sent, because the server itself would send nothing.
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '0' }
    const { tracing } = configFrom(env)
    const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
    const headers = { traceparent: `00-${traceId}-${spanId}-01` }
    const direct = await createWorld({ config: { tracing, trustedProxies: [] } })
    await direct.raw('/api/v1/users/me', { as: direct.alice, headers })
    const proxied = await createWorld({ config: { tracing } })
    await proxied.raw('/api/v1/users/me/subscriptions', { as: proxied.alice })
    await proxied.raw('/api/v1/streams', { as: proxied.alice, headers: { traceparent: '00-nonsense' } })
    await proxied.raw('/api/v1/server_settings', { headers })
    await collector.untilTree('GET /server_settings')
    const requests = collector.spans.filter(({ name }) => name.startsWith('GET '))
    expect(requests).toMatchObject([{ name: 'GET /server_settings', traceId, parentSpanId: spanId }])
  })

  it('do not hold up the server when the collector is gone', async () => {
    const { tracing } = configFrom({
      LOQUAT_TRACING: 'on',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    })
    const world = await createWorld({ config: { tracing } })
    await world.alice.api.sendMessage(message)
    const { stop } = await world.secondNode()
    await stop()
  })

  it('are off unless they are configured', async () => {
    expect(configFrom({}).tracing).toBeUndefined()
    expect(configFrom({ LOQUAT_TRACING: 'on' }).tracing).toEqual({
      url: 'http://localhost:4318/v1/traces',
      share: 1,
    })
    const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
    expect(configFrom({ ...collector, LOQUAT_TRACING: 'off' }).tracing).toBeUndefined()
    expect(() => configFrom({ LOQUAT_TRACING: 'yes' })).toThrow('LOQUAT_TRACING must be')
    expect(() => configFrom({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' })).toThrow(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
    )
    expect(() => configFrom({ ...collector, OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('from 0 to 1')
    expect((await createWorld()).app.tracing).toBeUndefined()
  })
})

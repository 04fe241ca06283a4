import { apiError, type WireError } from '@loquat/contract'
import { bodyWithReason, createWorld } from '@loquat/devkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { RawReply, type Route } from '../implement.ts'
import { RouteTable } from '../route-table.ts'
import { createServer } from '../server.ts'
import { errorText, successText } from './envelope.ts'

const apiMethods = 'GET, POST, DELETE, PUT, PATCH, HEAD'

describe('A response of the API', () => {
  it('is JSON with one trailing newline, is not cacheable, and is readable by all origins', async () => {
    const world = await createWorld()
    const { queue_id, last_event_id } = await world.alice.api.register({ event_types: [] })
    const poll = `/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}&dont_block=true`
    const cases: [status: number, methods: string, path: string, init: Parameters<typeof world.raw>[1]][] = [
      [200, apiMethods, '/api/v1/users/me', { as: world.alice }],
      [200, apiMethods, '/api/v1/server_settings', {}],
      [200, 'OPTIONS, GET, DELETE', poll, { as: world.alice }],
      [400, apiMethods, '/api/v1/get_stream_id', { as: world.alice }],
      [400, 'OPTIONS, GET, DELETE', '/api/v1/events?queue_id=x&last_event_id=0', { as: world.alice }],
      [401, apiMethods, '/api/v1/users/me', {}],
      [404, apiMethods, '/api/v1/nope', {}],
      [405, apiMethods, '/api/v1/users/me', { method: 'PUT' }],
      [405, 'OPTIONS, GET, DELETE', '/api/v1/events', { method: 'PUT' }],
    ]
    for (const [status, methods, path, init] of cases) {
      const response = await world.raw(path, init)
      const label = `${status} ${path}`
      expect(response.status, label).toBe(status)
      const { headers } = response
      expect(headers.get('content-type'), label).toBe('application/json')
      expect(headers.get('cache-control'), label).toContain('no-store')
      expect(headers.get('access-control-allow-origin'), label).toBe('*')
      expect(headers.get('access-control-allow-headers'), label).toBe('Authorization')
      expect(headers.get('access-control-allow-methods'), label).toBe(methods)
      expect(headers.has('access-control-allow-credentials'), label).toBe(false)
      const text = await response.text()
      expect(text, label).toMatch(/^\{.*\}\n$/)
      const { result, msg } = JSON.parse(text)
      expect(result, label).toBe(status === 200 ? 'success' : 'error')
      if (status === 200) expect(msg, label).toBe('')
      else expect(msg, label).not.toBe('')
    }
  })

  it('has a request ID that is unique in this process', async () => {
    const world = await createWorld()
    const ids = await Promise.all(
      ['/api/v1/server_settings', '/api/v1/server_settings', '/api/v1/nope', '/api/v1/users/me'].map(
        async (path) => (await world.raw(path)).headers.get('x-request-id'),
      ),
    )
    for (const id of ids) expect(id).toMatch(/\S/)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('is a 401 with a challenge, not a redirect, for a browser without credentials', async () => {
    const world = await createWorld()
    const response = await world.raw('/api/v1/users/me', {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Basic realm="chat"')
  })
})

describe('An unexpected failure', () => {
  const routeThatThrows = (thrown: unknown): Route => ({
    name: 'probe',
    endpoint: { method: 'GET', path: '/probe', pathParams: {}, auth: 'none', params: {} } as never,
    scope: 'public',
    channelLimit: undefined,
    params: [],
    handle: () => {
      throw thrown
    },
  })
  const answerTo = async (thrown: unknown) => {
    const { app } = await createWorld({ quiet: true })
    const server = createServer(app, { routes: new RouteTable([routeThatThrows(thrown)]) })
    onTestFinished(() => server.close())
    const response = await fetch(`${await server.listen({ host: '127.0.0.1', port: 0 })}/api/v1/probe`)
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.json(),
    }
  }

  it('is a 500 without details', async () => {
    for (const thrown of [new Error('secret detail'), new TypeError('x'), 'a string', null, undefined]) {
      const { status, body, headers } = await answerTo(thrown)
      expect(status).toBe(500)
      expect(body).toEqual(bodyWithReason('server-failed', {}))
      expect(headers['access-control-allow-origin']).toBe('*')
    }
  })

  it('is a 503 with Retry-After while the database is unreachable', async () => {
    const away = [
      Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
      Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
      new Error('Connection terminated unexpectedly'),
      new Error('timeout exceeded when trying to connect'),
    ]
    for (const thrown of away) {
      const { status, body, headers } = await answerTo(thrown)
      expect(status).toBe(503)
      expect(body).toEqual(bodyWithReason('database-unreachable'))
      expect(headers['retry-after']).toBe('1')
    }
  })
})

describe('The text of a reply', () => {
  it('is the envelope around the fields, given as an object or as text', () => {
    expect(JSON.parse(successText({}, []))).toEqual({ result: 'success', msg: '' })
    expect(JSON.parse(successText({ a: 1 }, ['x']))).toEqual({
      result: 'success',
      msg: '',
      a: 1,
      ignored_parameters_unsupported: ['x'],
    })
    expect(successText(new RawReply('"a":[1]'), ['x'])).toBe(successText({ a: [1] }, ['x']))
    expect(successText(new RawReply(''), [])).toBe(successText({}, []))
  })

  const written = (error: WireError) => JSON.parse(errorText(error)) as unknown

  it('of an error has its code, its message, its reason and its extra fields', () => {
    expect(written(apiError('event-queue-not-found', { queue: 'q' }, { queue_id: 'q' }))).toEqual({
      result: 'error',
      msg: 'Event queue q not found. Register a new one.',
      code: 'BAD_EVENT_QUEUE_ID',
      reason: 'event-queue-not-found',
      reason_params: { queue: 'q' },
      queue_id: 'q',
    })
    expect(written(apiError('channel-not-found'))).toEqual(bodyWithReason('channel-not-found'))
  })

  it('of an error has parameters of at most 500 characters, and no half of a surrogate pair', () => {
    const channel = `${'x'.repeat(499)}🍑`
    expect(written(apiError('subscription-denied', { channel }))).toMatchObject({
      msg: expect.stringContaining(channel),
      reason_params: { channel: `${'x'.repeat(499)}\ufffd` },
    })
  })

  it('of a failed CSRF check keeps the field `reason` of the protocol', () => {
    const error = apiError('csrf-token-missing', {}, { reason: 'token missing' })
    expect(written(error)).toMatchObject({ code: 'CSRF_FAILED', reason: 'token missing' })
  })
})

import { type Endpoint, endpoints } from '@loquat/contract'
import { bodyWithReason, createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const methodsOf = (path: string) =>
  (Object.values(endpoints) as Endpoint[]).filter((one) => one.path === path).map((one) => one.method)

describe('A path', () => {
  it('that does not exist gets 404 NOT_FOUND in JSON, with any method and credentials', async () => {
    const world = await createWorld()
    const paths = ['/api/v1', '/api/v1/', '/api/v1/nope', '/api/v2/users', '/api', '/nope', '/api/v1/users/']
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS']) {
        const response = await world.raw(path, { method })
        expect(response.status, `${method} ${path}`).toBe(404)
        expect(response.headers.get('content-type')).toBe('application/json')
        expect(await response.json()).toEqual(bodyWithReason('path-not-found'))
      }
    }
  })

  it('has no trailing slash, no double slash and no other case', async () => {
    const world = await createWorld()
    for (const path of [
      '/api/v1/users/me/',
      '/api/v1//users/me',
      '/api/v1/users//me',
      '/api/v1/Users/me',
      '/API/v1/users/me',
      '/api/v1/server_settings/',
      '/api/v1/messages/',
    ]) {
      expect((await world.raw(path, { as: world.alice })).status, path).toBe(404)
    }
  })

  it('with an integer accepts only digits', async () => {
    const world = await createWorld()
    for (const text of ['-1', '+1', '1.0', '1e1', '0x1', 'abc', '%20', '1%20', '१', '1;2', 'null']) {
      const response = await world.raw(`/api/v1/streams/${text}`, { as: world.alice })
      expect(response.status, text).toBe(404)
      expect(await response.json()).toMatchObject(bodyWithReason('path-not-found'))
    }
  })

  it('with an integer of any length beyond all IDs finds nothing', async () => {
    const world = await createWorld()
    for (const digits of [9, 10, 16, 19, 20, 100, 1_000, 1_001, 5_000]) {
      for (const [resource, reason] of [
        ['streams', 'channel-not-found'],
        ['users', 'user-not-found'],
      ] as const) {
        const response = await world.raw(`/api/v1/${resource}/${'9'.repeat(digits)}`, { as: world.alice })
        expect(await response.json(), `${digits} digits`).toMatchObject(bodyWithReason(reason))
      }
    }
    const leading = await world.raw(`/api/v1/users/000${world.alice.id}`, { as: world.alice })
    expect(leading.status).toBe(200)
  })

  it('with broken percent-encoding gets a 4xx in JSON', async () => {
    const world = await createWorld()
    for (const [path, reason] of [
      ['/api/v1/%', 'request-malformed'],
      ['/api/v1/users/%zz', 'request-malformed'],
      ['/api/v1/streams/%E0%A4%A', 'request-malformed'],
      ['/%ff', 'request-malformed'],
      ['/api/v1/users/%00', 'parameter-has-null-byte'],
    ] as const) {
      const response = await world.raw(path, { as: world.alice })
      expect(await response.json(), path).toMatchObject(bodyWithReason(reason))
    }
  })
})

describe('A method', () => {
  it('that a path does not support gets 405 with the supported ones, before authentication', async () => {
    const world = await createWorld()
    const cases: [method: string, path: string, allowed: string[]][] = [
      ['PATCH', '/users/me', ['DELETE', 'GET', 'HEAD', 'OPTIONS']],
      ['DELETE', '/users/carol@example.com', ['GET', 'HEAD', 'OPTIONS', 'PATCH']],
      ['POST', '/users/7', ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH']],
      ['POST', '/server_settings', ['GET', 'HEAD', 'OPTIONS']],
      ['GET', '/fetch_api_key', ['OPTIONS', 'POST']],
      ['DELETE', '/fetch_api_key', ['OPTIONS', 'POST']],
      ['PUT', '/events', ['DELETE', 'GET', 'OPTIONS']],
      ['POST', '/events', ['DELETE', 'GET', 'OPTIONS']],
      ['HEAD', '/events', ['DELETE', 'GET', 'OPTIONS']],
      ['HEAD', '/register', ['OPTIONS', 'POST']],
    ]
    for (const [method, path, allowed] of cases) {
      const response = await world.raw(`/api/v1${path}`, { method })
      const label = `${method} ${path}`
      expect(response.status, label).toBe(405)
      expect(response.headers.get('allow'), label).toBe(allowed.join(', '))
      if (method === 'HEAD') continue
      expect(await response.json(), label).toEqual({
        ...bodyWithReason('method-not-allowed', { method }),
        allowed_methods: allowed,
      })
    }
  })

  it('that no path supports gets 405, too', async () => {
    const world = await createWorld()
    for (const method of ['PROPFIND', 'LOCK', 'REPORT']) {
      expect((await world.raw('/api/v1/users/me', { method })).status, method).toBe(405)
      expect((await world.raw('/api/v1/nope', { method })).status, method).toBe(404)
    }
  })

  it('gets 405 with any body', async () => {
    const world = await createWorld()
    const bodies: [string, string][] = [
      ['application/json', '{broken'],
      ['application/x-www-form-urlencoded', 'x&'.repeat(2_000)],
      ['multipart/form-data', 'no boundary'],
    ]
    for (const [contentType, body] of bodies) {
      const init = { method: 'PATCH', body, headers: { 'content-type': contentType } }
      expect((await world.raw('/api/v1/server_settings', init)).status, contentType).toBe(405)
      expect((await world.raw('/api/v1/nope', init)).status, contentType).toBe(404)
    }
  })
})

describe('OPTIONS', () => {
  it('gets 204 on every path of the API, without authentication', async () => {
    const world = await createWorld()
    for (const path of new Set(Object.values(endpoints).map((one) => one.path))) {
      const response = await world.raw(`/api/v1${path.replace(/\{\w+\}/g, '1')}`, { method: 'OPTIONS' })
      expect(response.status, path).toBe(204)
      expect(await response.text()).toBe('')
      const allowed = (response.headers.get('allow') ?? '').split(', ')
      expect(allowed, path).toEqual([...allowed].sort())
      expect(allowed, path).toEqual(expect.arrayContaining(['OPTIONS', ...methodsOf(path)]))
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
    }
  })
})

describe('HEAD', () => {
  it('gets the response of GET without the body', async () => {
    const world = await createWorld()
    const get = await world.raw('/api/v1/users/me', { as: world.alice })
    const head = await world.raw('/api/v1/users/me', { as: world.alice, method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(await head.text()).toBe('')
    expect(head.headers.get('content-type')).toBe('application/json')
    expect(head.headers.get('content-length')).toBe(String((await get.text()).length))
    expect((await world.raw('/api/v1/users/me', { method: 'HEAD' })).status).toBe(401)
  })
})

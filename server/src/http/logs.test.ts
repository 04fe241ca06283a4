import { basicAuth, castPassword, createWorld, testConfig } from '@loquat/devkit'
import { routes } from '@loquat/server/features/routes.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApp } from '../create-app.ts'
import { createLogger } from '../platform/logger.ts'
import { implement, type Route } from './implement.ts'
import { RouteTable } from './route-table.ts'
import { createServer } from './server.ts'

/** A process whose log we keep, with some routes broken. */
async function createLogged(broken: (route: Route) => Route = (route) => route) {
  const world = await createWorld()
  const lines: string[] = []
  const logger = createLogger('debug', { write: (line) => void lines.push(line) })
  const app = await createApp(testConfig(), world.database, { logger })
  const server = createServer(app, { routes: new RouteTable(routes.routes.map(broken)) })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await server.close()
    await app.close()
  })
  const { email, apiKey } = world.alice
  const call = (method: string, path: string, fields: Record<string, string> = {}) =>
    fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: basicAuth(email, apiKey) },
      ...(method === 'GET' ? {} : { body: new URLSearchParams(fields) }),
    })
  return { world, lines, app, call }
}

const message = { type: 'channel', to: 'general', topic: 'PRIVATE-TOPIC', content: 'PRIVATE-TEXT' }

describe('The log at level trace', () => {
  it('contains no API key, password or message, for all calls and failures', async () => {
    const breakable = new Set(['getMessages', 'updateMessageFlags'])
    const { world, lines, app, call } = await createLogged((route) =>
      breakable.has(route.name)
        ? {
            ...route,
            // As an error of the database would look.
            handle: ({ params }) => {
              const detail = `Failing row contains (${JSON.stringify(params)}, ${world.alice.apiKey}).`
              throw Object.assign(new Error('violates check constraint'), { detail, where: detail })
            },
          }
        : route,
    )
    const login = (password: string) =>
      call('POST', '/fetch_api_key', { username: world.alice.email, password })
    const statuses = [
      await login(castPassword),
      await login('PRIVATE-PASSWORD'),
      await call('POST', '/messages', message),
      await call('POST', '/messages', { ...message, to: 'PRIVATE-CHANNEL' }),
      await call('POST', '/messages', { ...message, content: 'PRIVATE-TEXT\0' }),
      await call('POST', '/register?api_key=PRIVATE-QUERY', { event_types: '["PRIVATE-TEXT"' }),
      await call(
        'GET',
        '/messages?anchor=newest&num_before=1&num_after=0&narrow=[["search","PRIVATE-TEXT"]]',
      ),
      await call('POST', '/messages/flags', { messages: '[1]', op: 'add', flag: 'PRIVATE-FLAG' }),
      await call('GET', '/PRIVATE-PATH?PRIVATE-QUERY'),
    ].map((response) => response.status)
    expect(statuses).toEqual([200, 401, 200, 400, 400, 400, 500, 500, 404])

    app.logger.debug('the last line')
    expect(lines.join('')).toContain('the last line')
    expect(lines.filter((line) => line.includes('a request failed'))).toHaveLength(2)
    const secrets = [
      world.alice.apiKey,
      castPassword,
      'PRIVATE',
      basicAuth(world.alice.email, world.alice.apiKey),
    ]
    for (const secret of secrets) expect(lines.join('')).not.toContain(secret)
  })

  it('identifies a failed call by the request ID in its response', async () => {
    const area = {
      getOwnUser: routes.routes.find((route) => route.name === 'getOwnUser')?.endpoint as Route['endpoint'],
    }
    const [failing] = implement(area, {
      getOwnUser: () => {
        throw new Error('the reason')
      },
    })
    const { lines, call } = await createLogged((route) =>
      route.name === 'getOwnUser' && failing ? failing : route,
    )
    const response = await call('GET', '/users/me?secret=PRIVATE')
    expect(response.status).toBe(500)
    const [line = ''] = lines
    expect(JSON.parse(line)).toMatchObject({
      level: 50,
      msg: 'a request failed',
      req_id: response.headers.get('x-request-id'),
      method: 'GET',
      route: '/users/me',
      err: { message: 'the reason', stack: expect.any(String) },
    })
    expect(line).not.toContain('PRIVATE')
  })
})

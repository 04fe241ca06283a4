import {
  Browser,
  castPassword,
  createMailbox,
  createWorld,
  keyInEmail,
  runJobs,
  type World,
  type WorldOptions,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { job } from '../jobs/job.ts'
import { runDueJobs } from '../jobs/runner.ts'
import { enqueue } from '../jobs/store.ts'
import { createLogger } from '../platform/logger.ts'
import { foundIn, useEverySecret } from '../sealing/testing/every-secret.ts'

/** A world whose log we keep, at a level. */
async function createLogged(level: string, options: WorldOptions = {}) {
  const lines: string[] = []
  const logger = createLogger(level, { write: (line) => void lines.push(line) })
  const world = await createWorld({ ...options, logger })
  const entries = (msg: string) =>
    lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line.msg === msg)
  return { world, lines, entries }
}

const everythingIsSlow = { slowRequestMs: 0, slowStatementMs: 0 }
const user = (world: World) => `/api/v1/users/${world.bob.id}?PRIVATE`

describe('The log of requests', () => {
  it('has a line per request at level debug, by route and never by path', async () => {
    const { world, lines, entries } = await createLogged('debug', {
      limits: { slowRequestMs: Number.POSITIVE_INFINITY, slowStatementMs: Number.POSITIVE_INFINITY },
    })
    const id = (await world.raw(user(world), { as: world.alice })).headers.get('x-request-id')
    await world.raw('/api/v1/PRIVATE', { as: world.alice })
    await world.raw('/login?PRIVATE')
    const { queue_id, last_event_id } = await world.alice.api.register({ event_types: [] })
    await world.alice.api.getEvents({
      queue_id: queue_id ?? '',
      last_event_id: last_event_id ?? -1,
      dont_block: true,
    })
    const first = {
      req_id: id,
      method: 'GET',
      route: '/users/{user_id}',
      status: 200,
      ms: expect.any(Number),
    }
    expect(entries('request')).toEqual([
      expect.objectContaining({ level: 20, ...first }),
      expect.objectContaining({ method: 'GET', route: 'unknown', status: 404 }),
      expect.objectContaining({ method: 'GET', route: '/login', status: 200 }),
      expect.objectContaining({ method: 'POST', route: '/register', status: 200 }),
      expect.objectContaining({ method: 'GET', route: '/events', status: 200 }),
    ])
    expect(lines.join('')).not.toContain('PRIVATE')
  })

  it('has only slow requests at level info', async () => {
    const { world, lines } = await createLogged('info', { limits: { slowRequestMs: 300 } })
    await world.raw(user(world), { as: world.alice })
    expect(lines.filter((line) => line.includes('/users/{user_id}'))).toEqual([])
    const slow = await createLogged('info', { limits: { slowRequestMs: 0 } })
    await slow.world.raw(user(slow.world), { as: slow.world.alice })
    expect(slow.entries('slow request')).toMatchObject([
      { level: 30, route: '/users/{user_id}', status: 200 },
    ])
  })

  it('names the request of a slow statement, and the job', async () => {
    const { world, entries } = await createLogged('info', { limits: everythingIsSlow })
    const body = new URLSearchParams({ type: 'channel', to: 'general', topic: 't', content: 'PRIVATE' })
    const response = await world.raw('/api/v1/messages', { as: world.alice, method: 'POST', body })
    const id = response.headers.get('x-request-id')
    expect(entries('slow statement').filter((one) => one.req_id === id)).toContainEqual(
      expect.objectContaining({
        route: '/messages',
        statement: expect.stringMatching(/^with log as /),
      }),
    )
    const test = job<object>({
      name: 'test-job',
      run: async ({ database }) => void (await sql`select 'in the job'`.execute(database.db)),
    })
    await enqueue(world.app.database.db, test, {})
    await runDueJobs(world.app, [test])
    expect(entries('slow statement')).toContainEqual(
      expect.objectContaining({ job: 'test-job', statement: "select 'in the job'" }),
    )
  })
})

describe('The log at level trace, of every request and statement', () => {
  it('has no key, password, token or link of a run that uses all of them', async () => {
    const mailbox = await createMailbox()
    const { world, lines, entries } = await createLogged('trace', {
      limits: everythingIsSlow,
      config: { smtpUrl: mailbox.smtpUrl },
    })
    const secrets = await useEverySecret(world)
    const emails = await mailbox.emails(world)
    const reset = emails.find(({ text }) => text.includes('/reset/'))
    secrets['password reset'] = keyInEmail(reset, '/reset/')
    const invitation = emails.find(({ recipients }) => recipients.includes('ina@example.com'))
    secrets.invitation = keyInEmail(invitation, '/join/')
    secrets['new password'] = 'the quiet loquat tree'
    secrets['wrong password'] = 'a password that is wrong'
    await world.raw(`/reset/${secrets['password reset']}`)
    await world.anyone.resetPassword({
      key: secrets['password reset'],
      new_password: secrets['new password'],
    })
    await new Browser(world).logIn(world.carol, secrets['new password'])
    await new Browser(world).logIn(world.carol, secrets['wrong password'])
    await world.anyone.fetchApiKey({ username: world.alice.email, password: castPassword })
    secrets['password of the cast'] = castPassword
    const incoming = await world.bob.api.createBot({ full_name: 'In', short_name: 'in', bot_type: 2 })
    secrets['API key of an incoming webhook'] = incoming.api_key
    const hook = new URLSearchParams({ api_key: incoming.api_key, stream: 'general', topic: 't' })
    await world.raw(`/api/v1/external/slack_incoming?${hook}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'x' }),
    })
    await runJobs(world)
    expect(entries('slow statement').length).toBeGreaterThan(100)
    expect(entries('slow request').length).toBeGreaterThan(15)
    for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThan(7)
    expect(foundIn(lines.join(''), secrets)).toEqual([])
  })
})

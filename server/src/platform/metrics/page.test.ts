import {
  Browser,
  basicAuth,
  createMailbox,
  createWorld,
  eventually,
  parseMetrics,
  scrape,
  scrapeValues,
  waitForParkedPolls,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { job } from '../../jobs/job.ts'
import { enqueue } from '../../jobs/store.ts'

const message = { type: 'channel', to: 'general', topic: 't', content: 'c' } as const

describe('The page of metrics', () => {
  it('is well-formed, and names follow the conventions of Prometheus', async () => {
    const world = await createWorld()
    await world.alice.api.sendMessage(message)
    await world.raw('/login')
    const metrics = await scrape(world)
    const ours = [...metrics].filter(([name]) => name.startsWith('loquat_'))
    for (const [name, { type, help, values }] of ours) {
      expect(help, name).toMatch(/^[A-Z].*\.$/)
      expect(name.endsWith('_total'), `${name} is a ${type}`).toBe(type === 'counter')
      expect(name, 'base units').not.toMatch(/_(ms|millis|milliseconds|kb|mb|megabytes|percent)(_|$)/)
      for (const value of values.values()) expect(value, name).toBeGreaterThanOrEqual(0)
    }
    for (const name of ['loquat_messages_sent_total', 'process_resident_memory_bytes'])
      expect(metrics.get(name)?.values.get(name), name).toBeGreaterThan(0)
    expect(metrics.get('loquat_http_request_duration_seconds')?.type).toBe('histogram')
    expect([...(metrics.get('loquat_http_requests_total')?.values.keys() ?? [])]).toContain(
      'loquat_http_requests_total{method="GET",route="/login",status="200"}',
    )
  })

  it('has as many series after hostile requests and in many organizations as before', async () => {
    const world = await createWorld()
    const call = async (path: string, init: RequestInit = {}) =>
      await (await world.raw(path, { as: world.alice, ...init })).arrayBuffer()
    const attack = async (n: number) => {
      await call(`/api/v1/users/${1_000_000 + n}`)
      await call(`/api/v1/unknown-${n}/"}\n${n}`)
      await call(`/unknown-${n}?${n}`)
      await call(`/user_avatars/2/${n}.png`)
      await call(`/api/v1/messages?anchor=${n}`, {
        method: 'POST',
        body: new URLSearchParams({ topic: `${n}` }),
      })
      await call('/api/v1/users/me', { headers: { host: `org-${n}.localhost`, 'x-request-id': `id-${n}` } })
      await call('/api/v1/users/me', {
        headers: { authorization: basicAuth(`u${n}@example.com`, `key-${n}`) },
      })
      await call('/api/v1/messages', { method: n % 2 === 0 ? 'PROPFIND' : 'REPORT' })
      await world.anyone
        .fetchApiKey({ username: `u${n}@example.com`, password: `p-${n}` })
        .catch(() => undefined)
    }
    await attack(0)
    await attack(1)
    const series = async () =>
      [...(await scrapeValues(world)).keys()].filter((name) => name.startsWith('loquat_'))
    // The second page includes the request for the first.
    await series()
    const before = await series()
    for (let n = 2; n < 30; n++) await attack(n)
    const after = await series()
    expect(after).toEqual(before)
    expect(after.join('\n')).not.toMatch(/unknown-|org-|key-|PROPFIND|example\.com/)
  })

  it('counts streams apart from polls', async () => {
    const world = await createWorld()
    const { queue_id, last_event_id } = await world.bob.api.register({ event_types: ['message'] })
    const stop = new AbortController()
    const stream = await world.raw(`/api/v1/events?queue_id=${queue_id}&last_event_id=${last_event_id}`, {
      as: world.bob,
      headers: { accept: 'text/event-stream' },
      signal: stop.signal,
    })
    await waitForParkedPolls(world, 1)
    const during = await scrapeValues(world)
    expect([during.get('loquat_open_streams'), during.get('loquat_parked_polls')]).toEqual([1, 0])
    await stream.body?.cancel()
    stop.abort()
    await eventually(async () => expect((await scrapeValues(world)).get('loquat_open_streams')).toBe(0))
  })

  it('shows the work of the outbox, the log lock, the pools and the directories', async () => {
    const world = await createWorld()
    await world.alice.api.sendMessage(message)
    await world.alice.api.updateRealm({ description: 'Fruit' })
    await world.app.realms.catchUp()
    const metrics = await scrapeValues(world)
    expect(metrics.get('loquat_send_wait_seconds_count')).toBe(1)
    expect(metrics.get('loquat_send_batches_total')).toBe(1)
    expect(metrics.get('loquat_log_lock_wait_seconds_count')).toBeGreaterThan(0)
    expect(metrics.get('loquat_log_lag_events{process="1"}')).toBe(0)
    expect(metrics.get('loquat_log_checked_timestamp_seconds{process="1"}')).toBe(world.clock.now() / 1_000)
    expect(metrics.get('loquat_directory_entries{kind="organizations"}')).toBe(1)
    expect(metrics.get('loquat_directory_entries{kind="users"}')).toBeGreaterThan(5)
    expect(metrics.get('loquat_directory_entries{kind="subscriptions"}')).toBeGreaterThan(1)
    expect(metrics.get('loquat_database_connections_max{pool="requests"}')).toBe(
      world.app.database.sizes.requests,
    )
    expect(metrics.get('loquat_database_connection_wait_seconds_count{pool="requests"}')).toBeGreaterThan(0)
    for (const kind of ['select', 'with', 'transaction']) {
      const count = metrics.get(`loquat_database_statement_duration_seconds_count{kind="${kind}"}`)
      expect(count, kind).toBeGreaterThan(0)
    }
  })

  it('counts emails, failed logins and calls beyond a rate limit', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl, rateLimits: true } })
    const browser = new Browser(world)
    for (let n = 0; n < 7; n++) await browser.logIn(world.carol, 'wrong')
    await world.anyone.requestPasswordReset({ email: world.alice.email })
    await mailbox.emails(world)
    mailbox.rejectWith = 550
    await world.anyone.requestPasswordReset({ email: world.bob.email })
    await mailbox.emails(world)
    const metrics = await scrapeValues(world)
    expect(metrics.get('loquat_login_failures_total{reason="login-failed"}')).toBe(5)
    expect(metrics.get('loquat_login_failures_total{reason="rate-limit-exceeded"}')).toBe(2)
    expect(metrics.get('loquat_rate_limited_total{limit="login"}')).toBe(2)
    expect(metrics.get('loquat_emails_total{outcome="delivered"}')).toBe(1)
    expect(metrics.get('loquat_emails_total{outcome="refused"}')).toBe(1)
    expect(metrics.get('loquat_job_duration_seconds_count{job="deliver-mail"}')).toBe(2)
  })

  it('has the jobs and locks of the database', async () => {
    const world = await createWorld()
    const { db } = world.app.database
    const test = job<object>({ name: 'test-job', run: async () => {} })
    await enqueue(db, test, {}, { at: new Date(Date.now() - 90_000) })
    await enqueue(db, test, {}, { at: new Date(Date.now() + 3_600_000) })
    const metrics = await scrapeValues(world)
    expect(metrics.get('loquat_database_up')).toBe(1)
    expect(metrics.get('loquat_jobs{job="test-job",state="queued"}')).toBe(1)
    expect(metrics.get('loquat_jobs{job="test-job",state="scheduled"}')).toBe(1)
    expect(metrics.get('loquat_jobs_oldest_age_seconds')).toBeGreaterThanOrEqual(90)
    expect(metrics.get('loquat_database_lock_waits')).toBe(0)
  })

  it('shows a session that waits for a lock', async () => {
    const world = await createWorld()
    const { db } = world.app.database
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const holder = db.transaction().execute(async (tx) => {
      await sql`select from realm_log for update`.execute(tx)
      await released
    })
    const waiter = world.alice.api.sendMessage(message)
    await eventually(async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(db)
      expect(rows).not.toEqual([])
    })
    const metrics = await scrapeValues(world)
    release()
    await Promise.all([holder, waiter])
    expect(metrics.get('loquat_database_lock_waits')).toBe(1)
    expect(metrics.get('loquat_database_lock_wait_longest_seconds')).toBeGreaterThan(0)
  })

  it('comes in time, without the figures of the database, when that does not answer', async () => {
    const world = await createWorld({ proxied: true, quiet: true })
    await world.alice.api.sendMessage(message)
    world.proxy.swallow()
    world.proxy.swallowNew(true)
    const text = await (await world.raw('/metrics')).text()
    const metrics = parseMetrics(text)
    expect(metrics.get('loquat_database_up')?.values.get('loquat_database_up')).toBe(0)
    expect(metrics.get('loquat_jobs')?.values.size).toBe(0)
    expect(metrics.get('loquat_messages_sent_total')?.values.get('loquat_messages_sent_total')).toBe(1)
    world.proxy.swallowNew(false)
    world.proxy.disconnect()
  })
})

import {
  createMailbox,
  createWorld,
  eventually,
  runJobs,
  sendDirectMessage,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { recordBackup } from '../../../backup/store.ts'
import { startJobs } from '../../../jobs/runner.ts'
import { deliverEmail } from '../../../jobs/send-email.ts'
import { loquatVersion } from '../../../version.ts'
import { readerAt } from '../../imports/testing/imported.ts'
import {
  addWebhookBot,
  directMessages,
  json,
  startReceiver,
} from '../../reach/outgoing-webhooks/testing/receiver.ts'
import { deleteOldFailures } from './deliveries.ts'

const statusFor = async ({ alice }: Awaited<ReturnType<typeof createWorld>>) =>
  (await alice.api.getServerStatus({})).server_status

describe('The state of the server', () => {
  it('is for owners of the main organization', async () => {
    const world = await createWorld()
    const { alice, bob } = world
    const denied = withReason('caller-not-owner')
    await expect(bob.api.getServerStatus({})).rejects.toMatchObject(denied)
    await expect(bob.api.retryDeliveries({ kind: 'email' })).rejects.toMatchObject(denied)
    await sql`update realm set subdomain = 'branch' where subdomain = ''`.execute(world.app.database.db)
    const branch = readerAt({ ...world, ...(await world.secondNode()) }, 'branch')
    await expect(branch.get(alice.email, '/server/status')).rejects.toThrow('server-status-denied')
  })

  it('has versions, processes, jobs, disk space and backups', async () => {
    const world = await createWorld()
    const status = await statusFor(world)
    expect(status.versions).toMatchObject({ loquat: loquatVersion, node: process.versions.node })
    expect(status.versions.postgresql).toMatch(/^\d+/)
    expect(status.versions.schema).toMatch(/^\d{4}-\d\d-\d\d-/)
    expect(status.started_at).toBeGreaterThan(1_700_000_000)
    expect(status.processes).toMatchObject([{ number: 1, parked_polls: 0, log_lag_events: 0 }])
    expect(status.processes[0]?.memory_bytes).toBeGreaterThan(10_000_000)
    expect(status.database_bytes).toBeGreaterThan(1_000_000)
    expect(status.jobs).toMatchObject({ running: 0, failed: 0 })
    expect(status.backup).toEqual({
      last_success: null,
      last_failure: null,
      is_overdue: false,
      is_scheduled: false,
    })
    const at = (seconds: number) => ({ started_at: new Date(0), finished_at: new Date(seconds * 1_000) })
    const { db } = world.app.database
    await recordBackup(db, { ...at(1_000), place: '/backups/a.tar', bytes: 42, failure: null })
    await recordBackup(db, {
      ...at(2_000),
      place: '/backups/b.tar',
      bytes: null,
      failure: 'The disk is full.',
    })
    expect((await statusFor(world)).backup).toMatchObject({
      last_success: { finished_at: 1_000, place: '/backups/a.tar', bytes: 42 },
      last_failure: { finished_at: 2_000, error: 'The disk is full.' },
    })
  })
})

describe('A failed email', () => {
  it('that was refused stays, and is delivered once by a retry', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl }, quiet: true })
    const { alice, carol } = world
    mailbox.rejectWith = 550
    await world.anyone.requestPasswordReset({ email: carol.email })
    await world.anyone.requestPasswordReset({ email: alice.email })
    await runJobs(world)
    const status = await statusFor(world)
    expect(status.failed_emails).toBe(2)
    const failed = status.failed_deliveries.find(({ recipient }) => recipient === carol.email)
    expect(failed).toMatchObject({ kind: 'email', retry_at: null, organization_name: null })
    expect(failed?.error).toContain('Not today.')

    mailbox.rejectWith = undefined
    const retry = { kind: 'email' as const, ids: [failed?.id ?? 0] }
    expect((await alice.api.retryDeliveries(retry)).retried).toBe(1)
    expect((await alice.api.retryDeliveries(retry)).retried).toBe(0)
    expect((await mailbox.emails(world)).flatMap(({ recipients }) => recipients)).toEqual([carol.email])
    expect((await statusFor(world)).failed_emails).toBe(1)
    expect((await alice.api.retryDeliveries({ kind: 'webhook' })).retried).toBe(0)
    expect((await alice.api.retryDeliveries({ kind: 'email' })).retried).toBe(1)
    expect((await mailbox.emails(world)).flatMap(({ recipients }) => recipients)).toEqual([alice.email])
    expect((await alice.api.retryDeliveries({ kind: 'email' })).retried).toBe(0)
  })

  it('that is retried later can be retried now, and is deleted after a month if it failed for good', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl }, quiet: true })
    const { alice, carol } = world
    mailbox.rejectWith = 451
    await world.anyone.requestPasswordReset({ email: carol.email })
    const jobs = startJobs(world.app, [deliverEmail])
    await eventually(async () => expect((await statusFor(world)).failed_emails).toBe(1)).finally(jobs.stop)
    expect((await statusFor(world)).failed_deliveries[0]?.retry_at).not.toBeNull()
    world.clock.advance(31 * 86_400)
    await deleteOldFailures.run(world.app, {})
    expect((await statusFor(world)).failed_emails).toBe(1)
    mailbox.rejectWith = 550
    await alice.api.retryDeliveries({ kind: 'email' })
    await runJobs(world)
    expect((await statusFor(world)).failed_deliveries).toMatchObject([{ kind: 'email', retry_at: null }])
    await deleteOldFailures.run(world.app, {})
    expect((await statusFor(world)).failed_emails).toBe(0)
  })
})

describe('A failed call of an outgoing webhook', () => {
  it('is made again by a retry, without its path being shown', async () => {
    const world = await createWorld({ config: { allowPrivateCallbacks: true } })
    const { alice, carol, dave } = world
    const receiver = await startReceiver()
    const bot = await addWebhookBot(world, carol, 'Hook', `${receiver.url}?token=secret`)
    receiver.answer = json({}, 500)
    await sendDirectMessage(dave, bot)
    await runJobs(world)
    const { failed_webhooks, failed_deliveries } = await statusFor(world)
    expect(failed_webhooks).toBe(1)
    expect(failed_deliveries).toMatchObject([
      { kind: 'webhook', recipient: `127.0.0.1:${receiver.port}`, error: 'status 500', retry_at: null },
    ])
    expect(failed_deliveries[0]?.organization_name).toBeTruthy()

    receiver.answer = json({ content: 'Figs.' })
    const ids = failed_deliveries.map(({ id }) => id)
    expect((await alice.api.retryDeliveries({ kind: 'webhook', ids })).retried).toBe(1)
    expect((await alice.api.retryDeliveries({ kind: 'webhook', ids })).retried).toBe(0)
    await runJobs(world)
    expect(receiver.received).toHaveLength(2)
    expect((await directMessages(dave, bot, bot)).at(-1)).toBe('Figs.')
    expect((await statusFor(world)).failed_deliveries).toEqual([])

    receiver.answer = json({}, 500)
    await sendDirectMessage(dave, bot)
    await runJobs(world)
    world.clock.advance(31 * 86_400)
    await deleteOldFailures.run(world.app, {})
    expect((await statusFor(world)).failed_deliveries).toEqual([])
  })
})

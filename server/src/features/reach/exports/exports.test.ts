import {
  addBot,
  bodyWithReason,
  createWorld,
  eventsPerUser,
  eventTypesOf,
  type Person,
  pendingEvents,
  runJobs,
  type World,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { exportKey, makeExports } from './jobs.ts'
import { assertNotTooLarge } from './rules.ts'
import { withExportLock } from './snapshot-store.ts'
import { findExport } from './store.ts'

const day = 86_400

const list = async (person: Person) => (await person.api.getExports()).exports
const lastOf = async (person: Person) => (await list(person)).at(-1)

/** Makes the next `times` writes of archives fail. */
function breakStorage(world: World, times: number): void {
  const { files } = world.app
  const put = files.put.bind(files)
  let left = times
  files.put = async (key, content, about) => {
    if (!key.startsWith('exports/') || left-- <= 0) return await put(key, content, about)
    throw new Error('The disk is full.')
  }
}

describe('Exports', () => {
  it('are for administrators, with events when they are requested, ready and deleted', async () => {
    const world = await createWorld()
    const { alice, bob, mona } = world
    const bot = await addBot(world, alice, 200)
    for (const call of [
      () => mona.api.getExports(),
      () => mona.api.requestExport({}),
      () => mona.api.deleteExport({ export_id: 1 }),
      () => mona.api.getExportConsents(),
    ]) {
      await expect(call()).rejects.toMatchObject(withReason('caller-not-administrator'))
    }
    for (const value of ['0', '3', '"1"', '1.5', 'null', 'x']) {
      const body = new URLSearchParams({ export_type: value })
      const reply = await world.raw('/api/v1/export/realm', { method: 'POST', as: alice, body })
      expect(await reply.json(), value).toMatchObject(
        bodyWithReason(value === 'x' ? 'parameter-not-json' : 'parameter-invalid'),
      )
    }
    expect(await list(alice)).toEqual([])

    let id = 0
    const people = { alice, bob, mona, bot }
    const ordered = await eventsPerUser(people, async () => {
      id = (await bob.api.requestExport({})).id
    })
    const pending = {
      id,
      acting_user_id: bob.id,
      export_time: expect.closeTo(world.clock.now() / 1_000, 0),
      deleted_timestamp: null,
      failed_timestamp: null,
      export_url: null,
      pending: true,
      export_type: 1,
    }
    expect(ordered.alice).toMatchObject([{ type: 'realm_export', exports: [pending] }])
    expect(ordered.bob).toHaveLength(1)
    expect([...(ordered.mona ?? []), ...(ordered.bot ?? [])]).toEqual([])
    await expect(alice.api.deleteExport({ export_id: id }), 'pending').rejects.toMatchObject(
      withReason('export-pending'),
    )

    const ready = await eventsPerUser({ alice, bob, mona }, () => runJobs(world))
    expect(eventTypesOf(ready.alice ?? [])).toEqual(['realm_export'])
    expect(ready.mona).toEqual([])
    const [received, message] = ready.bob ?? []
    const done = {
      ...pending,
      pending: false,
      export_url: expect.stringMatching(/\/exports\/\d+-[\w-]{43}\.zip$/),
    }
    expect(received).toMatchObject({ exports: [done] })
    const url = (await lastOf(alice))?.export_url ?? ''
    expect(message).toMatchObject({
      type: 'message',
      message: {
        sender_full_name: 'Notification Bot',
        content: expect.stringContaining(`"${world.app.config.url}/exports/${id}"`),
      },
    })

    const { pathname } = new URL(url)
    const fetched = await world.raw(pathname)
    expect(fetched.status).toBe(200)
    expect(fetched.headers.get('content-disposition')).toMatch(
      /^attachment; filename="organization-public-.*\.zip"$/,
    )
    expect(fetched.headers.get('cache-control')).toBe('private, no-store')
    await fetched.body?.cancel()
    expect((await world.raw(pathname.replace(/\w\.zip/, '.zip'))).status).toBe(404)
    expect((await world.raw(pathname.replace(`${id}-`, `${id + 1}-`))).status).toBe(404)

    const deleted = await eventsPerUser({ alice, mona }, () => alice.api.deleteExport({ export_id: id }))
    expect(deleted.alice).toMatchObject([
      {
        type: 'realm_export',
        exports: [{ id, deleted_timestamp: expect.any(Number), export_url: null, pending: false }],
      },
    ])
    expect(deleted.mona).toEqual([])
    expect((await world.raw(pathname)).status).toBe(404)
    await runJobs(world)
    const realmId = (await world.app.realms.byHost(''))?.id ?? 0
    const row = await findExport(world.app.database.db, realmId, id)
    expect(await world.app.files.get(exportKey(realmId, row?.file ?? ''))).toBeUndefined()
    const deletedAgain = alice.api.deleteExport({ export_id: id })
    await expect(deletedAgain).rejects.toMatchObject(withReason('export-deleted'))
    for (const export_id of [id + 1, 999_999]) {
      await expect(alice.api.deleteExport({ export_id })).rejects.toMatchObject(
        withReason('export-not-found'),
      )
    }
  })

  it('are downloaded from the notice by logged-in administrators, and by nobody else', async () => {
    const world = await createWorld()
    const { alice, bob, mona } = world
    const { id } = await bob.api.requestExport({})
    await runJobs(world)
    const path = `/exports/${id}`
    expect((await world.raw(path, { as: bob })).status).toBe(200)
    expect((await world.raw(path, { as: alice })).status).toBe(200)
    expect((await world.raw(path, { as: mona })).status).toBe(404)
    const bot = await addBot(world, alice, 200)
    expect((await world.raw(path, { as: bot })).status).toBe(404)
    const visitor = await world.raw(path, { redirect: 'manual' })
    expect([visitor.status, visitor.headers.get('location')]).toEqual([302, `/login?next=%2Fexports%2F${id}`])
    expect((await world.raw(`/exports/${id + 1}`, { as: bob })).status).toBe(404)
  })

  it('need a consenting owner with a visible email address, and are limited to five in seven days', async () => {
    const world = await createWorld()
    const { alice, bob } = world
    const withConsent = () => bob.api.requestExport({ export_type: 2 })
    await bob.api.updateSettings({ allow_private_data_export: true })
    await expect(withConsent(), 'an administrator is no owner').rejects.toMatchObject(
      withReason('export-consent-missing'),
    )
    await alice.api.updateSettings({ allow_private_data_export: true })
    await withConsent()
    await alice.api.updateSettings({ email_address_visibility: 4 })
    await expect(bob.api.requestExport({}), 'no address of an owner').rejects.toMatchObject(
      withReason('export-owner-address-hidden'),
    )
    await withConsent()
    await alice.api.updateSettings({ email_address_visibility: 3 })
    await bob.api.requestExport({})
    await bob.api.requestExport({})
    const both = await Promise.allSettled([alice.api.requestExport({}), bob.api.requestExport({})])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    world.clock.advance(7 * day - 60)
    await expect(alice.api.requestExport({}), 'five in seven days').rejects.toMatchObject(
      withReason('export-limit-exceeded', { max: 5, days: 7 }),
    )
    world.clock.advance(120)
    await alice.api.requestExport({})
    expect(await list(alice)).toHaveLength(6)
  })

  it('are refused for large organizations', async () => {
    const world = await createWorld({ config: { exportLimits: { messages: 2, bytes: 10 } } })
    const { alice, carol } = world
    for (const content of ['one', 'two']) {
      await alice.api.requestExport({})
      await carol.api.sendMessage({ type: 'direct', to: [carol.id], content })
    }
    await alice.api.requestExport({})
    await carol.api.sendMessage({ type: 'channel', to: 'general', topic: 'x', content: 'three' })
    await expect(alice.api.requestExport({})).rejects.toMatchObject(withReason('export-too-large'))
    const most = { messages: 250_000, bytes: 20 * 2 ** 30 }
    assertNotTooLarge(most, most)
    expect(() => assertNotTooLarge({ ...most, bytes: most.bytes + 1 }, most)).toThrow('20 GiB')
    expect(() => assertNotTooLarge({ ...most, messages: 250_001 }, most)).toThrow('250,000 messages')
  })

  it('list the users who consent, and publish every change to administrators', async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave } = world
    await addBot(world, carol)
    const consents = async () => (await alice.api.getExportConsents()).export_consents
    const received = await eventsPerUser({ alice, bob, carol }, async () => {
      await carol.api.updateSettings({ allow_private_data_export: true })
      await carol.api.updateSettings({ allow_private_data_export: true })
    })
    const event = { type: 'realm_export_consent', user_id: carol.id, consented: true }
    expect(received.alice).toMatchObject([event])
    expect(received.bob).toMatchObject([event])
    expect(eventTypesOf(received.carol ?? [])).toEqual(['user_settings:update'])
    expect((await consents()).toSorted((a, b) => a.user_id - b.user_id)).toEqual(
      [alice, bob, world.mona, carol, dave, world.greta].map(({ id }) => ({
        user_id: id,
        consented: id === carol.id,
      })),
    )
    await alice.api.deactivateUser({ user_id: carol.id })
    expect((await consents()).map(({ user_id }) => user_id)).not.toContain(carol.id)
    const back = await eventsPerUser({ alice, dave }, () => alice.api.reactivateUser({ user_id: carol.id }))
    expect(eventTypesOf(back.alice ?? []).slice(0, 2)).toEqual(['realm_user:update', 'realm_export_consent'])
    expect(back.alice?.[1]).toMatchObject(event)
    expect(eventTypesOf(back.dave ?? [])).not.toContain('realm_export_consent')
  })

  it('that are interrupted are retried, and fail if they are interrupted every time', async () => {
    const world = await createWorld({ quiet: true })
    const { alice, bob } = world
    const run = () => makeExports.run(world.app, {})
    breakStorage(world, 1)
    const { id } = await bob.api.requestExport({})
    await run()
    expect(await lastOf(alice)).toMatchObject({ id, pending: true, failed_timestamp: null })
    // As at a shutdown of the server.
    await makeExports.run(world.app, {}, AbortSignal.abort())
    expect(await lastOf(alice)).toMatchObject({ id, pending: true })
    await run()
    expect(await lastOf(alice)).toMatchObject({ id, pending: false, export_url: expect.any(String) })

    breakStorage(world, 99)
    await bob.api.requestExport({})
    await run()
    await run()
    const received = await eventsPerUser({ alice, bob }, run)
    const failed = { pending: false, failed_timestamp: expect.any(Number), export_url: null }
    expect(received.alice).toMatchObject([{ type: 'realm_export', exports: [{ id }, failed] }])
    expect(eventTypesOf(received.bob ?? [])).toEqual(['realm_export'])
    const { id: export_id } = (await lastOf(alice))!
    await expect(alice.api.deleteExport({ export_id }), 'failed').rejects.toMatchObject(
      withReason('export-failed'),
    )
    expect(await eventsPerUser({ alice }, run)).toEqual({ alice: [] })
  })

  it('are made once, by any process, even after another one crashed', async () => {
    const world = await createWorld()
    const { alice, app } = world
    const node = await world.secondNode()
    await alice.api.requestExport({})
    const { queue_id, last_event_id } = await alice.api.register()
    // Another process makes it, and then crashes.
    const isMine = await withExportLock(app.database.db, () => makeExports.run(node.app, {}))
    expect(isMine).toBe(true)
    expect(await lastOf(alice)).toMatchObject({ pending: true })
    await Promise.all([makeExports.run(app, {}), makeExports.run(node.app, {})])
    expect(await lastOf(alice)).toMatchObject({ pending: false })
    const news = async () =>
      eventTypesOf(await pendingEvents(alice.api, queue_id ?? '', last_event_id ?? -1)).filter(
        (key) => key === 'realm_export',
      )
    await expect.poll(news).toHaveLength(1)
  })
})

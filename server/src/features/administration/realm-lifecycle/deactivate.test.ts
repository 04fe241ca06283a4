import { request } from 'node:http'
import { createApi } from '@loquat/client'
import {
  Browser,
  bodyWithReason,
  castPassword,
  createWorld,
  pendingEvents,
  runJobs,
  testConfig,
  type World,
  waitForParkedPolls,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runAdmin } from '../../../admin/main.ts'
import { apiKeyOf } from '../../identity/users/api-key.ts'
import { createOrganization } from './create.ts'
import { deleteOrganizations } from './jobs.ts'

const day = 86_400

/** The status of a response at another host name. */
const statusAt = (world: World, host: string, path: string) =>
  new Promise<number>((resolve, reject) => {
    const sent = request(`${world.url}/api/v1${path}`, { headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end()
  })

describe('POST /realm/deactivate', () => {
  it('ends waiting polls and streams with an event, and refuses further requests', async () => {
    const world = await createWorld()
    const { alice, carol, dave, anyone } = world
    const node = await world.secondNode()
    const { queue_id, last_event_id } = await carol.api.register()
    const poll = carol.api.getEvents({ queue_id: queue_id ?? '', last_event_id: last_event_id ?? -1 })
    const silent = await dave.api.register({ event_types: ['message'] })
    const far = node
      .as(dave)
      .getEvents({ queue_id: silent.queue_id ?? '', last_event_id: silent.last_event_id ?? -1 })
    const listening = await dave.api.register()
    const stream = await world.raw(
      `/api/v1/events?queue_id=${listening.queue_id}&last_event_id=${listening.last_event_id}`,
      { as: dave, headers: { accept: 'text/event-stream' } },
    )
    await waitForParkedPolls(world, 2)
    await waitForParkedPolls(node, 1)
    await alice.api.deactivateRealm()
    const { events } = await poll
    expect(events).toMatchObject([{ type: 'realm', op: 'deactivated', realm_id: expect.any(Number) }])
    expect((await far).events).toEqual([])
    expect(await stream.text()).toContain('"op":"deactivated"')
    for (const api of [alice.api, carol.api, node.as(carol)]) {
      await expect(api.getOwnUser()).rejects.toMatchObject(withReason('credentials-organization-deactivated'))
      await expect(api.register()).rejects.toMatchObject(withReason('credentials-organization-deactivated'))
    }
    await expect(pendingEvents(carol.api, queue_id ?? '', last_event_id ?? -1)).rejects.toMatchObject(
      withReason('credentials-organization-deactivated'),
    )
    const login = { username: alice.email, password: castPassword }
    await expect(anyone.fetchApiKey(login)).rejects.toMatchObject(withReason('organization-deactivated'))
    expect((await anyone.getServerSettings()).realm_name).toBe('Orchard')
  })

  it('requires an owner, and at least 14 days before deletion', async () => {
    const { alice, bob } = await createWorld()
    await expect(bob.api.deactivateRealm()).rejects.toMatchObject(withReason('caller-not-owner'))
    for (const [deletion_delay_days, reason] of [
      [13, 'organization-deletion-too-early'],
      [0, 'organization-deletion-too-early'],
      [-1, 'organization-deletion-too-early'],
      [1.5, 'parameter-invalid'],
      [1e9, 'organization-deletion-too-late'],
    ] as const)
      await expect(alice.api.deactivateRealm({ deletion_delay_days })).rejects.toMatchObject(
        withReason(reason),
      )
    await alice.api.getOwnUser()
    const both = [alice.api.deactivateRealm({ deletion_delay_days: 14 }), alice.api.deactivateRealm()]
    const results = await Promise.allSettled(both)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: withReason('credentials-organization-deactivated'),
    })
  })

  it('can be undone by the command, which cancels the deletion', async () => {
    const world = await createWorld()
    const { host, user, database } = world.database
    const databaseUrl = `postgresql:///${database}?host=${host}&user=${user}`
    const reactivate = () => runAdmin(['org', 'reactivate'], testConfig({ databaseUrl }))
    expect(await reactivate()).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('not deactivated'),
    })
    const browser = new Browser(world)
    await browser.logIn(world.carol)
    expect((await browser.send('GET /json/users/me')).status).toBe(200)
    await world.alice.api.deactivateRealm({ deletion_delay_days: 14 })
    expect((await browser.send('GET /json/users/me')).body).toMatchObject(
      bodyWithReason('organization-deactivated'),
    )
    expect(await reactivate()).toMatchObject({ exitCode: 0, text: expect.stringContaining('Orchard') })
    expect((await world.carol.api.getOwnUser()).user_id).toBe(world.carol.id)
    // Sessions were ended, and stay so.
    expect((await browser.send('GET /json/users/me')).body).toMatchObject(bodyWithReason('session-missing'))
    world.clock.advance(20 * day)
    await deleteOrganizations.run(world.app, {})
    await world.carol.api.sendMessage({ type: 'direct', to: [world.dave.id], content: 'still here' })
  })

  it('deletes every row of the organization when due, and no row of another', async () => {
    const world = await createWorld()
    const { app, alice, bob, carol, dave } = world
    const { db } = app.database
    const other = await createOrganization(app, {
      subdomain: 'other',
      name: 'Other',
      owner: { email: 'olga@example.com', fullName: 'Olga', password: 'plums ripen in autumn' },
    })
    const { id: message_id } = await carol.api.sendMessage({
      type: 'channel',
      to: 'general',
      topic: 'x',
      content: 'hi @**all**',
    })
    await carol.api.sendMessage({ type: 'direct', to: [dave.id, bob.id], content: 'hi' })
    await carol.api.sendMessage({ type: 'direct', to: [dave.id], content: 'hi' })
    await dave.api.addReaction({ message_id, emoji_name: 'tada' })
    await dave.api.registerAndroidDevice({ token: 'abcd' })
    await alice.api.addDomain({ domain: 'one.org', allow_subdomains: false })
    await alice.api.createUserGroup({ name: 'pickers', description: '', members: [carol.id] })
    await carol.api.markOnboardingStep({
      onboarding_step: 'navigation_tour_video',
      schedule_navigation_tour_video_reminder_delay: 0,
    })
    await runJobs(world)
    await alice.api.deactivateRealm({ deletion_delay_days: 30 })
    world.clock.advance(29 * day)
    await deleteOrganizations.run(app, {})
    expect(await statusAt(world, 'localhost', '/server_settings')).toBe(200)
    world.clock.advance(2 * day)
    await deleteOrganizations.run(app, {})

    const count = async (query: string) => {
      const { rows } = await sql.raw<{ count: number }>(`select count(*) from ${query}`).execute(db)
      return Number(rows[0]?.count)
    }
    // That of the server's own bots, and the other one with its owner.
    for (const [table, rows] of Object.entries({ realm: 2, realm_log: 2, channel: 1, subscription: 1 })) {
      expect(await count(table), table).toBe(rows)
    }
    for (const table of ['message', 'recipient', 'user_group', 'event']) {
      const own = `(select id from realm where id = ${other?.id} or subdomain = 'loquat-system')`
      expect(await count(`${table} where realm_id not in ${own}`), table).toBe(0)
    }
    for (const table of ['reaction', 'message_flag', 'push_device', 'realm_domain', 'event_queue']) {
      expect(await count(table), table).toBe(0)
    }
    expect(await count(`account where not is_system_bot and realm_id <> ${other?.id}`)).toBe(0)
    expect(await count(`account where realm_id = ${other?.id}`)).toBe(1)
    const references = await sql<{ name: string; orphans: string }>`
      select conname as name, format('%s f where f.%I is not null and not exists (select from %s t where t.%I = f.%I)',
        conrelid::regclass, a.attname, confrelid::regclass, b.attname, a.attname) as orphans
      from pg_constraint k
      join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
      join pg_attribute b on b.attrelid = confrelid and b.attnum = confkey[1]
      where contype = 'f' and k.connamespace = 'public'::regnamespace`.execute(db)
    expect(references.rows.length).toBeGreaterThan(20)
    for (const { name, orphans } of references.rows) expect(await count(orphans), name).toBe(0)
    expect(await statusAt(world, 'localhost', '/server_settings')).toBe(404)
    expect(await statusAt(world, 'other.localhost', '/server_settings')).toBe(200)

    // Its place is free again, also for a process that knew it.
    const owner = { email: alice.email, fullName: 'Alice Again', password: 'plums ripen in autumn' }
    const again = await createOrganization(app, { subdomain: '', name: 'Grove', owner })
    const apiKey = apiKeyOf(app.sealer, again!.directory.userByEmail(alice.email)!)
    const me = createApi({ url: world.url, credentials: { email: alice.email, apiKey } }).getOwnUser()
    expect((await me).full_name).toBe('Alice Again')
  })
})

describe('GET /realm/subdomain/{name}', () => {
  it('returns whether a subdomain is available, and the reason if not', async () => {
    const { app, anyone } = await createWorld()
    const owner = { email: 'olga@example.com', fullName: 'Olga', password: 'plums ripen in autumn' }
    await createOrganization(app, { subdomain: 'plums', name: 'Plums', owner })
    const cases: [name: string, msg: string][] = [
      ['pears', 'available'],
      ['a-1', 'available'],
      ['x'.repeat(40), 'available'],
      ['ab', 'at least 3'],
      ['x'.repeat(41), 'at most 40'],
      ['Pears', 'small letters'],
      ['pe.ars', 'small letters'],
      ['-pears', 'dash'],
      ['pears-', 'dash'],
      ['www', 'reserved'],
      ['loquat-system', 'reserved'],
      ['plums', 'taken'],
    ]
    for (const [name, msg] of cases) {
      expect((await anyone.checkSubdomain({ name })).msg, name).toContain(msg)
    }
  })
})

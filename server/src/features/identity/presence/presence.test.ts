import type { LegacyPresence, ModernPresence } from '@loquat/contract'
import {
  addBot,
  changeRows,
  createWorld,
  eventsPerUser,
  type Person,
  pendingEvents,
  type World,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

const unknown = withReason('user-not-found')
const ping = (person: Person, status: 'active' | 'idle' = 'active') =>
  person.api.updatePresence({ status, ping_only: true })
const modern = async (viewer: Person) =>
  (await viewer.api.updatePresence({ status: 'idle', last_update_id: -1 })).presences as Record<
    string,
    ModernPresence
  >
const legacy = async (viewer: Person) =>
  (await viewer.api.getRealmPresence()).presences as Record<string, LegacyPresence>
const seconds = (world: World) => Math.floor(world.clock.now() / 1_000)
const newest = async (world: World) => {
  const { rows } = await sql<{ seq: number }>`select max(last_seq)::int as seq from realm_log`.execute(
    world.app.database.db,
  )
  return rows[0]?.seq
}

describe('POST /users/me/presence', () => {
  it('publishes the first report to everyone, and returns it to callers', async () => {
    const world = await createWorld()
    const { alice, carol, greta } = world
    const received = await eventsPerUser({ alice, carol, greta }, () => ping(carol))
    const website = {
      client: 'website',
      status: 'active',
      timestamp: expect.any(Number),
      pushable: false,
    }
    for (const events of Object.values(received)) {
      expect(events).toEqual([
        {
          type: 'presence',
          user_id: carol.id,
          email: carol.email,
          server_timestamp: expect.any(Number),
          presence: { website },
          id: expect.any(Number),
        },
      ])
    }
    const { pushable: _, ...aggregated } = website
    const reply = await greta.api.updatePresence({ status: 'active' })
    expect(reply.presences?.[carol.email]).toEqual({ website, aggregated })
    expect(Object.keys(reply.presences ?? {}).sort()).toEqual([carol.email, greta.email])
    expect(Math.abs((reply.server_timestamp ?? 0) - seconds(world))).toBeLessThan(5)
    expect(reply.presence_last_update_id).toBe(2)
    expect(await ping(greta)).toEqual({})
  })

  it('stores at most one report per 55 seconds, and publishes only a return', async () => {
    const world = await createWorld()
    const { alice, carol, clock } = world
    await ping(carol)
    const start = seconds(world)
    const steps: [
      after: number,
      status: 'active' | 'idle',
      active: number,
      idle: number,
      received: boolean,
    ][] = [
      [30, 'active', 0, 0, false],
      [30, 'idle', 0, 60, false],
      [60, 'active', 120, 120, false],
      [130, 'idle', 120, 250, false],
      [2, 'active', 252, 252, true],
      [60, 'active', 312, 312, false],
    ]
    for (const [after, status, active, idle, isTold] of steps) {
      clock.advance(after)
      const position = await newest(world)
      await ping(carol, status)
      expect((await newest(world)) !== position, `${after} ${status}`).toBe(isTold)
      const entry = (await modern(alice))[carol.id]
      const near = (actual: number | undefined, expected: number) =>
        expect(Math.abs((actual ?? 0) - start - expected), `${after} ${status}`).toBeLessThanOrEqual(3)
      near(entry?.active_timestamp, active)
      near(entry?.idle_timestamp, idle)
    }
  })

  it('returns updates since the last one that the client knows', async () => {
    const { alice, carol, dave, greta } = await createWorld()
    for (const person of [carol, dave]) await ping(person)
    const ask = (last_update_id: number) => alice.api.updatePresence({ status: 'active', last_update_id })
    const first = await ask(-1)
    expect(Object.keys(first.presences ?? {}).map(Number)).toEqual([alice.id, carol.id, dave.id])
    expect(first.presence_last_update_id).toBe(3)
    const nothing = await ask(3)
    expect(nothing).toMatchObject({ presences: {}, presence_last_update_id: 3 })
    await ping(greta, 'idle')
    const next = await ask(3)
    expect(Object.keys(next.presences ?? {}).map(Number)).toEqual([greta.id])
    expect(next.presence_last_update_id).toBe(4)
    const joined = await alice.api.getUser({ user_id: greta.id })
    const entry = next.presences?.[greta.id] as ModernPresence
    expect(Math.floor(entry.active_timestamp / 60)).toBe(Date.parse(joined.user.date_joined) / 60_000)
  })

  it('returns two weeks of history, or as much as the client requests', async () => {
    const world = await createWorld()
    const { alice, carol, clock } = world
    await ping(carol)
    clock.advance(15 * 86_400)
    const ask = async (history_limit_days?: number) => {
      const limit = history_limit_days === undefined ? {} : { history_limit_days }
      const reply = await alice.api.updatePresence({ status: 'idle', slim_presence: true, ...limit })
      return Object.keys(reply.presences ?? {}).map(Number)
    }
    expect(await ask()).toEqual([alice.id])
    expect((await ask(20)).sort()).toEqual([alice.id, carol.id])
    expect((await ask(2 ** 53 - 1)).sort()).toEqual([alice.id, carol.id])
    for (const days of [0, -1]) expect(await ask(days)).toEqual([])
    const none = await alice.api.updatePresence({ status: 'idle', history_limit_days: 0 })
    expect(none.presence_last_update_id).toBe(-1)
    for (const presence_history_limit_days of [0, -1, -(2 ** 31) - 1, -(2 ** 53) + 1]) {
      const { presences } = await alice.api.register({
        fetch_event_types: ['presence'],
        presence_history_limit_days,
      })
      expect(presences, String(presence_history_limit_days)).toEqual({})
    }
  })

  it('is idle for old clients if the last activity was well before the last connection', async () => {
    const world = await createWorld()
    const { alice, carol, clock } = world
    await ping(carol)
    const status = async () => (await legacy(alice))[carol.email]?.website.status
    clock.advance(60)
    await ping(carol, 'idle')
    expect(await status()).toBe('active')
    clock.advance(60)
    await ping(carol, 'idle')
    expect(await status()).toBe('idle')
  })

  it('refuses bots and unknown status values', async () => {
    const world = await createWorld()
    const bot = await addBot(world, world.carol)
    await expect(ping(bot)).rejects.toMatchObject(withReason('caller-is-bot'))
    await expect(ping(world.carol, 'away' as 'idle')).rejects.toMatchObject(withReason('parameter-invalid'))
    expect(await bot.api.getRealmPresence()).toMatchObject({ presences: {} })
  })

  it('publishes nothing if more than a hundred users would receive it', async () => {
    const world = await createWorld()
    await changeRows(
      world,
      { users: [] },
      sql`insert into account (realm_id, delivery_email, full_name, role, api_key, settings)
        select realm_id, n || '@example.org', 'Many ' || n, 400, md5(n::text), '{}'
        from account, generate_series(1, 100) n where id = ${world.alice.id}`,
    )
    await sql`insert into recipient (realm_id, user_ids, user_set)
      select realm_id, array[id], id::text from account where full_name like 'Many %'`.execute(
      world.app.database.db,
    )
    const { rows } = await sql<{ id: number }>`select id from account where full_name like 'Many %'`.execute(
      world.app.database.db,
    )
    await changeRows(world, { users: rows.map((row) => row.id) }, sql`select 1`)
    const position = await newest(world)
    await ping(world.carol)
    expect(await newest(world)).toBe(position)
  })
})

describe('The setting presence_enabled', () => {
  it('marks the user offline and hides them when turned off, and shows them again when turned on', async () => {
    const world = await createWorld()
    const { alice, carol, dave, clock } = world
    await ping(carol)
    const hidden = await eventsPerUser({ alice, dave }, () =>
      carol.api.updateSettings({ presence_enabled: false }),
    )
    const then = seconds(world) - 265
    expect(hidden.alice?.filter((event) => event.type === 'presence')).toMatchObject([
      { user_id: carol.id, presence: { website: { status: 'active' } } },
    ])
    const entry = (await modern(alice))[carol.id]
    expect(Math.abs((entry?.idle_timestamp ?? 0) - then)).toBeLessThanOrEqual(2)
    expect(entry?.active_timestamp).toBe(entry?.idle_timestamp)
    clock.advance(300)
    const reply = await carol.api.updatePresence({ status: 'active', last_update_id: -1 })
    expect(Object.keys(reply.presences ?? {})).toContain(`${alice.id}`)
    expect((await modern(alice))[carol.id]).toEqual(entry)
    const again = await eventsPerUser({ alice }, () => carol.api.updateSettings({ presence_enabled: true }))
    expect(again.alice).toMatchObject([{ type: 'presence', presence: { website: { status: 'active' } } }])
    expect((await modern(alice))[carol.id]?.active_timestamp).toBeGreaterThan(entry?.active_timestamp ?? 0)
  })

  it('publishes nothing when turned off by a user who was already offline', async () => {
    const world = await createWorld()
    const { alice, carol, clock } = world
    await ping(carol)
    clock.advance(266)
    const received = await eventsPerUser({ alice }, () =>
      carol.api.updateSettings({ presence_enabled: false }),
    )
    expect(received.alice).toEqual([])
  })
})

describe('GET /users/{user_id_or_email}/presence', () => {
  it('shows one user, by ID or by the visible email address', async () => {
    const world = await createWorld()
    const { alice, carol, dave, clock } = world
    await ping(carol)
    const of = async (user_id_or_email: string) =>
      (await alice.api.getPresence({ user_id_or_email })).presence
    const shown = await of(`${carol.id}`)
    const report = { status: 'active', timestamp: expect.any(Number) }
    expect(shown).toEqual({ aggregated: report, website: report })
    expect(await of('CAROL@example.com')).toEqual(shown)
    clock.advance(210)
    expect(await of(`${carol.id}`)).toMatchObject({
      aggregated: { status: 'offline' },
      website: { status: 'active' },
    })
    await carol.api.updateSettings({ email_address_visibility: 3 })
    await expect(of(carol.email)).rejects.toMatchObject(unknown)
    expect(await of(`user${carol.id}@loquat.invalid`)).toHaveProperty('website')
    const bot = await addBot(world, carol)
    await expect(of(`${dave.id}`)).rejects.toMatchObject(withReason('presence-not-found'))
    for (const who of [`${bot.id}`, '404404', 'nobody@example.com', 'x']) {
      await expect(of(who), who).rejects.toMatchObject(unknown)
    }
    await alice.api.deactivateUser({ user_id: carol.id })
    await expect(of(`${carol.id}`)).rejects.toMatchObject(unknown)
  })
})

describe('Presence in register', () => {
  it('is keyed by email address, or by ID for clients with slim presence', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    await ping(carol)
    const types = { fetch_event_types: ['presence'] }
    const old = await alice.api.register(types)
    expect(old).toMatchObject({ presences: await legacy(alice), presence_last_update_id: 1 })
    const slim = await alice.api.register({ ...types, slim_presence: true })
    expect(Object.keys(slim.presences ?? {})).toEqual([`${carol.id}`])
    const none = await alice.api.register({ ...types, presence_history_limit_days: 0 })
    expect(none).toMatchObject({ presences: {}, presence_last_update_id: -1 })
  })

  it('omits the email address in events for clients with slim presence', async () => {
    const { alice, carol } = await createWorld()
    const queue = await alice.api.register({ event_types: ['presence'], slim_presence: true })
    await ping(carol)
    const events = await pendingEvents(alice.api, queue.queue_id ?? '', queue.last_event_id ?? -1)
    expect(events).toMatchObject([{ type: 'presence', user_id: carol.id }])
    expect(events[0]).not.toHaveProperty('email')
  })

  it('omits deactivated users', async () => {
    const { alice, carol, dave } = await createWorld()
    await ping(carol)
    await eventsPerUser({ alice, dave }, () => alice.api.deactivateUser({ user_id: carol.id }))
    expect(await legacy(alice)).toEqual({})
  })
})

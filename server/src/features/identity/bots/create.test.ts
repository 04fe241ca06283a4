import {
  bodyWithReason,
  createWorld,
  eventsPerUser,
  eventTypesOf,
  type Person,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { integrations } from '../../administration/integrations/present.ts'

const channels = async (owner: Person) => {
  await owner.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
  await owner.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true })
}

describe('POST /bots', () => {
  it('creates a bot owned by the caller; only owner and administrators see its key', async () => {
    const world = await createWorld()
    const { alice, bob, mona, carol, dave } = world
    await channels(carol)
    const full_name = 'Gardener'
    const received = await eventsPerUser({ alice, bob, mona, carol, dave }, async () => {
      const made = await carol.api.createBot({
        full_name,
        short_name: ' green ',
        default_sending_stream: ' PLAZA',
        default_all_public_streams: true,
      })
      expect(made).toEqual({
        user_id: expect.any(Number),
        api_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
        avatar_url: expect.stringMatching(/^http/),
        default_sending_stream: 'plaza',
        default_events_register_stream: null,
        default_all_public_streams: true,
      })
    })
    const [bot] = (await carol.api.getBots()).bots
    const person = {
      is_bot: true,
      bot_type: 1,
      bot_owner_id: carol.id,
      role: 400,
      full_name,
      is_active: true,
    }
    const forAll = [
      { type: 'realm_user', op: 'add', person },
      { type: 'user_group', op: 'add_members', user_ids: [bot?.user_id] },
      { type: 'user_group', op: 'add_members', user_ids: [bot?.user_id] },
    ]
    const added = {
      type: 'realm_bot',
      op: 'add',
      bot: {
        user_id: bot?.user_id,
        email: bot?.username,
        full_name,
        bot_type: 1,
        is_active: true,
        owner_id: carol.id,
        api_key: bot?.api_key,
        avatar_url: bot?.avatar_url,
        default_sending_stream: 'plaza',
        default_events_register_stream: null,
        default_all_public_streams: true,
        services: [],
      },
    }
    for (const name of ['alice', 'bob', 'carol'])
      expect(received[name], name).toMatchObject([...forAll, added])
    for (const name of ['mona', 'dave']) expect(received[name], name).toMatchObject(forAll)
    expect(received.dave).toHaveLength(3)

    const { realm_bot_domain } = await alice.api.register({ fetch_event_types: ['realm'] })
    expect(bot?.username).toBe(`green-bot@${realm_bot_domain}`)
    const made = world.person(bot?.user_id ?? 0)
    expect(await made.api.getOwnUser()).toMatchObject({ email: bot?.username, delivery_email: bot?.username })
    expect((await made.api.getSubscriptions()).subscriptions).toEqual([])
  })

  it('refuses invalid values and denied callers, and creates nothing', async () => {
    const world = await createWorld()
    const { alice, carol, dave, greta } = world
    await channels(dave)
    const good = { full_name: 'Bean', short_name: 'bean' }
    const { user_id } = await carol.api.createBot({ full_name: 'Pea', short_name: 'pea' })
    await carol.api.deactivateBot({ bot_id: user_id })
    const before = await alice.api.getUsers()
    const long = { key: 'x'.repeat(9_998) }
    const badUrl = withReason('url-invalid', { parameter: 'payload_url' })
    const bad: [Record<string, unknown>, object][] = [
      [{ short_name: ' ' }, withReason('bot-short-name-empty')],
      [{ short_name: 'a b' }, withReason('bot-short-name-invalid')],
      [{ short_name: 'x'.repeat(300) }, withReason('bot-short-name-invalid')],
      [{ short_name: 'PEA' }, withReason('bot-short-name-taken')],
      [{ full_name: 'x' }, withReason('user-name-too-short')],
      [{ full_name: 'a*b' }, withReason('user-name-invalid')],
      [{ full_name: ' Dave Member' }, withReason('bot-name-taken')],
      [{ bot_type: 0 }, withReason('bot-type-not-found')],
      [{ bot_type: 4 }, withReason('bot-type-unsupported')],
      [{ bot_type: 5 }, withReason('bot-type-not-found')],
      [{ interface_type: 0 }, withReason('bot-interface-not-found', { parameter: 'interface_type' })],
      [
        { bot_type: 3, interface_type: 3 },
        withReason('bot-interface-not-found', { parameter: 'interface_type' }),
      ],
      [{ bot_type: 3, payload_url: '' }, badUrl],
      [{ bot_type: 3, payload_url: 'plums' }, badUrl],
      [{ bot_type: 3, payload_url: 'ftp://example.com' }, badUrl],
      [{ bot_type: 3, payload_url: 'http://' }, badUrl],
      [
        { default_sending_stream: 'orchard' },
        withReason('bot-channel-not-found', { parameter: 'default_sending_stream' }),
      ],
      [
        { default_sending_stream: 'den' },
        withReason('bot-channel-not-found', { parameter: 'default_sending_stream' }),
      ],
      [
        { default_events_register_stream: 'den' },
        withReason('bot-channel-not-found', { parameter: 'default_events_register_stream' }),
      ],
      [{ bot_type: 2, service_name: 'carrier pigeon' }, withReason('bot-integration-not-found')],
      [{ bot_type: 3, service_name: 'x'.repeat(101) }, withReason('bot-service-name-too-long')],
      [{ bot_type: 3, payload_url: `http://${'a'.repeat(2_000)}` }, badUrl],
      [{ config_data: long }, withReason('bot-config-too-long')],
      [{ config_data: { key: 1 } }, withReason('parameter-invalid')],
    ]
    for (const [change, error] of bad) {
      const attempt = carol.api.createBot({ ...good, ...change })
      await expect(attempt, JSON.stringify(change).slice(0, 100)).rejects.toMatchObject(error)
    }
    // Not before JSON.
    const send = async (fields: Record<string, string>) => {
      const init = { as: carol, method: 'POST', body: new URLSearchParams(fields) }
      return await (await world.raw('/api/v1/bots', init)).json()
    }
    expect(await send({ ...good, payload_url: 'https://example.com' })).toMatchObject(
      bodyWithReason('parameter-not-json', { parameter: 'payload_url' }),
    )
    expect(await send({})).toMatchObject(bodyWithReason('parameter-missing', { parameter: 'short_name' }))
    const bot = world.person(user_id)
    await alice.api.reactivateUser({ user_id: bot.id })
    for (const [caller, reason] of [
      [greta, 'caller-is-guest'],
      [bot, 'caller-is-bot'],
    ] as const) {
      await expect(caller.api.createBot(good)).rejects.toMatchObject(withReason(reason))
      await expect(caller.api.getBots()).rejects.toMatchObject(withReason(reason))
    }
    expect((await alice.api.getUsers()).members).toHaveLength(before.members.length)

    // The name of a deactivated user is free.
    await alice.api.deactivateUser({ user_id: dave.id })
    await carol.api.createBot({ ...good, full_name: 'Dave Member', config_data: { key: 'x'.repeat(9_997) } })
    // One of several concurrent requests succeeds.
    const others = [1, 2, 3].map(() => carol.api.createBot({ full_name: 'Leek', short_name: 'leek' }))
    const outcomes = await Promise.allSettled(others)
    expect(outcomes.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
  })

  it('requires the permission to create bots, or to create write-only bots', async () => {
    const { alice, carol, mona } = await createWorld()
    const { realm_user_groups: groups } = await alice.api.register({
      fetch_event_types: ['realm_user_groups'],
    })
    const group = (name: string) => groups?.find((one) => one.name === name)?.id ?? 0
    const make = (person: Person, bot_type: number) => {
      const name = `bot-${person.id}-${bot_type}`
      return person.api.createBot({ full_name: name, short_name: name, bot_type })
    }
    await alice.api.updateRealm({ can_create_bots_group: { new: group('role:moderators') } })
    const denied = withReason('bot-creation-denied')
    for (const type of [1, 3]) await expect(make(carol, type), `${type}`).rejects.toMatchObject(denied)
    for (const type of [1, 2, 3]) await make(mona, type)
    await make(carol, 2)
    await alice.api.updateRealm({ can_create_write_only_bots_group: { new: group('role:administrators') } })
    await expect(
      carol.api.createBot({ full_name: 'Another', short_name: 'another', bot_type: 2 }),
    ).rejects.toMatchObject(denied)
    // Nor may a bot return that could not be made; whether it may is asked of the administrator.
    const [bot] = (await carol.api.getBots()).bots
    await carol.api.deactivateBot({ bot_id: bot?.user_id ?? 0 })
    await alice.api.updateRealm({ can_create_bots_group: { new: group('role:nobody') } })
    await alice.api.updateRealm({ can_create_write_only_bots_group: { new: group('role:nobody') } })
    const back = () => alice.api.reactivateUser({ user_id: bot?.user_id ?? 0 })
    await expect(back()).rejects.toMatchObject(denied)
    await alice.api.updateRealm({ can_create_write_only_bots_group: { new: group('role:members') } })
    await back()
  })

  it('stores the URL of an outgoing webhook bot, and lets an incoming webhook bot only send', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const received = await eventsPerUser({ alice, carol, dave }, async () => {
      const out = { full_name: 'Out', short_name: 'out', bot_type: 3, config_data: { a: 'b' } }
      await carol.api.createBot({ ...out, payload_url: 'http://127.0.0.1:9/x?y', interface_type: 2 })
      await carol.api.createBot({ full_name: 'Silent', short_name: 'silent', bot_type: 3 })
      const into = { full_name: 'In', short_name: 'in', bot_type: 2, service_name: 'github' }
      await carol.api.createBot({ ...into, payload_url: 'https://example.com' })
    })
    const token = expect.stringMatching(/^[A-Za-z0-9]{32}$/)
    const services = received.carol?.flatMap((event) => (event.type === 'realm_bot' ? [event] : []))
    expect(services).toMatchObject([
      { bot: { bot_type: 3, services: [{ base_url: 'http://127.0.0.1:9/x?y', interface: 2, token }] } },
      { bot: { bot_type: 3, services: [{ base_url: '', interface: 1, token }] } },
      { bot: { bot_type: 2, services: [] } },
    ])
    expect(eventTypesOf(received.dave ?? [])).not.toContain('realm_bot:add')

    const { bots } = await carol.api.getBots()
    expect(bots.map((bot) => bot.full_name)).toEqual(['Out', 'Silent', 'In'])
    const into = world.person(bots[2]?.user_id ?? 0)
    await into.api.sendMessage({ type: 'direct', to: [carol.id], content: 'built' })
    const closed = withReason('caller-is-webhook-bot')
    await expect(into.api.register({})).rejects.toMatchObject(closed)
    await expect(into.api.getOwnUser()).rejects.toMatchObject(closed)
    await expect(into.api.getBotStorage()).rejects.toMatchObject(closed)

    const state = await carol.api.register({
      fetch_event_types: ['realm_incoming_webhook_bots', 'realm_embedded_bots'],
    })
    expect(state).toMatchObject({ realm_incoming_webhook_bots: integrations, realm_embedded_bots: [] })
    expect(state.realm_bots).toBeUndefined()
  })
})

describe('The state in a register reply', () => {
  it('lists all bots for administrators, including deactivated ones, and own bots for others', async () => {
    const world = await createWorld()
    const { alice, bob, mona, carol, dave, greta } = world
    const make = async (owner: Person, name: string) =>
      (await owner.api.createBot({ full_name: name, short_name: name })).user_id
    const daves = await make(dave, 'apple')
    const carols = await make(carol, 'berry')
    const gone = await make(carol, 'cherry')
    const admin = await make(alice, 'admin')
    await alice.api.updateBot({ bot_id: admin, role: 200 })
    await carol.api.deactivateBot({ bot_id: gone })
    const seenBy = async ({ api }: Person) =>
      (await api.register({ fetch_event_types: ['realm_bot'] })).realm_bots?.map((bot) => bot.user_id)
    for (const person of [alice, bob]) expect(await seenBy(person)).toEqual([daves, carols, gone, admin])
    expect(await seenBy(carol)).toEqual([carols, gone])
    expect(await seenBy(dave)).toEqual([daves])
    for (const person of [mona, greta, world.person(admin)]) expect(await seenBy(person)).toEqual([])
    const { realm_bots: bots } = await bob.api.register({ fetch_event_types: ['realm_bot'] })
    expect(bots?.[2]).toMatchObject({ is_active: false, api_key: expect.stringMatching(/^\w{32}$/) })

    // New and former administrators need not register again.
    const promoted = await eventsPerUser({ carol, dave }, () =>
      alice.api.updateUser({ user_id: carol.id, role: 200 }),
    )
    expect(eventTypesOf(promoted.carol ?? []).filter((key) => key === 'realm_bot:add')).toHaveLength(2)
    expect(eventTypesOf(promoted.dave ?? [])).not.toContain('realm_bot:add')
    await eventsPerUser({ carol, dave }, () => alice.api.updateUser({ user_id: carol.id, role: 400 }))
    expect(await seenBy(carol)).toEqual([carols, gone])
    const state = await carol.api.register({ fetch_event_types: ['realm_user'] })
    expect(state.cross_realm_bots?.length).toBeGreaterThan(0)
    for (const bot of state.cross_realm_bots ?? []) {
      expect(bot).toMatchObject({ is_bot: true, is_system_bot: true, bot_owner_id: null, bot_type: 1 })
    }
  })
})

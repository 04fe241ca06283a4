import {
  addBot,
  changeRows,
  createWorld,
  eventsPerUser,
  eventTypesOf,
  type Person,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

const notOwner = withReason('bot-that-creates-users-access-denied')

const makeBot = async (owner: Person, name: string, more: object = {}) =>
  (await owner.api.createBot({ full_name: name, short_name: name, ...more })).user_id

describe('PATCH /bots/{bot_id}', () => {
  it('changes each property, and publishes it to the owner and administrators', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    await carol.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    await carol.api.sendMessage({ type: 'channel', to: 'plaza', topic: 'a', content: 'first' })
    const bot_id = await makeBot(carol, 'Grafter', { bot_type: 3, payload_url: 'http://a.example' })
    const [{ token } = { token: '' }] =
      (await carol.api.register({ fetch_event_types: ['realm_bot'] })).realm_bots?.[0]?.services ?? []
    const service = (base_url: string, type: number) => ({
      services: [{ base_url, interface: type, token }],
    })
    const url = 'https://b.example/path'
    const changes: [object, object[]][] = [
      [{ full_name: ' Budder ' }, [{ full_name: 'Budder' }]],
      [{ full_name: 'Budder' }, []],
      [{ default_sending_stream: 'Plaza' }, [{ default_sending_stream: 'plaza' }]],
      [{ default_sending_stream: ' ' }, [{ default_sending_stream: null }]],
      [{ default_events_register_stream: 'plaza' }, [{ default_events_register_stream: 'plaza' }]],
      [{ default_all_public_streams: true }, [{ default_all_public_streams: true }]],
      [{ service_payload_url: url, service_interface: 2 }, [service(url, 2)]],
      [{ service_payload_url: url }, [service(url, 1)]],
      [{ service_interface: 2 }, []],
      [{ config_data: { a: 'b' } }, [service(url, 1)]],
      [{ bot_owner_id: carol.id }, []],
      [{ role: 400 }, []],
      [
        { full_name: 'Both', default_all_public_streams: false },
        [{ full_name: 'Both' }, { default_all_public_streams: false }],
      ],
    ]
    const received = await eventsPerUser({ alice, carol, dave }, async () => {
      for (const [change] of changes) await carol.api.updateBot({ bot_id, ...change })
    })
    const about = (name: string) => received[name]?.filter((event) => event.type === 'realm_bot')
    const expected = changes.flatMap(([, parts]) =>
      parts.map((part) => ({
        id: expect.any(Number),
        type: 'realm_bot',
        op: 'update',
        bot: { user_id: bot_id, ...part },
      })),
    )
    for (const name of ['alice', 'carol']) expect(about(name), name).toEqual(expected)
    expect(about('dave')).toEqual([])
    const reply = await alice.api.updateBot({
      bot_id,
      service_payload_url: url,
      service_interface: 2,
      config_data: { c: 'd' },
    })
    expect(reply).toEqual({
      full_name: 'Both',
      avatar_url: expect.stringMatching(/^http/),
      default_sending_stream: null,
      default_events_register_stream: 'plaza',
      default_all_public_streams: false,
      service_payload_url: url,
      service_interface: 2,
      config_data: { c: 'd' },
      bot_owner: carol.email,
    })
    // Events contain default channels by name.
    const renamed = await eventsPerUser({ alice, carol, dave }, async () => {
      const { stream_id } = await carol.api.getChannelId({ stream: 'plaza' })
      await alice.api.updateChannel({ stream_id, new_name: 'piazza' })
    })
    expect(eventTypesOf(renamed.carol ?? [])).toContain('realm_bot:update')
    expect(eventTypesOf(renamed.dave ?? [])).not.toContain('realm_bot:update')
  })

  it('refuses invalid values and denied callers, and changes nothing', async () => {
    const world = await createWorld()
    const { alice, bob, mona, carol, dave, greta } = world
    await dave.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true })
    const bot_id = await makeBot(carol, 'Grafter', { config_data: { key: 'x'.repeat(5_000) } })
    const caller = await addBot(world, carol, 200)
    await alice.api.deactivateUser({ user_id: mona.id })
    const before = (await carol.api.register({ fetch_event_types: ['realm_bot'] })).realm_bots
    const bad: [object, object][] = [
      [{ full_name: '' }, withReason('user-name-too-short')],
      [{ full_name: 'a*b' }, withReason('user-name-invalid')],
      [{ full_name: 'Dave Member' }, withReason('bot-name-taken')],
      [{ role: 300 }, withReason('role-change-denied')],
      [{ role: 100 }, withReason('role-change-of-owner-denied')],
      [{ role: 7 }, withReason('role-not-found')],
      [{ bot_owner_id: 99_999 }, withReason('bot-owner-not-found')],
      [{ bot_owner_id: mona.id }, withReason('bot-owner-not-found')],
      [{ bot_owner_id: caller.id }, withReason('bot-owner-not-found')],
      [
        { default_sending_stream: 'den' },
        withReason('bot-channel-not-found', { parameter: 'default_sending_stream' }),
      ],
      [
        { default_events_register_stream: 'orchard' },
        withReason('bot-channel-not-found', { parameter: 'default_events_register_stream' }),
      ],
      [{ service_payload_url: 'http://a.example' }, withReason('bot-payload-url-unused')],
      [{ service_interface: 3 }, withReason('bot-interface-not-found', { parameter: 'service_interface' })],
      [{ config_data: { other: 'x'.repeat(5_000) } }, withReason('bot-config-too-long')],
      [{ full_name: 'Somebody Else', default_sending_stream: 'den' }, withReason('bot-channel-not-found')],
    ]
    for (const [change, error] of bad) {
      const attempt = carol.api.updateBot({ bot_id, ...change })
      await expect(attempt, JSON.stringify(change).slice(0, 80)).rejects.toMatchObject(error)
    }
    for (const [person, reason] of [
      [dave, 'bot-access-denied'],
      [greta, 'caller-is-guest'],
      [caller, 'caller-is-bot'],
    ] as const) {
      const denied = withReason(reason)
      await expect(person.api.updateBot({ bot_id, full_name: 'Mine Now' })).rejects.toMatchObject(denied)
      await expect(person.api.deactivateBot({ bot_id })).rejects.toMatchObject(denied)
      await expect(person.api.regenerateBotApiKey({ bot_id })).rejects.toMatchObject(denied)
    }
    const systemBot = (await alice.api.register({ fetch_event_types: ['realm_user'] })).cross_realm_bots?.[0]
    for (const id of [99_999, dave.id, alice.id, systemBot?.user_id ?? 0]) {
      const unknown = withReason('bot-not-found')
      await expect(alice.api.updateBot({ bot_id: id, full_name: 'Bot Now' })).rejects.toMatchObject(unknown)
      await expect(alice.api.deactivateBot({ bot_id: id })).rejects.toMatchObject(unknown)
      await expect(alice.api.regenerateBotApiKey({ bot_id: id })).rejects.toMatchObject(unknown)
    }
    expect((await carol.api.register({ fetch_event_types: ['realm_bot'] })).realm_bots).toEqual(before)

    const touched = { users: [bot_id] }
    await changeRows(world, touched, sql`update account set can_create_users = true where id = ${bot_id}`)
    for (const person of [carol, bob]) {
      await expect(person.api.updateBot({ bot_id, full_name: 'X Y' })).rejects.toMatchObject(notOwner)
      await expect(person.api.deactivateBot({ bot_id })).rejects.toMatchObject(notOwner)
      await expect(person.api.regenerateBotApiKey({ bot_id })).rejects.toMatchObject(notOwner)
    }
    await alice.api.updateBot({ bot_id, full_name: 'X Y' })
  })

  it('transfers a bot to another owner, and changes roles by the same rules as for other users', async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave, greta } = world
    const bot_id = await makeBot(carol, 'Grafter', { bot_type: 3, payload_url: 'http://a.example' })
    const give = (giver: Person, to: Person, watchers: Record<string, Person>) =>
      eventsPerUser(watchers, async () => {
        const { bot_owner } = await giver.api.updateBot({ bot_id, bot_owner_id: to.id })
        expect(bot_owner).toBe(to.email)
      })
    const update = 'realm_bot:update'
    const everyone = 'realm_user:update'
    const keys = (received: Awaited<ReturnType<typeof give>>) =>
      Object.fromEntries(Object.entries(received).map(([name, events]) => [name, eventTypesOf(events)]))
    const toDave = await give(carol, dave, { alice, bob, carol, dave, greta })
    expect(keys(toDave)).toEqual({
      alice: [update, everyone],
      bob: [update, everyone],
      carol: ['realm_bot:delete', everyone],
      dave: ['realm_bot:add', everyone],
      greta: [everyone],
    })
    expect(toDave.alice).toMatchObject([
      { bot: { user_id: bot_id, owner_id: dave.id } },
      { person: { user_id: bot_id, bot_owner_id: dave.id } },
    ])
    expect(toDave.carol?.[0]).toMatchObject({ bot: { user_id: bot_id } })
    expect(toDave.dave?.[0]).toMatchObject({ bot: { services: [{ base_url: 'http://a.example' }] } })
    expect(keys(await give(dave, bob, { bob, dave }))).toMatchObject({
      bob: [update, everyone],
      dave: ['realm_bot:delete', everyone],
    })
    expect(keys(await give(bob, greta, { bob, greta }))).toMatchObject({
      bob: [update, everyone],
      greta: ['realm_bot:add', everyone],
    })
    for (const [person, role, error] of [
      [bob, 100, withReason('role-change-of-owner-denied')],
      [bob, 200, undefined],
      [alice, 100, undefined],
      [bob, 400, withReason('role-change-of-owner-denied')],
    ] as const) {
      const change = () => person.api.updateBot({ bot_id, role })
      if (error === undefined) {
        const received = await eventsPerUser({ carol, greta }, change)
        expect(received.carol?.[0]).toMatchObject({ type: 'realm_user', person: { user_id: bot_id, role } })
      } else await expect(change()).rejects.toMatchObject(error)
    }
    // A bot does not count as an owner of the organization.
    await expect(alice.api.updateUser({ user_id: alice.id, role: 200 })).rejects.toMatchObject(
      withReason('role-change-of-last-owner-denied'),
    )
  })

  it('publishes only to the owner while a default channel is private', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    await carol.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true })
    const bot_id = await makeBot(carol, 'Mole', { default_events_register_stream: 'den' })
    const eventTypes = async (change: () => Promise<unknown>, golden: Record<string, Person>) => {
      const received = await eventsPerUser(golden, change)
      return Object.values(received).map((events) =>
        eventTypesOf(events).filter((key) => key.startsWith('realm_bot')),
      )
    }
    // For administrators, the events about the account suffice.
    const both = { alice, carol }
    const rename = () => carol.api.updateBot({ bot_id, full_name: 'Badger' })
    expect(await eventTypes(rename, both)).toEqual([[], ['realm_bot:update']])
    expect(await eventTypes(() => alice.api.deactivateBot({ bot_id }), both)).toEqual([
      [],
      ['realm_bot:update'],
    ])
    const back = () => alice.api.reactivateUser({ user_id: bot_id })
    expect(await eventTypes(back, both)).toEqual([[], ['realm_bot:update']])
    const toDave = () => carol.api.updateBot({ bot_id, bot_owner_id: dave.id })
    expect(await eventTypes(toDave, { alice, carol, dave })).toEqual([
      [],
      ['realm_bot:delete'],
      ['realm_bot:add'],
    ])
    const open = () => alice.api.updateBot({ bot_id, default_events_register_stream: '' })
    expect(await eventTypes(open, { alice, dave })).toEqual([['realm_bot:update'], ['realm_bot:update']])
  })
})

describe('Deactivating, reactivating or rekeying a bot', () => {
  it('is published to its owner and administrators', async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave } = world
    const bot = await addBot(world, carol)
    const { id: bot_id, email } = bot
    const everyone = { alice, bob, carol, dave }
    const first = (received: Awaited<ReturnType<typeof eventsPerUser>>, type: string) =>
      Object.fromEntries(
        Object.entries(received).map(([name, events]) => [
          name,
          events.filter((event) => event.type === type),
        ]),
      )
    const activity = (is_active: boolean) => ({ op: 'update', bot: { user_id: bot_id, is_active } })

    const gone = await eventsPerUser(everyone, () => carol.api.deactivateBot({ bot_id }))
    expect(first(gone, 'realm_user').dave).toMatchObject([{ person: { user_id: bot_id, is_active: false } }])
    for (const name of ['alice', 'bob', 'carol'])
      expect(first(gone, 'realm_bot')[name]).toMatchObject([activity(false)])
    expect(first(gone, 'realm_bot').dave).toEqual([])
    await expect(bot.api.getOwnUser()).rejects.toMatchObject(withReason('credentials-account-deactivated'))
    expect((await carol.api.getBots()).bots).toEqual([])
    const again = await eventsPerUser(everyone, () => alice.api.deactivateBot({ bot_id }))
    expect(Object.values(again).flat()).toEqual([])

    // For its owner that is an administrator's business.
    await expect(carol.api.reactivateUser({ user_id: bot_id })).rejects.toMatchObject(
      withReason('account-reactivation-denied'),
    )
    await alice.api.deactivateUser({ user_id: carol.id })
    const { carol: _, ...others } = everyone
    const back = await eventsPerUser(others, () => bob.api.reactivateUser({ user_id: bot_id }))
    expect(eventTypesOf(back.alice ?? []).slice(0, 4)).toEqual([
      'realm_user:update',
      'realm_bot:update',
      'realm_bot:update',
      'realm_user:update',
    ])
    expect(first(back, 'realm_bot').bob).toMatchObject([
      activity(true),
      { bot: { user_id: bot_id, owner_id: bob.id } },
    ])

    const keys: string[] = []
    const others2 = { alice, bob, dave }
    const rekeyed = await eventsPerUser(others2, async () => {
      keys.push((await bob.api.regenerateBotApiKey({ bot_id })).api_key)
    })
    await expect(bot.api.getOwnUser()).rejects.toMatchObject(withReason('credentials-invalid'))
    const own = await eventsPerUser(others2, async () => {
      keys.push((await world.person(bot_id).api.regenerateApiKey()).api_key)
    })
    for (const [n, received] of [rekeyed, own].entries()) {
      for (const name of ['alice', 'bob'])
        expect(received[name]).toMatchObject([
          { type: 'realm_bot', bot: { user_id: bot_id, api_key: keys[n] } },
        ])
      expect(received.dave).toEqual([])
    }
    expect(world.person(bot_id)).toMatchObject({ email, apiKey: keys[1] })
    // Its owner's departure takes it along.
    const left = await eventsPerUser({ alice, dave }, () => alice.api.deactivateUser({ user_id: bob.id }))
    expect(eventTypesOf(left.alice ?? [])).toEqual([
      'realm_user:update',
      'realm_bot:update',
      'realm_user:update',
    ])
    const renamed = await eventsPerUser({ alice, dave }, async () => {
      await alice.api.updateUser({ user_id: bot_id, full_name: 'Returner', new_email: 'other@example.com' })
    })
    expect(first(renamed, 'realm_bot').alice).toMatchObject([{ bot: { full_name: 'Returner' } }])
  })
})

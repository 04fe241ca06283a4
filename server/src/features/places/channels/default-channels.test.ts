import {
  bodyWithReason,
  createWorld,
  eventsPerUser,
  eventTypesOf,
  type Person,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { archive, cast, channelNames, createChannels, idOf, kindsIn, named } from './testing/fixtures.ts'

const adminsOnly = withReason('caller-not-administrator')

async function defaultsOf(person: Person): Promise<number[] | undefined> {
  const state = await person.api.register({ fetch_event_types: ['default_streams'] })
  return state.realm_default_streams
}

/** A world with the channel `plaza`, in which only Carol is. */
async function createPlaza() {
  const world = await createWorld()
  await world.carol.api.subscribe(named('plaza'))
  return {
    ...world,
    world,
    general: await idOf(world.carol, 'general'),
    plaza: await idOf(world.carol, 'plaza'),
  }
}

const nonGuests = ['alice', 'bob', 'mona', 'carol', 'dave']
const toldAll = (event: object) => ({
  ...Object.fromEntries(nonGuests.map((name) => [name, [expect.objectContaining(event)]])),
  greta: [],
})

describe('Default channels', () => {
  it('are initially the first channel of the organization', async () => {
    const { carol, general } = await createPlaza()
    expect(await defaultsOf(carol)).toEqual([general])
  })

  it('are visible to members, not to guests', async () => {
    const { world, bob, general, plaza } = await createPlaza()
    await bob.api.addDefaultChannel({ stream_id: plaza })
    const lists = Object.entries(cast(world)).map(async ([name, person]) => [name, await defaultsOf(person)])
    expect(Object.fromEntries(await Promise.all(lists))).toEqual({
      ...Object.fromEntries(nonGuests.map((name) => [name, [general, plaza]])),
      greta: [],
    })
  })

  it('appear when a guest becomes a member, and disappear when a member becomes a guest', async () => {
    const { world, alice, greta, general } = await createPlaza()
    const give = (role: number) => alice.api.updateUser({ user_id: greta.id, role })
    const about = (received: Awaited<ReturnType<typeof eventsPerUser>>) =>
      Object.entries(received).flatMap(([name, events]) =>
        events.flatMap((event) => (event.type === 'default_streams' ? [[name, event.default_streams]] : [])),
      )
    expect(about(await eventsPerUser(cast(world), () => give(400)))).toEqual([['greta', [general]]])
    expect(about(await eventsPerUser(cast(world), () => give(300)))).toEqual([])
    expect(about(await eventsPerUser(cast(world), () => give(600)))).toEqual([['greta', []]])
    await alice.api.removeDefaultChannel({ stream_id: general })
    expect(about(await eventsPerUser(cast(world), () => give(400)))).toEqual([])
  })

  it('are current in every process', async () => {
    const { world, bob, carol, general, plaza } = await createPlaza()
    const other = await world.secondNode()
    const list = async () =>
      (await other.as(carol).register({ fetch_event_types: ['default_streams'] })).realm_default_streams
    expect(await list()).toEqual([general])
    await bob.api.addDefaultChannel({ stream_id: plaza })
    expect(await list()).toEqual([general, plaza])
    await other.as(bob).removeDefaultChannel({ stream_id: general })
    expect(await defaultsOf(carol)).toEqual([plaza])
  })
})

describe('POST /default_streams', () => {
  it('adds a channel and publishes the whole list to members', async () => {
    const { world, bob, general, plaza } = await createPlaza()
    const received = await eventsPerUser(cast(world), () => bob.api.addDefaultChannel({ stream_id: plaza }))
    expect(received).toEqual(toldAll({ type: 'default_streams', default_streams: [general, plaza] }))
  })

  it('subscribes no existing user', async () => {
    const { bob, dave, plaza } = await createPlaza()
    await bob.api.addDefaultChannel({ stream_id: plaza })
    expect(await channelNames(dave)).toEqual(['general'])
  })

  it('succeeds without an event for a channel that is already a default channel', async () => {
    const { world, bob, carol, general } = await createPlaza()
    const received = await eventsPerUser(cast(world), () => bob.api.addDefaultChannel({ stream_id: general }))
    expect(Object.values(received).flat()).toEqual([])
    expect(await defaultsOf(carol)).toEqual([general])
  })

  it('requires a public channel that is not archived and that the caller can read', async () => {
    const { alice, bob, dave, ids, ...world } = await createChannels()
    await alice.api.updateUser({ user_id: dave.id, role: 200 })
    const missing = await bob.api.addDefaultChannel({ stream_id: 404_404 }).catch((error) => error)
    expect(missing).toMatchObject(withReason('channel-not-found'))
    await expect(bob.api.addDefaultChannel({ stream_id: ids.private! })).rejects.toEqual(missing)
    await expect(dave.api.addDefaultChannel({ stream_id: ids.private! })).rejects.toMatchObject(
      withReason('default-channel-private'),
    )
    await archive({ ...world, alice, bob, dave }, ids.public!)
    await expect(dave.api.addDefaultChannel({ stream_id: ids.public! })).rejects.toEqual(missing)
    await dave.api.addDefaultChannel({ stream_id: ids['web-public']! })
    expect(await defaultsOf(bob)).toEqual([await idOf(bob, 'general'), ids['web-public']])
  })
})

describe('DELETE /default_streams', () => {
  it('removes a channel and publishes the remaining list to members', async () => {
    const { world, bob, general, plaza } = await createPlaza()
    await bob.api.addDefaultChannel({ stream_id: plaza })
    const received = await eventsPerUser(cast(world), () =>
      bob.api.removeDefaultChannel({ stream_id: general }),
    )
    expect(received).toEqual(toldAll({ type: 'default_streams', default_streams: [plaza] }))
    const rest = await eventsPerUser(cast(world), () => bob.api.removeDefaultChannel({ stream_id: plaza }))
    expect(rest).toEqual(toldAll({ type: 'default_streams', default_streams: [] }))
  })

  it('ends no subscriptions', async () => {
    const { bob, dave, general } = await createPlaza()
    await bob.api.removeDefaultChannel({ stream_id: general })
    expect(await channelNames(dave)).toEqual(['general'])
  })

  it('succeeds for a channel that is not a default channel, and still publishes the list', async () => {
    const { world, bob, general, plaza } = await createPlaza()
    const received = await eventsPerUser(cast(world), () =>
      bob.api.removeDefaultChannel({ stream_id: plaza }),
    )
    expect(received).toEqual(toldAll({ type: 'default_streams', default_streams: [general] }))
  })

  it('requires a channel that the caller can see, not one they can read', async () => {
    const { bob, ids, ...world } = await createChannels()
    await bob.api.removeDefaultChannel({ stream_id: ids.private! })
    await expect(bob.api.removeDefaultChannel({ stream_id: 404_404 })).rejects.toMatchObject(
      withReason('channel-not-found'),
    )
    await archive({ ...world, bob }, ids.public!)
    await expect(bob.api.removeDefaultChannel({ stream_id: ids.public! })).rejects.toMatchObject(
      withReason('channel-not-found'),
    )
  })
})

describe('Changing default channels', () => {
  it('requires an administrator before parameters are checked', async () => {
    const { world, alice, mona, carol, greta, general, plaza } = await createPlaza()
    for (const person of [mona, carol, greta]) {
      await expect(person.api.addDefaultChannel({ stream_id: plaza })).rejects.toMatchObject(adminsOnly)
      await expect(person.api.removeDefaultChannel({ stream_id: general })).rejects.toMatchObject(adminsOnly)
    }
    for (const method of ['POST', 'DELETE']) {
      const refusal = await world.raw('/api/v1/default_streams', { method, as: carol })
      expect(await refusal.json()).toMatchObject(bodyWithReason('caller-not-administrator'))
      const response = await world.raw('/api/v1/default_streams', { method, as: alice })
      expect(await response.json()).toMatchObject(
        bodyWithReason('parameter-missing', { parameter: 'stream_id' }),
      )
    }
    expect(await defaultsOf(carol)).toEqual([general])
  })
})

describe('A channel created as a default channel', () => {
  it('is published as a channel, then as a default channel, then with its subscribers', async () => {
    const world = await createWorld()
    const { bob, dave, greta } = world
    const options = { principals: [dave.id, greta.id], is_default_stream: true }
    const received = await eventsPerUser(cast(world), () =>
      bob.api.subscribe({ ...named('plaza', 'market'), ...options }),
    )
    const created = ['stream:create', 'stream:create', 'default_streams']
    const peers = ['subscription:peer_add', 'subscription:peer_add']
    expect(kindsIn(received)).toEqual({
      ...Object.fromEntries(nonGuests.map((name) => [name, [...created, ...peers]])),
      dave: [...created, 'subscription:add'],
      greta: ['stream:create', 'stream:create', 'subscription:add'],
    })
    const list = [await idOf(bob, 'general'), await idOf(bob, 'plaza'), await idOf(bob, 'market')]
    expect(received.mona?.[2]).toMatchObject({ default_streams: list })
    expect(await defaultsOf(dave)).toEqual(list)
  })

  it('can be created while leaving others', async () => {
    const world = await createWorld()
    const { bob } = world
    const received = await eventsPerUser(cast(world), () =>
      bob.api.changeSubscriptions({ add: [{ name: 'plaza' }], delete: ['general'], is_default_stream: true }),
    )
    expect(eventTypesOf(received.bob ?? []).slice(0, 3)).toEqual([
      'stream:create',
      'default_streams',
      'subscription:add',
    ])
    expect(await defaultsOf(bob)).toEqual([await idOf(bob, 'general'), await idOf(bob, 'plaza')])
  })

  it('requires an administrator and a public channel; otherwise nothing is created', async () => {
    const { bob, mona } = await createWorld()
    const asDefault = { ...named('plaza'), is_default_stream: true }
    const secret = { ...asDefault, invite_only: true }
    await expect(mona.api.subscribe(asDefault)).rejects.toMatchObject(
      withReason('default-channel-creation-denied'),
    )
    await expect(bob.api.subscribe(secret)).rejects.toMatchObject(withReason('default-channel-private'))
    const change = { add: [{ name: 'plaza' }], is_default_stream: true }
    await expect(mona.api.changeSubscriptions(change)).rejects.toMatchObject(
      withReason('default-channel-creation-denied'),
    )
    await expect(idOf(bob, 'plaza')).rejects.toMatchObject(withReason('channel-not-found'))
  })

  it('is created only if the channel is new; the parameter has no effect on existing channels', async () => {
    const { world, bob, mona, general, plaza } = await createPlaza()
    await mona.api.subscribe({ ...named('plaza'), is_default_stream: true })
    const received = await eventsPerUser(cast(world), () =>
      bob.api.subscribe({ ...named('plaza', 'market'), is_default_stream: true }),
    )
    const list = [general, await idOf(bob, 'market')]
    expect(received.dave?.filter((event) => event.type === 'default_streams')).toMatchObject([
      { default_streams: list },
    ])
    expect(list).not.toContain(plaza)
  })
})

describe('GET /streams with include_default', () => {
  it('marks default channels, and lists the same channels', async () => {
    const { bob, carol, greta } = await createPlaza()
    const flags = async (person: Person, filter = {}) => {
      const { streams } = await person.api.getChannels({ include_default: true, ...filter })
      return streams.map((one) => [one.name, one.is_default])
    }
    const both = [
      ['general', true],
      ['plaza', false],
    ]
    expect(await flags(carol)).toEqual(both)
    expect(await flags(bob, { include_all: true })).toEqual(both)
    expect(await flags(greta)).toEqual([['general', true]])
    expect(await flags(carol, { include_public: false, include_subscribed: false })).toEqual([])
    const { streams } = await carol.api.getChannels()
    expect(streams.every((one) => !('is_default' in one))).toBe(true)
  })
})

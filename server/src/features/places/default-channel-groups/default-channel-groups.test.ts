import type { DefaultChannelGroupObject } from '@loquat/contract'
import {
  bodyWithReason,
  createWorld,
  eventsPerUser,
  eventTypesOf,
  type Person,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { cast, idOf, kindsIn, named } from '../channels/testing/fixtures.ts'

/** A world with three channels that are no default channels, and Alice in all of them. */
async function orchard() {
  const world = await createWorld()
  await world.alice.api.subscribe(named('pears', 'apples', 'plums'))
  const ids = {
    pears: await idOf(world.alice, 'pears'),
    apples: await idOf(world.alice, 'apples'),
    plums: await idOf(world.alice, 'plums'),
  }
  // Users outside a channel receive no event about its first message, so it exists from the start.
  for (const to of Object.values(ids)) {
    await world.alice.api.sendMessage({ type: 'channel', to, topic: 'first', content: 'hi' })
  }
  return { ...world, world, ids }
}

const groupsOf = async ({ api }: Person): Promise<DefaultChannelGroupObject[]> =>
  (await api.register({ fetch_event_types: ['default_stream_groups'] })).realm_default_stream_groups ?? []

const fruit = { group_name: 'fruit', description: 'what grows', stream_names: ['pears', 'apples'] }

async function makeFruit({ api }: Person, changes: Partial<typeof fruit> = {}): Promise<number> {
  const wanted = { ...fruit, ...changes }
  await api.createDefaultChannelGroup(wanted)
  const { realm_default_stream_groups: groups } = await api.register()
  return groups?.find((group) => group.name === wanted.group_name)?.id ?? 0
}

/** Members receive only the groups, the guest nothing. */
const toldTo = (event = 'default_stream_groups') => ({
  alice: [event],
  bob: [event],
  mona: [event],
  carol: [event],
  dave: [event],
  greta: [],
})

describe('Default channel groups', () => {
  it('are initially empty, and visible to members, not to guests', async () => {
    const { alice, carol, greta } = await orchard()
    expect(await groupsOf(carol)).toEqual([])
    const id = await makeFruit(alice)
    expect(await groupsOf(carol)).toMatchObject([{ id }])
    expect(await groupsOf(greta)).toEqual([])
  })

  it('are sorted by name, and so are their channels', async () => {
    const { alice, ids } = await orchard()
    await makeFruit(alice)
    await makeFruit(alice, { group_name: 'Zest', stream_names: [] })
    expect(await groupsOf(alice)).toEqual([
      { id: expect.any(Number), name: 'Zest', description: 'what grows', streams: [] },
      { id: expect.any(Number), name: 'fruit', description: 'what grows', streams: [ids.apples, ids.pears] },
    ])
  })

  it('keep their channels in order when one is renamed', async () => {
    const { alice, carol, greta, ids } = await orchard()
    await makeFruit(alice)
    const rename = () => alice.api.updateChannel({ stream_id: ids.apples, new_name: 'quinces' })
    const received = await eventsPerUser({ carol, greta }, rename)
    expect(eventTypesOf(received.carol ?? [])).toEqual(['stream:update', 'default_stream_groups'])
    expect(received.greta).toEqual([])
    expect(await groupsOf(carol)).toMatchObject([{ streams: [ids.pears, ids.apples] }])
    const again = () => alice.api.updateChannel({ stream_id: ids.apples, new_name: 'quince' })
    expect(eventTypesOf((await eventsPerUser({ carol }, again)).carol ?? [])).toEqual(['stream:update'])
  })

  it('lose an archived channel permanently, with an event for each group', async () => {
    const { alice, carol, greta, ids } = await orchard()
    await makeFruit(alice)
    await makeFruit(alice, { group_name: 'more' })
    await makeFruit(alice, { group_name: 'other', stream_names: ['plums'] })
    const received = await eventsPerUser({ carol, greta }, () =>
      alice.api.archiveChannel({ stream_id: ids.pears }),
    )
    const groups = ['default_stream_groups', 'default_stream_groups']
    expect(eventTypesOf(received.carol ?? [])).toEqual([...groups, 'stream:update'])
    expect(received.greta).toEqual([])
    await alice.api.updateChannel({ stream_id: ids.pears, is_archived: false })
    expect(await groupsOf(carol)).toMatchObject([
      { name: 'fruit', streams: [ids.apples] },
      { name: 'more', streams: [ids.apples] },
      { name: 'other', streams: [ids.plums] },
    ])
  })

  it('appear when a guest becomes a member, and disappear when a member becomes a guest', async () => {
    const { alice, greta, carol } = await orchard()
    await makeFruit(alice)
    const become = (role: 400 | 600) => () => alice.api.updateUser({ user_id: greta.id, role })
    const received = await eventsPerUser({ greta, carol }, become(400))
    expect(eventTypesOf(received.greta ?? [])).toContain('default_stream_groups')
    expect(eventTypesOf(received.carol ?? [])).not.toContain('default_stream_groups')
    expect(eventTypesOf((await eventsPerUser({ greta }, become(600))).greta ?? [])).toContain(
      'default_stream_groups',
    )
  })

  it('are current in every process', async () => {
    const { world, alice, carol } = await orchard()
    const other = await world.secondNode()
    const id = await makeFruit(alice)
    const state = await other.as(carol).register()
    expect(state.realm_default_stream_groups).toMatchObject([{ id }])
    await other.as(alice).deleteDefaultChannelGroup({ group_id: id })
    await expect(alice.api.deleteDefaultChannelGroup({ group_id: id })).rejects.toMatchObject(
      withReason('default-channel-group-not-found'),
    )
  })

  it('require an administrator before other checks', async () => {
    const { world, alice, bob, mona, carol, greta } = await orchard()
    const id = await makeFruit(alice)
    for (const person of [mona, carol, greta]) {
      await expect(makeFruit(person, { group_name: '' })).rejects.toMatchObject(
        withReason('caller-not-administrator'),
      )
      const path = `/api/v1/default_stream_groups/${id}`
      for (const [url, method] of [
        [path, 'PATCH'],
        [`${path}/streams`, 'PATCH'],
        [path, 'DELETE'],
      ] as const) {
        const reply = await world.raw(url, { method, as: person })
        expect(await reply.json()).toMatchObject(bodyWithReason('caller-not-administrator'))
      }
    }
    await bob.api.deleteDefaultChannelGroup({ group_id: id })
  })
})

describe('POST /default_stream_groups/create', () => {
  it('publishes the groups to members', async () => {
    const { world, alice, ids } = await orchard()
    const received = await eventsPerUser(cast(world), () => alice.api.createDefaultChannelGroup(fruit))
    expect(kindsIn(received)).toEqual(toldTo())
    const streams = [ids.apples, ids.pears]
    expect(received.carol).toMatchObject([{ default_stream_groups: [{ name: 'fruit', streams }] }])
  })

  it('requires readable channels that are neither archived nor default channels', async () => {
    const { alice, bob, ids } = await orchard()
    await alice.api.subscribe({ ...named('secret'), invite_only: true })
    await alice.api.archiveChannel({ stream_id: ids.plums })
    for (const name of ['secret', 'nowhere', 'plums', '']) {
      await expect(makeFruit(bob, { stream_names: ['pears', name] })).rejects.toMatchObject(
        withReason('channel-not-found'),
      )
    }
    await expect(makeFruit(bob, { stream_names: ['pears', 'general'] })).rejects.toMatchObject(
      withReason('default-channel-group-channel-is-default', { channel: 'general' }),
    )
    await makeFruit(alice, { stream_names: ['secret', ' PEARS ', 'pears'] })
    expect(await groupsOf(bob)).toMatchObject([{ streams: [ids.pears, await idOf(alice, 'secret')] }])
  })

  it('requires a free, nonblank name of at most 60 characters', async () => {
    const { alice } = await orchard()
    await makeFruit(alice, { group_name: '🍑'.repeat(60) })
    await makeFruit(alice)
    const bad = {
      fruit: 'default-channel-group-name-taken',
      '': 'default-channel-group-name-empty',
      ' ': 'default-channel-group-name-empty',
      ['🍑'.repeat(61)]: 'default-channel-group-name-too-long',
      'a\0b': 'parameter-has-null-byte',
    } as const
    for (const [group_name, reason] of Object.entries(bad)) {
      await expect(makeFruit(alice, { group_name, description: 'other' })).rejects.toMatchObject(
        withReason(reason),
      )
    }
    expect(await groupsOf(alice)).toHaveLength(2)
  })
})

describe('PATCH /default_stream_groups/{group_id}', () => {
  it('changes name and description, and publishes the groups to members', async () => {
    const { world, alice, carol } = await orchard()
    const group_id = await makeFruit(alice)
    const received = await eventsPerUser(cast(world), () =>
      alice.api.updateDefaultChannelGroup({ group_id, new_group_name: 'trees', new_description: '' }),
    )
    expect(kindsIn(received)).toEqual(toldTo())
    await alice.api.updateDefaultChannelGroup({ group_id, new_description: 'big ones' })
    expect(await groupsOf(carol)).toMatchObject([{ name: 'trees', description: 'big ones' }])
  })

  it('refuses empty requests, unknown groups, and taken, invalid or unchanged names', async () => {
    const { alice } = await orchard()
    const group_id = await makeFruit(alice)
    await makeFruit(alice, { group_name: 'taken' })
    const change = (changes: object) => alice.api.updateDefaultChannelGroup({ group_id, ...changes })
    await expect(change({})).rejects.toMatchObject(withReason('default-channel-group-change-empty'))
    const empty = { new_group_name: '', new_description: '' }
    await expect(change(empty)).rejects.toMatchObject(withReason('default-channel-group-change-empty'))
    await expect(change({ group_id: 404_404, new_description: 'x' })).rejects.toMatchObject(
      withReason('default-channel-group-not-found'),
    )
    const bad = {
      fruit: 'default-channel-group-name-taken',
      taken: 'default-channel-group-name-taken',
      ' ': 'default-channel-group-name-empty',
      ['x'.repeat(61)]: 'default-channel-group-name-too-long',
    } as const
    for (const [new_group_name, reason] of Object.entries(bad)) {
      await expect(change({ new_group_name, new_description: 'x' })).rejects.toMatchObject(withReason(reason))
    }
    expect(await groupsOf(alice)).toMatchObject([{ name: 'fruit', description: 'what grows' }, {}])
  })
})

describe('PATCH /default_stream_groups/{group_id}/streams', () => {
  it('adds and removes channels, and publishes the groups to members', async () => {
    const { world, alice, ids } = await orchard()
    const group_id = await makeFruit(alice)
    const change = (op: 'add' | 'remove', ...stream_names: string[]) =>
      alice.api.changeDefaultChannelGroup({ group_id, op, stream_names })
    expect(kindsIn(await eventsPerUser(cast(world), () => change('add', 'Plums', 'plums')))).toEqual(toldTo())
    expect(await groupsOf(alice)).toMatchObject([{ streams: [ids.apples, ids.pears, ids.plums] }])
    expect(kindsIn(await eventsPerUser(cast(world), () => change('remove', 'pears')))).toEqual(toldTo())
    expect(await groupsOf(alice)).toMatchObject([{ streams: [ids.apples, ids.plums] }])
  })

  it('refuses the whole request if one channel is already in the group, not in it, or not allowed', async () => {
    const { world, alice, bob, ids } = await orchard()
    const group_id = await makeFruit(alice)
    await alice.api.subscribe({ ...named('secret'), invite_only: true })
    const change = (op: 'add' | 'remove', ...stream_names: string[]) =>
      bob.api.changeDefaultChannelGroup({ group_id, op, stream_names })
    const bad = [
      ['add', 'plums', 'pears', 'default-channel-group-has-channel'],
      ['add', 'plums', 'general', 'default-channel-group-channel-is-default'],
      ['add', 'plums', 'secret', 'channel-not-found'],
      ['add', 'plums', 'nowhere', 'channel-not-found'],
      ['remove', 'pears', 'plums', 'default-channel-group-lacks-channel'],
      ['remove', 'pears', 'nowhere', 'channel-not-found'],
    ] as const
    for (const [op, good, name, reason] of bad) {
      await expect(change(op, good, name)).rejects.toMatchObject(withReason(reason))
    }
    const path = `/api/v1/default_stream_groups/${group_id}/streams`
    const body = new URLSearchParams({ op: 'swap', stream_names: '["plums"]' })
    const unknown = await world.raw(path, { method: 'PATCH', as: bob, body })
    expect(await unknown.json()).toMatchObject(bodyWithReason('parameter-invalid'))
    expect(await groupsOf(bob)).toMatchObject([{ streams: [ids.apples, ids.pears] }])
  })
})

describe('DELETE /default_stream_groups/{group_id}', () => {
  it('deletes only the group, and publishes the remaining groups to members', async () => {
    const { world, alice, carol, ids } = await orchard()
    const group_id = await makeFruit(alice)
    const received = await eventsPerUser(cast(world), () => alice.api.deleteDefaultChannelGroup({ group_id }))
    expect(kindsIn(received)).toEqual(toldTo())
    expect(await groupsOf(carol)).toEqual([])
    await carol.api.getChannel({ stream_id: ids.pears })
    await expect(alice.api.deleteDefaultChannelGroup({ group_id })).rejects.toMatchObject(
      withReason('default-channel-group-not-found'),
    )
  })
})

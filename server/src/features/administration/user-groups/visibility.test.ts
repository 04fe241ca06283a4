import { eventsPerUser, type Person, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { deactivate, idOf, ids, kindsIn, named } from '../../places/channels/testing/fixtures.ts'
import { groupWorld, make } from './testing/fixtures.ts'

const granting = ['can_administer_channel_group', 'can_add_subscribers_group', 'can_subscribe_group'] as const

/** A private channel of Carol's that a group of hers opens. */
async function withDen(options: object | ((group: number) => object)) {
  const made = await groupWorld()
  const { carol, alice } = made
  const group = await make(carol, 'plums')
  const settings = typeof options === 'function' ? options(group) : options
  const principals = [carol.id, alice.id]
  await carol.api.subscribe({ ...named('den'), invite_only: true, principals, ...settings })
  return { ...made, group, den: await idOf(carol, 'den') }
}

const change = (by: Person, user_group_id: number, what: object) =>
  by.api.changeGroupMembers({ user_group_id, ...what })

const aboutChannels = (received: Record<string, { type: string }[]>) =>
  Object.fromEntries(
    Object.entries(received).map(([name, events]) => [
      name,
      events.filter((event) => event.type === 'stream' || event.type === 'subscription'),
    ]),
  )

describe('Joining and leaving a group that opens a private channel', () => {
  it.each(granting)('through %s shows and hides the channel, after the event of the change', async (name) => {
    const { group, den, alice, bob, carol, dave, mona, greta } = await withDen((id) => ({ [name]: id }))
    const people = { alice, bob, carol, dave, mona, greta }
    // Guests hold none of these permissions; administrators and subscribers saw it before.
    const add = ids(bob, carol, dave, greta)
    const joined = await eventsPerUser(people, () => change(carol, group, { add }))
    expect(kindsIn(joined)).toMatchObject({
      dave: ['user_group:add_members', 'stream:create', 'subscription:peer_add'],
      bob: ['user_group:add_members'],
      greta: ['user_group:add_members'],
      alice: ['user_group:add_members'],
      carol: ['user_group:add_members'],
      mona: ['user_group:add_members'],
    })
    expect(joined.dave).toMatchObject([
      {},
      { streams: [{ stream_id: den, name: 'den' }] },
      { stream_ids: [den], user_ids: ids(alice, carol) },
    ])
    expect((await dave.api.getChannel({ stream_id: den })).stream.name).toBe('den')

    const left = await eventsPerUser(people, () => change(dave, group, { delete: [dave.id] }))
    expect(left.dave).toMatchObject([
      { type: 'user_group', op: 'remove_members' },
      { type: 'stream', op: 'delete', stream_ids: [den], streams: [{ stream_id: den }] },
    ])
    expect(kindsIn(left).mona).toEqual(['user_group:remove_members'])
  })

  it('applies through enclosing groups, named and unnamed, and through added subgroups', async () => {
    const { group, den, roles, carol, dave, mona } = await withDen({})
    const outer = await make(carol, 'outer', [], { subgroups: [group] })
    const unnamed = { direct_members: [carol.id], direct_subgroups: [outer] }
    await carol.api.subscribe({ ...named('attic'), invite_only: true, can_subscribe_group: unnamed })
    const attic = await idOf(carol, 'attic')
    const inner = await make(carol, 'inner', [dave])
    const received = await eventsPerUser({ dave, mona }, async () => {
      await change(carol, group, { add_subgroups: [inner, roles['role:moderators']] })
      await change(carol, inner, { delete: [], add: [carol.id] })
      await change(carol, group, { delete_subgroups: [inner] })
    })
    const { dave: toDave, mona: toMona } = aboutChannels(received)
    const seen = { type: 'stream', op: 'create', streams: [{ stream_id: attic }] }
    const peers = { type: 'subscription', op: 'peer_add', stream_ids: [attic], user_ids: [carol.id] }
    expect(toDave).toMatchObject([seen, peers, { type: 'stream', op: 'delete', stream_ids: [attic] }])
    expect(toMona).toMatchObject([seen, peers])
    expect(JSON.stringify([toDave, toMona])).not.toContain(`"stream_id":${den}`)
  })

  it('publishes nothing for users with access by another permission, or for other permissions', async () => {
    const { group, roles, carol, dave, mona } = await withDen((id: number) => ({
      can_subscribe_group: id,
      can_administer_channel_group: id,
      can_remove_subscribers_group: id,
    }))
    const other = await make(carol, 'other', [dave])
    await carol.api.subscribe({ ...named('attic'), invite_only: true, can_send_message_group: other })
    await carol.api.subscribe({ ...named('plaza'), can_subscribe_group: other })
    const received = await eventsPerUser({ dave, mona }, async () => {
      await change(carol, other, { add: [mona.id] })
      await change(carol, group, { add_subgroups: [other] })
      // In it twice now: leaving one of the two changes nothing.
      await change(carol, group, { add: [dave.id] })
      await change(dave, group, { delete: [dave.id] })
      await change(carol, group, { add_subgroups: [roles['role:moderators']] })
    })
    const { dave: toDave, mona: toMona } = aboutChannels(received)
    expect(toDave).toHaveLength(2)
    expect(toMona).toHaveLength(2)
  })

  it('grants and revokes access in every process at once', async () => {
    const { world, group, den, carol, dave } = await withDen((id: number) => ({ can_subscribe_group: id }))
    const elsewhere = (await world.secondNode()).as(dave)
    const look = () => elsewhere.getChannel({ stream_id: den })
    await expect(look()).rejects.toMatchObject(withReason('channel-not-found'))
    await change(carol, group, { add: [dave.id] })
    await look()
    await elsewhere.subscribe(named('den'))
    await elsewhere.unsubscribe({ subscriptions: ['den'] })
    await change(dave, group, { delete: [dave.id] })
    await expect(dave.api.getChannel({ stream_id: den })).rejects.toMatchObject(
      withReason('channel-not-found'),
    )
  })
})

describe('A change of role', () => {
  it('opens channels through groups that contain a system group', async () => {
    const { group, den, roles, alice, carol, dave, mona } = await withDen((id: number) => ({
      can_subscribe_group: id,
    }))
    await change(carol, group, { add_subgroups: [roles['role:moderators']] })
    const up = await eventsPerUser({ dave, mona }, () =>
      alice.api.updateUser({ user_id: dave.id, role: 300 }),
    )
    expect(aboutChannels(up)).toMatchObject({
      dave: [{ type: 'stream', op: 'create', streams: [{ stream_id: den }] }, { op: 'peer_add' }],
      mona: [],
    })
    const down = await eventsPerUser({ dave, mona }, () =>
      alice.api.updateUser({ user_id: dave.id, role: 400 }),
    )
    expect(aboutChannels(down)).toMatchObject({ dave: [{ op: 'delete', stream_ids: [den] }], mona: [] })
  })
})

describe('A deactivated user', () => {
  it('has no permissions from groups', async () => {
    const { world, group, carol, dave } = await withDen({})
    await change(carol, group, { add: [dave.id] })
    await deactivate(world, dave)
    expect((await carol.api.getGroupMembers({ user_group_id: group })).members).toEqual([])
    const around = await make(carol, 'around', [], { subgroups: [group] })
    expect((await carol.api.getGroupMembers({ user_group_id: around })).members).toEqual([])
  })
})

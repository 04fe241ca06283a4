import { eventsPerUser, type Person, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { deactivate, idOf, named } from '../../places/channels/testing/fixtures.ts'
import { groupWorld, make, permit } from './testing/fixtures.ts'

/** A group that contains Dave only through a subgroup. */
async function withDave() {
  const made = await groupWorld()
  const { carol, dave, greta } = made
  const inner = await make(carol, 'inner', [dave, greta])
  const outer = await make(carol, 'outer', [], { subgroups: [inner] })
  return { ...made, inner, outer, unnamed: { direct_members: [], direct_subgroups: [outer, inner] } }
}

const outcomeOf = async (call: Promise<unknown>): Promise<string> =>
  await call.then(
    () => 'success',
    (error: { reason: string }) => error.reason,
  )

describe('A group as the value of a permission', () => {
  it('of the organization applies to members of subgroups, and never to guests', async () => {
    const { world, outer, unnamed, carol, dave, greta, mona } = await withDave()
    for (const value of [outer, unnamed]) {
      await permit(world, 'can_create_public_channel_group', value)
      await permit(world, 'can_create_private_channel_group', value)
      const outcomes: string[] = []
      for (const { api, id } of [dave, carol, mona, greta]) {
        outcomes.push(await outcomeOf(api.subscribe(named(`plaza ${id} ${value === outer}`))))
      }
      expect(outcomes).toEqual([
        'success',
        'channel-creation-denied',
        'channel-creation-denied',
        'caller-is-guest',
      ])
      expect((await dave.api.register()).can_create_public_streams).toBe(true)
      expect((await carol.api.register()).can_create_public_streams).toBe(false)
    }
  })

  it('of the organization grants and revokes with membership, as clients can compute', async () => {
    const { world, inner, outer, roles, alice, carol, greta } = await withDave()
    await permit(world, 'can_create_public_channel_group', outer)
    await permit(world, 'can_create_private_channel_group', outer)
    const mayCreate = async () => (await alice.api.register()).can_create_streams
    const steps = [
      [{ add: [alice.id] }, true],
      [{ delete: [alice.id] }, false],
      [{ add_subgroups: [roles['role:owners']] }, true],
      [{ delete_subgroups: [roles['role:owners']] }, false],
    ] as const
    await carol.api.updateUserGroup({
      user_group_id: inner,
      can_remove_members_group: { new: roles['role:members'] },
    })
    for (const [change, able] of steps) {
      const { add, delete: gone, ...nesting } = { add: [], delete: [], ...change }
      await eventsPerUser({ alice, greta }, () =>
        carol.api.changeGroupMembers({
          user_group_id: inner,
          add: [...add],
          delete: [...gone],
          ...copied(nesting),
        }),
      )
      expect(await mayCreate()).toBe(able)
    }
  })

  it('of a channel lets its members post, and guests if everyone may', async () => {
    const { outer, unnamed, carol, dave, greta, mona } = await withDave()
    for (const [n, value] of [outer, unnamed].entries()) {
      const name = `plaza ${n}`
      const principals = [carol.id, dave.id, greta.id, mona.id]
      await carol.api.subscribe({ ...named(name), principals, can_send_message_group: value })
      const outcomes: string[] = []
      for (const { api } of [dave, greta, mona, carol]) {
        const sent = api.sendMessage({ type: 'channel', to: name, topic: 'x', content: 'x' })
        outcomes.push(await outcomeOf(sent))
      }
      expect(outcomes).toEqual(['success', 'success', 'channel-posting-denied', 'channel-posting-denied'])
    }
  })

  it('of a channel can be changed to a group and back, and is returned unchanged', async () => {
    const { inner, outer, carol, dave } = await withDave()
    await carol.api.subscribe({ ...named('den'), invite_only: true, can_subscribe_group: inner })
    const stream_id = await idOf(carol, 'den')
    const shown = async () => (await dave.api.getChannel({ stream_id })).stream.can_subscribe_group
    expect(await shown()).toBe(inner)
    const one = { direct_members: [], direct_subgroups: [outer] }
    await carol.api.updateChannel({ stream_id, can_subscribe_group: { new: one, old: inner } })
    expect(await shown()).toBe(outer)
    const mixed = { direct_members: [dave.id, carol.id], direct_subgroups: [outer, inner] }
    await carol.api.updateChannel({ stream_id, can_subscribe_group: { new: mixed, old: one } })
    expect(await shown()).toEqual({
      direct_members: [carol.id, dave.id].sort((a, b) => a - b),
      direct_subgroups: [inner, outer],
    })
    await dave.api.subscribe(named('den'))
  })

  it('is returned without deactivated users', async () => {
    const { world, roles, carol, dave, mona } = await withDave()
    const value = { direct_members: [dave.id, mona.id], direct_subgroups: [roles['role:owners']] }
    const shown = { direct_members: [mona.id], direct_subgroups: [roles['role:owners']] }
    await permit(world, 'can_create_groups', value)
    await carol.api.subscribe({ ...named('plaza'), can_subscribe_group: value })
    await deactivate(world, dave)
    const state = await mona.api.register()
    expect(state.realm_can_create_groups).toEqual(shown)
    const plaza = state.streams?.find((channel) => channel.name === 'plaza')
    expect(plaza?.can_subscribe_group).toEqual(shown)
  })

  it('of another group applies in the same way', async () => {
    const { outer, unnamed, carol, dave, mona } = await withDave()
    for (const [n, value] of [outer, unnamed].entries()) {
      const id = await make(carol, `group ${n}`, [], { can_join_group: value })
      const join = ({ api, id: own }: Person) => api.changeGroupMembers({ user_group_id: id, add: [own] })
      expect(await outcomeOf(join(dave))).toBe('success')
      expect(await outcomeOf(join(mona))).toBe('user-group-change-denied')
    }
  })

  it('is refused if the group does not exist, with its ID', async () => {
    const { carol } = await withDave()
    for (const value of [404_404, { direct_members: [carol.id], direct_subgroups: [404_404] }]) {
      const done = carol.api.subscribe({ ...named('den'), can_send_message_group: value })
      await expect(done).rejects.toMatchObject(
        withReason('permission-group-not-found', { permission: 'can_send_message_group', group: 404_404 }),
      )
    }
  })
})

/** The types of the API want arrays that can be changed. */
function copied(nesting: Record<string, readonly number[]>): Record<string, number[]> {
  return Object.fromEntries(Object.entries(nesting).map(([name, list]) => [name, [...list]]))
}

import { eventsPerUser, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { cast, set } from '../../places/channels/testing/fixtures.ts'
import { groupOf, groupWorld, make, notesTo } from './testing/fixtures.ts'

describe('POST /user_groups/{user_group_id}/subgroups', () => {
  it('adds and removes subgroups, and publishes that to everyone without notices', async () => {
    const { world, roles } = await groupWorld()
    const { carol, dave } = world
    const [outer, inner] = [await make(carol, 'outer'), await make(carol, 'inner', [dave])]
    const members = roles['role:members']
    const received = await eventsPerUser(cast(world), async () => {
      await carol.api.changeSubgroups({ user_group_id: outer, add: [inner, members] })
      await carol.api.changeSubgroups({ user_group_id: outer, delete: [members] })
    })
    for (const events of Object.values(received)) {
      expect(events).toMatchObject([
        { type: 'user_group', op: 'add_subgroups', group_id: outer, direct_subgroup_ids: [members, inner] },
        { type: 'user_group', op: 'remove_subgroups', group_id: outer, direct_subgroup_ids: [members] },
      ])
    }
    expect((await groupOf(dave, outer))?.direct_subgroup_ids).toEqual([inner])
    expect(await notesTo(world, dave)).toEqual([])
  })

  it('requires the permission to add members for adding, to manage the group for removing', async () => {
    const { world } = await groupWorld()
    const { alice, bob, mona, carol, dave } = world
    const user_group_id = await make(carol, 'outer', [], {
      can_manage_group: set(mona),
      can_add_members_group: set(dave),
      can_remove_members_group: set(bob),
    })
    const inner = await make(carol, 'inner')
    for (const person of [bob, carol]) {
      const done = person.api.changeSubgroups({ user_group_id, add: [inner] })
      await expect(done).rejects.toMatchObject(withReason('user-group-change-denied'))
    }
    for (const adder of [alice, mona, dave]) {
      await adder.api.changeSubgroups({ user_group_id, add: [inner] })
      for (const person of [bob, carol, dave]) {
        const done = person.api.changeSubgroups({ user_group_id, delete: [inner] })
        await expect(done).rejects.toMatchObject(withReason('user-group-change-denied'))
      }
      await mona.api.changeSubgroups({ user_group_id, delete: [inner] })
    }
  })

  it('checks in order: permission, existence, deactivation, membership, cycles', async () => {
    const { world, roles } = await groupWorld()
    const { carol, dave } = world
    const user_group_id = await make(carol, 'a')
    const around = await make(carol, 'b', [], { subgroups: [user_group_id] })
    const further = await make(carol, 'c', [], { subgroups: [around] })
    const gone = await make(carol, 'gone')
    await carol.api.deactivateUserGroup({ user_group_id: gone })
    await carol.api.changeSubgroups({ user_group_id, add: [roles['role:owners']] })
    const reason = async (by: typeof carol, ...add: number[]) =>
      await by.api.changeSubgroups({ user_group_id, add }).then(String, (error) => {
        return error.reason
      })
    const owners = roles['role:owners']
    expect(await reason(dave, 404_404)).toBe('user-group-change-denied')
    expect(await reason(carol, further, owners, gone, 404_404, 505_505)).toBe('user-group-not-found')
    expect(await reason(carol, further, owners, gone)).toBe('user-group-deactivated')
    expect(await reason(carol, further, owners)).toBe('user-group-has-subgroup')
    for (const circle of [further, around, user_group_id]) {
      expect(await reason(carol, circle)).toBe('user-group-subgroup-circular')
    }
    for (const [id, error] of [
      [404_404, 'user-group-not-found'],
      [gone, 'user-group-deactivated'],
      [roles['role:members'], 'user-group-lacks-subgroup'],
      [around, 'user-group-lacks-subgroup'],
    ] as const) {
      const done = carol.api.changeSubgroups({ user_group_id, delete: [id ?? 0] })
      await expect(done).rejects.toMatchObject(withReason(error))
    }
  })

  it('allows a group in another through several paths', async () => {
    const { world } = await groupWorld()
    const { carol, dave } = world
    const inner = await make(carol, 'inner', [dave])
    const middle = await make(carol, 'middle', [dave], { subgroups: [inner] })
    const user_group_id = await make(carol, 'outer', [], { subgroups: [middle] })
    await carol.api.changeSubgroups({ user_group_id, add: [inner] })
    expect((await carol.api.getSubgroups({ user_group_id })).subgroups).toEqual([inner, middle])
    expect((await carol.api.getGroupMembers({ user_group_id })).members).toEqual([dave.id])
  })

  it('prevents a cycle from two concurrent changes', async () => {
    const { world } = await groupWorld()
    const { carol } = world
    const second = (await world.secondNode()).as(carol)
    const [one, two] = [await make(carol, 'one'), await make(carol, 'two')]
    const results = await Promise.allSettled([
      carol.api.changeSubgroups({ user_group_id: one, add: [two] }),
      second.changeSubgroups({ user_group_id: two, add: [one] }),
    ])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

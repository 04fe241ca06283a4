import { watched } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { cast, refused, set } from '../../places/channels/testing/fixtures.ts'
import { groupOf, groupWorld, make, notesTo } from './testing/fixtures.ts'

describe('POST /user_groups/{user_group_id}/subgroups', () => {
  it('puts groups into one and takes them out, and tells everyone, but nobody directly', async () => {
    const { world, roles } = await groupWorld()
    const { carol, dave } = world
    const [outer, inner] = [await make(carol, 'outer'), await make(carol, 'inner', [dave])]
    const members = roles['role:members']
    const told = await watched(cast(world), async () => {
      await carol.api.changeSubgroups({ user_group_id: outer, add: [inner, members] })
      await carol.api.changeSubgroups({ user_group_id: outer, delete: [members] })
    })
    for (const events of Object.values(told)) {
      expect(events).toMatchObject([
        { type: 'user_group', op: 'add_subgroups', group_id: outer, direct_subgroup_ids: [members, inner] },
        { type: 'user_group', op: 'remove_subgroups', group_id: outer, direct_subgroup_ids: [members] },
      ])
    }
    expect((await groupOf(dave, outer))?.direct_subgroup_ids).toEqual([inner])
    expect(await notesTo(world, dave)).toEqual([])
  })

  it('adds for those who may add members, removes for those who manage the group', async () => {
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
      await expect(done).rejects.toMatchObject(refused)
    }
    for (const adder of [alice, mona, dave]) {
      await adder.api.changeSubgroups({ user_group_id, add: [inner] })
      for (const person of [bob, carol, dave]) {
        const done = person.api.changeSubgroups({ user_group_id, delete: [inner] })
        await expect(done).rejects.toMatchObject(refused)
      }
      await mona.api.changeSubgroups({ user_group_id, delete: [inner] })
    }
  })

  it('refuses in this order: the right, what is not there, what is deactivated, what is in it, circles', async () => {
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
        expect(error).toMatchObject(refused)
        return error.body.msg
      })
    const owners = roles['role:owners']
    expect(await reason(dave, 404_404)).toContain('You may not')
    expect(await reason(carol, further, owners, gone, 404_404, 505_505)).toContain('404404')
    expect(await reason(carol, further, owners, gone)).toContain('deactivated')
    expect(await reason(carol, further, owners)).toContain('already')
    for (const circle of [further, around, user_group_id]) {
      expect(await reason(carol, circle)).toBe(`Group ${circle} contains this group.`)
    }
    const missing = [404_404, gone, roles['role:members'], around]
    for (const id of missing) {
      const done = carol.api.changeSubgroups({ user_group_id, delete: [id] })
      await expect(done).rejects.toMatchObject(refused)
    }
  })

  it('lets a group be in another by several ways', async () => {
    const { world } = await groupWorld()
    const { carol, dave } = world
    const inner = await make(carol, 'inner', [dave])
    const middle = await make(carol, 'middle', [dave], { subgroups: [inner] })
    const user_group_id = await make(carol, 'outer', [], { subgroups: [middle] })
    await carol.api.changeSubgroups({ user_group_id, add: [inner] })
    expect((await carol.api.getSubgroups({ user_group_id })).subgroups).toEqual([inner, middle])
    expect((await carol.api.getGroupMembers({ user_group_id })).members).toEqual([dave.id])
  })

  it('lets no circle come of two changes at the same moment', async () => {
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

import { addBot, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { deactivate, ids } from '../../places/channels/testing/fixtures.ts'
import { groupsOf, groupWorld, make } from './testing/fixtures.ts'

/** An outer group with Mona in it, and in that an inner one with Dave, Greta and the owners. */
async function nested() {
  const { world, roles } = await groupWorld()
  const { mona, carol, dave, greta } = world
  const inner = await make(carol, 'inner', [dave, greta], { subgroups: [roles['role:owners']] })
  const outer = await make(carol, 'outer', [mona, dave], { subgroups: [inner] })
  return { world, roles, inner, outer }
}

describe('GET /user_groups', () => {
  it('lists groups by ID, system groups first, deactivated ones on request', async () => {
    const { world, inner, outer } = await nested()
    const { carol } = world
    await carol.api.deactivateUserGroup({ user_group_id: outer })
    const names = async (deactivated: boolean) =>
      (await groupsOf(carol, deactivated)).map((group) => group.name)
    const byRole = [
      'role:nobody',
      'role:owners',
      'role:administrators',
      'role:moderators',
      'role:fullmembers',
      'role:members',
      'role:everyone',
      'role:internet',
    ]
    expect(await names(false)).toEqual([...byRole, 'inner'])
    expect(await names(true)).toEqual([...byRole, 'inner', 'outer'])
    expect((await groupsOf(carol)).find((group) => group.id === inner)?.members).toEqual(
      ids(world.dave, world.greta),
    )
    await deactivate(world, world.dave)
    expect((await groupsOf(carol)).find((group) => group.id === inner)?.members).toEqual([world.greta.id])
  })

  it('shows the members of system groups, including bots, and that nobody may change them', async () => {
    const { world, roles } = await groupWorld()
    const { alice, bob, mona, carol, dave, greta } = world
    const bot = await addBot(world, carol)
    const shown = Object.fromEntries((await groupsOf(carol)).map((group) => [group.name, group]))
    const rows: Record<string, [members: number[], subgroups: number[]]> = {
      'role:nobody': [[], []],
      'role:owners': [[alice.id], []],
      'role:administrators': [[bob.id], [roles['role:owners']]],
      'role:moderators': [[mona.id], [roles['role:administrators']]],
      'role:fullmembers': [ids(carol, dave, bot), [roles['role:moderators']]],
      'role:members': [ids(carol, dave, bot), [roles['role:fullmembers']]],
      'role:everyone': [[greta.id], [roles['role:members']]],
      'role:internet': [[], [roles['role:everyone']]],
    }
    const nobody = roles['role:nobody']
    for (const [name, [members, direct_subgroup_ids]] of Object.entries(rows)) {
      expect(shown[name]).toMatchObject({
        is_system_group: true,
        creator_id: null,
        date_created: null,
        members,
        direct_subgroup_ids,
        can_add_members_group: nobody,
        can_join_group: nobody,
        can_leave_group: nobody,
        can_manage_group: nobody,
        can_mention_group: nobody,
        can_remove_members_group: nobody,
      })
    }
  })
})

describe('The members of a group', () => {
  it('are returned with or without those of subgroups', async () => {
    const { world, roles, inner, outer } = await nested()
    const { alice, mona, dave, greta, bob } = world
    const { api } = bob
    const user_group_id = outer
    expect(await api.getGroupMembers({ user_group_id })).toMatchObject({
      members: ids(alice, mona, dave, greta),
    })
    expect(await api.getGroupMembers({ user_group_id, direct_member_only: true })).toMatchObject({
      members: ids(mona, dave),
    })
    expect(await api.getSubgroups({ user_group_id })).toMatchObject({
      subgroups: [roles['role:owners'], inner],
    })
    const direct = await api.getSubgroups({ user_group_id, direct_subgroup_only: true })
    expect(direct.subgroups).toEqual([inner])
    const everyone = { user_group_id: roles['role:administrators'] }
    expect((await api.getGroupMembers(everyone)).members).toEqual(ids(alice, bob))
    expect((await api.getSubgroups(everyone)).subgroups).toEqual([roles['role:owners']])
  })

  it('can be checked for a single user', async () => {
    const { world, outer } = await nested()
    const { alice, mona, carol, greta } = world
    const ask = async (user_id: number, direct_member_only = false) =>
      (await carol.api.isGroupMember({ user_group_id: outer, user_id, direct_member_only }))
        .is_user_group_member
    expect([await ask(mona.id), await ask(mona.id, true)]).toEqual([true, true])
    expect([await ask(greta.id), await ask(greta.id, true)]).toEqual([true, false])
    expect([await ask(alice.id), await ask(alice.id, true)]).toEqual([true, false])
    expect([await ask(carol.id), await ask(carol.id, true)]).toEqual([false, false])
    const bot = await addBot(world, carol)
    await deactivate(world, greta)
    for (const id of [bot.id, greta.id, 404_404])
      await expect(ask(id)).rejects.toMatchObject(withReason('user-not-found'))
    const { members } = await carol.api.getGroupMembers({ user_group_id: outer })
    expect(members).not.toContain(greta.id)
  })

  it('are not available to guests', async () => {
    const { world, outer } = await nested()
    const { carol, greta } = world
    const user_group_id = outer
    const bot = await addBot(world, carol)
    for (const { api } of [greta, bot]) {
      const error = withReason(api === bot.api ? 'caller-is-bot' : 'caller-is-guest')
      const calls = [
        () => api.getUserGroups(),
        () => api.getGroupMembers({ user_group_id }),
        () => api.isGroupMember({ user_group_id, user_id: carol.id }),
        () => api.getSubgroups({ user_group_id }),
        () => api.changeGroupMembers({ user_group_id, delete: [carol.id] }),
        () => api.changeSubgroups({ user_group_id, add: [1] }),
      ]
      for (const call of calls) await expect(call()).rejects.toMatchObject(error)
    }
    for (const id of [404_404, 2 ** 53 - 1]) {
      await expect(carol.api.getSubgroups({ user_group_id: id })).rejects.toMatchObject(
        withReason('user-group-not-found'),
      )
    }
  })
})

import type { Reason } from '@loquat/contract'
import { addBot, eventsPerUser, eventTypesOf, type Person, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { cast, deactivate, ids, set } from '../../places/channels/testing/fixtures.ts'
import { groupOf, groupsOf, groupWorld, make, notesTo, permit } from './testing/fixtures.ts'

describe('POST /user_groups/create', () => {
  it('creates a group and publishes it to everyone, including guests, without notices', async () => {
    const { world, roles } = await groupWorld()
    const { bob, carol, dave, greta } = world
    const bot = await addBot(world, carol)
    let group_id = 0
    const received = await eventsPerUser(cast(world), async () => {
      group_id = await make(carol, ' Plums ', [greta, dave, bot, dave], {
        description: 'Ripe\nones',
        subgroups: [roles['role:owners'], roles['role:moderators'], roles['role:owners']],
        can_join_group: roles['role:members'],
        can_mention_group: { direct_members: [dave.id, bob.id], direct_subgroups: [] },
      })
    })
    const group = {
      id: group_id,
      name: ' Plums ',
      description: 'Ripe\nones',
      date_created: expect.any(Number),
      creator_id: carol.id,
      members: ids(dave, greta, bot),
      direct_subgroup_ids: [],
      is_system_group: false,
      deactivated: false,
      can_add_members_group: set(carol),
      can_join_group: roles['role:members'],
      can_leave_group: roles['role:everyone'],
      can_manage_group: set(carol),
      can_mention_group: set(bob, dave),
      can_remove_members_group: roles['role:nobody'],
    }
    const direct_subgroup_ids = [roles['role:owners'], roles['role:moderators']]
    for (const events of Object.values(received)) {
      expect(events).toMatchObject([
        { type: 'user_group', op: 'add', group },
        { type: 'user_group', op: 'add_subgroups', group_id, direct_subgroup_ids },
      ])
    }
    expect(await groupOf(carol, group_id)).toEqual({ ...group, direct_subgroup_ids })
    expect(await notesTo(world, dave)).toEqual([])
  })

  it('creates an empty group, without its creator, in one event', async () => {
    const { world } = await groupWorld()
    const { carol, dave } = world
    const received = await eventsPerUser({ dave }, () => make(carol, 'empty'))
    expect(eventTypesOf(received.dave ?? [])).toEqual(['user_group:add'])
    expect(received.dave?.[0]).toMatchObject({ group: { members: [], direct_subgroup_ids: [] } })
  })

  it('requires the permission, and is refused for guests and bots', async () => {
    const { world, roles } = await groupWorld()
    const { alice, carol, dave, greta } = world
    const bot = await addBot(world, alice, 100)
    const denials = ['caller-is-guest', 'caller-is-bot', 'user-group-creation-denied']
    const makers = async () => {
      const made: Person[] = []
      for (const person of [alice, carol, dave, greta, bot]) {
        const done = make(person, `group ${Math.random()}`)
        await done.then(
          () => made.push(person),
          (error) => expect(denials).toContain(error.reason),
        )
      }
      return made
    }
    expect(await makers()).toEqual([alice, carol, dave])
    await permit(world, 'can_create_groups', { direct_members: [dave.id, greta.id], direct_subgroups: [] })
    expect(await makers()).toEqual([dave])
    const fans = await make(dave, 'fans', [carol, greta])
    await permit(world, 'can_create_groups', fans)
    expect(await makers()).toEqual([carol])
    await permit(world, 'can_create_groups', roles['role:nobody'])
    expect(await makers()).toEqual([])
  })

  it('accepts free names of up to 100 characters unchanged', async () => {
    const { world } = await groupWorld()
    const { carol } = world
    const id = await make(carol, 'plums')
    await carol.api.deactivateUserGroup({ user_group_id: id })
    const bad: [Reason, string[]][] = [
      ['user-group-name-empty', ['', ' ', '\u3000\n']],
      ['user-group-name-too-long', ['x'.repeat(101), '🍑'.repeat(101)]],
      ['user-group-name-taken', ['plums']],
      ['user-group-name-reserved', ['@plums', 'role:members', 'role:x', 'user:x', 'stream:x', 'channel:x']],
    ]
    for (const [reason, names] of bad)
      for (const name of names)
        await expect(make(carol, name), name).rejects.toMatchObject(withReason(reason))
    for (const name of ['Plums', ' plums', '🍑'.repeat(100), ' @plums', 'Role:x']) await make(carol, name)
    await expect(make(carol, 'Plums')).rejects.toMatchObject(withReason('user-group-name-taken'))
    expect((await groupsOf(carol)).filter((group) => !group.is_system_group)).toHaveLength(6)
  })

  it('refuses unknown users by ID', async () => {
    const { world } = await groupWorld()
    const { alice, carol, dave } = world
    await deactivate(world, dave)
    const { cross_realm_bots } = await alice.api.register({ fetch_event_types: ['realm_user'] })
    for (const id of [dave.id, 404_404, cross_realm_bots?.[0]?.user_id ?? 0]) {
      const done = carol.api.createUserGroup({ name: 'x', description: '', members: [carol.id, id] })
      await expect(done).rejects.toMatchObject(withReason('user-group-member-not-found', { user: id }))
    }
  })

  it('refuses unknown and deactivated subgroups, and disallowed permissions', async () => {
    const { world, roles } = await groupWorld()
    const { carol } = world
    const gone = await make(carol, 'gone')
    await carol.api.deactivateUserGroup({ user_group_id: gone })
    const { 'role:everyone': everyone, 'role:internet': internet } = roles
    const bad: [NonNullable<Parameters<typeof make>[3]>, Reason][] = [
      [{ subgroups: [404_404] }, 'user-group-not-found'],
      [{ subgroups: [gone] }, 'user-group-deactivated'],
      [{ can_manage_group: everyone }, 'permission-group-not-allowed'],
      [{ can_manage_group: internet }, 'permission-group-not-allowed'],
      [{ can_leave_group: internet }, 'permission-group-not-allowed'],
      [{ can_manage_group: gone }, 'permission-group-not-found'],
      [{ can_manage_group: 404_404 }, 'permission-group-not-found'],
      [
        { can_manage_group: { direct_members: [404_404], direct_subgroups: [] } },
        'permission-user-not-found',
      ],
      [
        { can_manage_group: { direct_members: [carol.id], direct_subgroups: [gone] } },
        'permission-group-not-found',
      ],
    ]
    for (const [options, reason] of bad) {
      const done = make(carol, 'x', [], options)
      await expect(done, JSON.stringify(options)).rejects.toMatchObject(withReason(reason))
    }
    expect((await groupsOf(carol)).map((group) => group.name)).not.toContain('x')
  })

  it('reports the first problem of users, name, permissions, uniqueness and subgroups', async () => {
    const { world, roles } = await groupWorld()
    const { carol } = world
    await make(carol, 'plums')
    const request = {
      name: '@',
      description: '',
      members: [404_404],
      can_join_group: roles['role:everyone'],
      subgroups: [505_505],
    }
    const steps: [object, Reason][] = [
      [{}, 'user-group-member-not-found'],
      [{ members: [] }, 'user-group-name-reserved'],
      [{ members: [], name: 'plums' }, 'permission-group-not-allowed'],
      [{ members: [], name: 'plums', can_join_group: roles['role:members'] }, 'user-group-name-taken'],
      [{ members: [], name: 'pears', can_join_group: roles['role:members'] }, 'user-group-not-found'],
    ]
    for (const [changes, reason] of steps) {
      await expect(carol.api.createUserGroup({ ...request, ...changes })).rejects.toMatchObject(
        withReason(reason),
      )
    }
  })

  it('gives a name to one of several concurrent requests', async () => {
    const { world } = await groupWorld()
    const other = { ...world.dave, api: (await world.secondNode()).as(world.dave) }
    const results = await Promise.allSettled(
      [world.carol, other, world.dave].map((one) => make(one, 'plums')),
    )
    const lost = results.filter((result) => result.status === 'rejected')
    expect(lost).toHaveLength(2)
    for (const { reason } of lost) expect(reason).toMatchObject(withReason('user-group-name-taken'))
  })
})

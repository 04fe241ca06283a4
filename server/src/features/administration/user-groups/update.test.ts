import type { QueueEvent } from '@loquat/contract'
import { addBot, eventsPerUser, eventTypesOf, type Person, pendingEvents, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { cast, deactivate, set } from '../../places/channels/testing/fixtures.ts'
import { groupOf, groupWorld, make, permit } from './testing/fixtures.ts'

const dataOf = (events: QueueEvent[] | undefined) =>
  events?.map((event) =>
    event.type === 'user_group' && event.op === 'update' ? event.data : eventTypesOf([event]),
  )

/** The events that a client without any capabilities gets. */
async function toldOldClient({ api }: Person, action: () => Promise<unknown>): Promise<QueueEvent[]> {
  const { queue_id, last_event_id } = await api.register()
  await action()
  return await pendingEvents(api, queue_id ?? '', last_event_id ?? -1)
}

describe('PATCH /user_groups/{user_group_id}', () => {
  it('changes name, description and permissions, and publishes each in order', async () => {
    const { world, roles } = await groupWorld()
    const { carol, dave } = world
    const user_group_id = await make(carol, 'plums')
    const change = {
      user_group_id,
      can_remove_members_group: { new: roles['role:moderators'] },
      can_add_members_group: { new: set(dave, carol), old: set(carol) },
      can_manage_group: { new: user_group_id },
      can_leave_group: { new: { direct_members: [], direct_subgroups: [] }, old: roles['role:everyone'] },
      description: 'Sweet',
      name: 'pears',
    }
    const received = await eventsPerUser(cast(world), () => carol.api.updateUserGroup(change))
    for (const events of Object.values(received)) {
      expect(dataOf(events)).toEqual([
        { name: 'pears' },
        { description: 'Sweet' },
        { can_add_members_group: set(carol, dave) },
        { can_leave_group: roles['role:nobody'] },
        { can_manage_group: user_group_id },
        { can_remove_members_group: roles['role:moderators'] },
      ])
    }
    expect(await groupOf(dave, user_group_id)).toMatchObject({
      name: 'pears',
      description: 'Sweet',
      can_leave_group: roles['role:nobody'],
      can_manage_group: user_group_id,
    })
  })

  it('publishes nothing for unchanged values, and refuses empty requests', async () => {
    const { world, roles } = await groupWorld()
    const { carol } = world
    const user_group_id = await make(carol, 'plums', [], {
      can_join_group: { ...set(carol), extra: 1 } as never,
    })
    const received = await eventsPerUser({ carol }, () =>
      carol.api.updateUserGroup({
        user_group_id,
        name: 'plums',
        description: '',
        deactivated: false,
        can_join_group: { new: { direct_members: [carol.id, carol.id], direct_subgroups: [] } },
        can_leave_group: { new: { direct_members: [], direct_subgroups: [roles['role:everyone']] } },
      }),
    )
    expect(received.carol).toEqual([])
    await expect(carol.api.updateUserGroup({ user_group_id })).rejects.toMatchObject(
      withReason('user-group-change-empty'),
    )
  })

  it('is refused if a permission has another current value or is invalid, and changes nothing', async () => {
    const { world, roles } = await groupWorld()
    const { carol, dave } = world
    const user_group_id = await make(carol, 'plums')
    const received = await eventsPerUser({ dave }, async () => {
      const bad = [
        [{ can_manage_group: { new: set(dave), old: set(dave) } }, 'permission-value-outdated'],
        [{ can_join_group: { new: set(dave), old: roles['role:members'] } }, 'permission-value-outdated'],
        [{ can_join_group: { new: roles['role:everyone'] } }, 'permission-group-not-allowed'],
        [{ can_join_group: { new: 404_404 } }, 'permission-group-not-found'],
        [{ can_join_group: { new: { direct_members: [] } } as never }, 'parameter-invalid'],
        [{ name: '@' }, 'user-group-name-reserved'],
        [{ name: 'role:members' }, 'user-group-name-reserved'],
      ] as const
      for (const [change, reason] of bad) {
        const done = carol.api.updateUserGroup({ user_group_id, description: 'new', ...change })
        await expect(done, JSON.stringify(change)).rejects.toMatchObject(withReason(reason))
      }
    })
    expect(received.dave).toEqual([])
    const taken = await make(carol, 'pears')
    await carol.api.deactivateUserGroup({ user_group_id: taken })
    await expect(carol.api.updateUserGroup({ user_group_id, name: 'pears' })).rejects.toMatchObject(
      withReason('user-group-name-taken'),
    )
    await carol.api.updateUserGroup({ user_group_id, name: 'Plums' })
  })

  it('omits deactivated users from permissions, in events and in expected values', async () => {
    const { world } = await groupWorld()
    const { carol, dave, mona } = world
    const user_group_id = await make(carol, 'plums', [dave, mona], { can_join_group: set(dave, mona) })
    await deactivate(world, dave)
    expect(await groupOf(carol, user_group_id)).toMatchObject({
      members: [mona.id],
      can_join_group: set(mona),
    })
    await carol.api.updateUserGroup({
      user_group_id,
      can_join_group: { new: set(carol), old: set(mona) },
    })
    expect(await groupOf(carol, user_group_id)).toMatchObject({ can_join_group: set(carol) })
  })

  it('requires the permission to manage the group or all groups; roles grant nothing', async () => {
    const { world, roles } = await groupWorld()
    const { alice, bob, mona, carol, dave, greta } = world
    const bot = await addBot(world, alice, 100)
    const inner = await make(carol, 'inner', [mona, greta])
    const id = await make(carol, 'plums', [dave], {
      can_manage_group: { direct_members: [carol.id], direct_subgroups: [inner] },
      can_add_members_group: set(dave),
      can_remove_members_group: set(dave),
    })
    const denials = ['user-group-change-denied', 'user-group-not-found', 'caller-is-guest', 'caller-is-bot']
    const may = async (user_group_id: number) => {
      const able: string[] = []
      for (const [name, person] of Object.entries({ alice, bob, mona, carol, dave, greta, bot })) {
        const done = person.api.updateUserGroup({ user_group_id, description: `by ${Math.random()}` })
        await done.then(
          () => able.push(name),
          (error) => expect(denials).toContain(error.reason),
        )
      }
      return able
    }
    expect(await may(id)).toEqual(['alice', 'mona', 'carol'])
    await permit(world, 'can_manage_all_groups', set(bob))
    expect(await may(id)).toEqual(['bob', 'mona', 'carol'])
    expect(await may(404_404)).toEqual([])
    for (const system of Object.values(roles)) expect(await may(system)).toEqual([])
  })
})

describe('A deactivated group', () => {
  it('can be changed; only clients that support deactivated groups receive its new name', async () => {
    const { world, roles } = await groupWorld()
    const { carol, dave } = world
    const user_group_id = await make(carol, 'plums')
    await carol.api.deactivateUserGroup({ user_group_id })
    const change = () =>
      carol.api.updateUserGroup({
        user_group_id,
        name: 'pears',
        description: 'Sweet',
        can_join_group: { new: roles['role:members'] },
      })
    let old: QueueEvent[] = []
    const received = await eventsPerUser({ carol }, async () => {
      old = await toldOldClient(dave, change)
    })
    const others = [{ description: 'Sweet' }, { can_join_group: roles['role:members'] }]
    expect(dataOf(received.carol)).toEqual([{ name: 'pears' }, ...others])
    expect(dataOf(old)).toEqual(others)
  })

  it('is reactivated with its contents, published as each client supports groups', async () => {
    const { world, roles } = await groupWorld()
    const { alice, carol, dave, greta, mona } = world
    const user_group_id = await make(carol, 'plums', [dave], { subgroups: [roles['role:owners']] })
    await carol.api.deactivateUserGroup({ user_group_id })
    await make(carol, 'later')
    const comeBack = (person: Person) => person.api.updateUserGroup({ user_group_id, deactivated: false })
    for (const person of [mona, dave])
      await expect(comeBack(person)).rejects.toMatchObject(withReason('user-group-change-denied'))
    let old: QueueEvent[] = []
    const received = await eventsPerUser({ alice, greta }, async () => {
      old = await toldOldClient(dave, () => comeBack(carol))
    })
    for (const events of Object.values(received)) expect(dataOf(events)).toEqual([{ deactivated: false }])
    expect(old).toMatchObject([
      {
        type: 'user_group',
        op: 'add',
        group: {
          id: user_group_id,
          deactivated: false,
          members: [dave.id],
          direct_subgroup_ids: [roles['role:owners']],
        },
      },
    ])
    await carol.api.updateUserGroup({ user_group_id, deactivated: true })
    expect(await groupOf(carol, user_group_id)).toMatchObject({ deactivated: true })
  })
})

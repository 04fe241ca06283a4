import type { Reason } from '@loquat/contract'
import { addBot, eventsPerUser, eventTypesOf, type Person, runJobs, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { cast, deactivate, ids, kindsIn, set } from '../../places/channels/testing/fixtures.ts'
import { groupOf, groupWorld, make, notesTo, permit } from './testing/fixtures.ts'

const add = (by: Person, user_group_id: number, ...people: Person[]) =>
  by.api.changeGroupMembers({ user_group_id, add: people.map((one) => one.id) })
const remove = (by: Person, user_group_id: number, ...people: Person[]) =>
  by.api.changeGroupMembers({ user_group_id, delete: people.map((one) => one.id) })

describe('POST /user_groups/{user_group_id}/members', () => {
  it('adds and removes users, and publishes that to everyone', async () => {
    const { world } = await groupWorld()
    const { carol, dave, greta } = world
    const bot = await addBot(world, carol)
    const group_id = await make(carol, 'plums', [dave], { can_remove_members_group: set(carol) })
    const received = await eventsPerUser(cast(world), async () => {
      await add(carol, group_id, bot, greta, carol, greta)
      await remove(carol, group_id, greta, dave)
    })
    for (const [name, events] of Object.entries(received)) {
      expect(
        events.filter((event) => event.type === 'user_group'),
        name,
      ).toMatchObject([
        { type: 'user_group', op: 'add_members', group_id, user_ids: ids(bot, greta, carol) },
        { type: 'user_group', op: 'remove_members', group_id, user_ids: ids(greta, dave) },
      ])
    }
    expect((await groupOf(dave, group_id))?.members).toEqual(ids(bot, carol))
  })

  it('sends a notice to users other than the caller, but not to bots', async () => {
    const { world } = await groupWorld()
    const { alice, carol, dave, greta } = world
    const bot = await addBot(world, carol)
    const id = await make(carol, 'plums', [greta], { can_remove_members_group: set(carol) })
    const received = await eventsPerUser({ alice, dave, greta, bot, carol }, async () => {
      await carol.api.changeGroupMembers({
        user_group_id: id,
        add: ids(bot, dave, carol),
        delete: [greta.id],
      })
      await runJobs(world)
    })
    const changes = ['user_group:add_members', 'user_group:remove_members']
    expect(kindsIn(received)).toEqual({
      alice: changes,
      carol: changes,
      bot: changes,
      dave: [...changes, 'message'],
      greta: [...changes, 'message'],
    })
    const by = `@_**Carol Member|${carol.id}**`
    expect(await notesTo(world, dave)).toEqual([`${by} added you to the group @_*plums*.`])
    expect(await notesTo(world, greta)).toEqual([`${by} removed you from the group @_*plums*.`])
    const note = received.dave?.at(-1)
    expect(note).toMatchObject({ flags: [], message: { sender_full_name: 'Notification Bot' } })
  })

  it('sends notices even if nobody may send direct messages', async () => {
    const { world, roles } = await groupWorld()
    const { carol, dave } = world
    await permit(world, 'direct_message_permission_group', roles['role:nobody'])
    await add(carol, await make(carol, 'plums'), dave)
    expect(await notesTo(world, dave)).toHaveLength(1)
  })

  it('makes all four changes in order, or none', async () => {
    const { world } = await groupWorld()
    const { carol, dave, mona } = world
    const [inner, other] = [await make(carol, 'inner'), await make(carol, 'other')]
    const user_group_id = await make(carol, 'plums', [], { can_remove_members_group: set(carol) })
    const request = {
      user_group_id,
      add: [dave.id, mona.id],
      delete: [dave.id],
      add_subgroups: [inner, other],
      delete_subgroups: [inner],
    }
    const received = await eventsPerUser({ carol, dave }, async () => {
      const bad = [
        [{ delete: [carol.id] }, 'user-group-lacks-member'],
        [{ add_subgroups: [inner, 404_404] }, 'user-group-not-found'],
        [{ delete_subgroups: [404_404] }, 'user-group-not-found'],
      ] as const
      for (const [change, reason] of bad) {
        const done = carol.api.changeGroupMembers({ ...request, ...change } as never)
        await expect(done).rejects.toMatchObject(withReason(reason))
      }
      await carol.api.changeGroupMembers(request)
    })
    expect(eventTypesOf(received.carol ?? [])).toEqual([
      'user_group:add_members',
      'user_group:remove_members',
      'user_group:add_subgroups',
      'user_group:remove_subgroups',
    ])
    expect(await groupOf(carol, user_group_id)).toMatchObject({
      members: [mona.id],
      direct_subgroup_ids: [other],
    })
    // Added and removed in one request: both are published.
    expect(await notesTo(world, dave)).toHaveLength(2)
  })

  it('checks each step against the result of the previous ones', async () => {
    const { world } = await groupWorld()
    const { carol, dave } = world
    const user_group_id = await make(carol, 'plums', [carol], { can_join_group: set(dave) })
    await carol.api.updateUserGroup({ user_group_id, can_manage_group: { new: user_group_id } })
    await dave.api.changeGroupMembers({ user_group_id, add: [dave.id], delete: [carol.id] })
    expect((await groupOf(carol, user_group_id))?.members).toEqual([dave.id])
  })

  it('refuses users who are already in the group, not in it, or unknown, and empty requests', async () => {
    const { world } = await groupWorld()
    const { carol, dave, mona, greta } = world
    const inner = await make(carol, 'inner', [mona])
    const id = await make(carol, 'plums', [dave, greta], {
      can_remove_members_group: set(carol),
      subgroups: [inner],
    })
    await deactivate(world, greta)
    const naming = (reason: Reason, { id: user }: { id: number }) => withReason(reason, { user })
    await expect(add(carol, id, carol, dave)).rejects.toMatchObject(naming('user-group-has-member', dave))
    await expect(add(carol, id, carol, greta)).rejects.toMatchObject(
      naming('user-group-member-not-found', greta),
    )
    await expect(remove(carol, id, dave, mona)).rejects.toMatchObject(naming('user-group-lacks-member', mona))
    await expect(remove(carol, id, greta)).rejects.toMatchObject(naming('user-group-member-not-found', greta))
    const nobody = { id: 404_404 } as Person
    await expect(add(carol, id, nobody)).rejects.toMatchObject(naming('user-group-member-not-found', nobody))
    await expect(remove(carol, id, nobody)).rejects.toMatchObject(
      naming('user-group-member-not-found', nobody),
    )
    await expect(carol.api.changeGroupMembers({ user_group_id: id })).rejects.toMatchObject(
      withReason('user-group-membership-change-empty'),
    )
    await expect(carol.api.changeSubgroups({ user_group_id: id })).rejects.toMatchObject(
      withReason('user-group-membership-change-empty'),
    )
    expect((await groupOf(carol, id))?.members).toEqual([dave.id])
    // A member of a subgroup can also be added directly.
    await add(carol, id, mona)
  })

  it('checks the permission first when adding, the users first when removing', async () => {
    const { world } = await groupWorld()
    const { carol, dave } = world
    const id = await make(carol, 'plums')
    const nobody = { id: 404_404 } as Person
    const reason = async (done: Promise<unknown>) => await done.then(String, (error) => error.body.msg)
    expect(await reason(add(dave, id, nobody))).toContain("You don't have permission")
    expect(await reason(remove(dave, id, nobody))).toContain('404404')
  })

  it('requires the permission of each action; users who may join or leave can change themselves', async () => {
    const { world, roles } = await groupWorld()
    const { alice, bob, mona, carol, dave, greta } = world
    const bot = await addBot(world, alice, 100)
    type Settings = Parameters<typeof make>[3]
    type Act = (by: Person, id: number) => Promise<unknown>
    const nobody = roles['role:nobody']
    const closed: Settings = {
      can_add_members_group: nobody,
      can_remove_members_group: nobody,
      can_join_group: nobody,
      can_leave_group: nobody,
      can_manage_group: nobody,
    }
    const denials = [
      'user-group-change-denied',
      'user-group-lacks-member',
      'caller-is-guest',
      'caller-is-bot',
    ]
    const whoMay = async (settings: Settings, act: Act) => {
      const able: string[] = []
      for (const [name, person] of Object.entries({ alice, bob, mona, carol, dave, greta, bot })) {
        const id = await make(alice, `${name} ${Math.random()}`, [bob, carol, dave, greta], {
          ...closed,
          ...settings,
        })
        if (act === joinSelf && [bob, carol, dave, greta].includes(person)) {
          await alice.api.changeGroupMembers({ user_group_id: id, delete: [person.id] })
        }
        await act(person, id).then(
          () => able.push(name),
          (error) => expect(denials).toContain(error.reason),
        )
      }
      return able
    }
    const addMona: Act = (by, id) => add(by, id, mona)
    const addTwo: Act = (by, id) => add(by, id, mona, by === alice ? bot : alice)
    const joinSelf: Act = (by, id) => add(by, id, by)
    const removeDave: Act = (by, id) => remove(by, id, dave)
    const removeTwo: Act = (by, id) => remove(by, id, dave, carol)
    const leave: Act = (by, id) => remove(by, id, by)
    const some = set(bob, carol, greta)
    const rows: [Settings, Act, string[]][] = [
      // Alice may manage all groups; Mona adding Mona adds just herself.
      [{ can_manage_group: some }, addMona, ['alice', 'bob', 'carol']],
      [{ can_manage_group: some }, removeDave, ['alice', 'bob', 'carol']],
      [{ can_add_members_group: some }, addMona, ['alice', 'bob', 'carol']],
      [{ can_add_members_group: some }, addTwo, ['alice', 'bob', 'carol']],
      [{ can_add_members_group: some }, removeDave, ['alice']],
      [{ can_remove_members_group: some }, removeDave, ['alice', 'bob', 'carol']],
      [{ can_remove_members_group: some }, addMona, ['alice']],
      [{ can_join_group: set(bob, mona, carol) }, addMona, ['alice', 'mona']],
      [{ can_join_group: some }, addTwo, ['alice']],
      [{ can_join_group: some }, joinSelf, ['alice', 'bob', 'carol']],
      [{ can_leave_group: set(bob, carol, dave) }, removeDave, ['alice', 'dave']],
      [{ can_leave_group: some }, removeTwo, ['alice']],
      // Alice and Mona are not in it, Greta is a guest and refused before anything else.
      [{ can_leave_group: some }, leave, ['bob', 'carol']],
      [{ can_remove_members_group: some }, leave, ['bob', 'carol']],
      [{ can_leave_group: roles['role:everyone'] }, leave, ['bob', 'carol', 'dave']],
    ]
    for (const [n, [settings, act, able]] of rows.entries()) {
      expect(await whoMay(settings, act), `row ${n}`).toEqual(able)
    }
  })

  it('never changes system groups or unknown groups', async () => {
    const { world, roles } = await groupWorld()
    const { alice, greta, carol } = world
    for (const id of [...Object.values(roles), 404_404]) {
      const error = withReason(id === 404_404 ? 'user-group-not-found' : 'user-group-change-denied')
      await expect(add(alice, id, greta)).rejects.toMatchObject(error)
      await expect(remove(alice, id, carol)).rejects.toMatchObject(error)
      const nesting = { user_group_id: id, add: [roles['role:nobody']] }
      await expect(alice.api.changeSubgroups(nesting)).rejects.toMatchObject(error)
    }
  })

  it('lets one of two concurrent requests win, also on different processes', async () => {
    const { world } = await groupWorld()
    const { carol, dave } = world
    const other = { ...carol, api: (await world.secondNode()).as(carol) }
    const id = await make(carol, 'plums')
    const results = await Promise.allSettled([carol, other, carol].map((one) => add(one, id, dave)))
    const lost = results.filter((result) => result.status === 'rejected')
    expect(lost).toHaveLength(2)
    for (const { reason } of lost) expect(reason).toMatchObject(withReason('user-group-has-member'))
    expect(await notesTo(world, dave)).toHaveLength(1)
    expect((await groupOf(other, id))?.members).toEqual([dave.id])
  })
})

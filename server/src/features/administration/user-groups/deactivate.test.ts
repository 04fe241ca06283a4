import { reduce } from '@loquat/client'
import { addBot, eventsPerUser, pendingEvents, snapshotIn, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { archive, cast, idOf, named, set } from '../../places/channels/testing/fixtures.ts'
import { groupOf, groupWorld, make, permit } from './testing/fixtures.ts'

const inUse = (...objections: object[]) => ({
  ...withReason('user-group-in-use'),
  body: expect.objectContaining({ objections }),
})

describe('POST /user_groups/{user_group_id}/deactivate', () => {
  it('publishes a change to clients that support deactivated groups, a removal to others', async () => {
    const { world, roles } = await groupWorld()
    const { carol, dave, mona } = world
    const user_group_id = await make(carol, 'plums', [dave], { subgroups: [roles['role:owners']] })
    const before = snapshotIn(await mona.api.register())
    const received = await eventsPerUser(cast(world), () => carol.api.deactivateUserGroup({ user_group_id }))
    for (const events of Object.values(received)) {
      expect(events).toMatchObject([
        { type: 'user_group', op: 'update', group_id: user_group_id, data: { deactivated: true } },
      ])
    }
    const events = await pendingEvents(mona.api, before.queueId, before.position)
    expect(events).toMatchObject([{ type: 'user_group', op: 'remove', group_id: user_group_id }])
    const after = snapshotIn(await mona.api.register())
    expect(events.reduce(reduce, before.state)).toEqual(after.state)
    expect(await groupOf(carol, user_group_id)).toMatchObject({
      deactivated: true,
      members: [dave.id],
      direct_subgroup_ids: [roles['role:owners']],
    })
  })

  it('requires the permission to manage the group, also from bots, and is refused twice', async () => {
    const { world, roles } = await groupWorld()
    const { alice, bob, carol, dave, greta } = world
    const bot = await addBot(world, carol)
    const user_group_id = await make(carol, 'plums', [dave], { can_manage_group: set(bot, greta) })
    for (const person of [bob, carol, dave, greta]) {
      await expect(person.api.deactivateUserGroup({ user_group_id })).rejects.toMatchObject(
        withReason('user-group-change-denied'),
      )
    }
    await bot.api.deactivateUserGroup({ user_group_id })
    await expect(bot.api.deactivateUserGroup({ user_group_id })).rejects.toMatchObject(
      withReason('user-group-deactivated'),
    )
    await expect(alice.api.deactivateUserGroup({ user_group_id: 404_404 })).rejects.toMatchObject(
      withReason('user-group-not-found'),
    )
    for (const id of Object.values(roles)) {
      await expect(alice.api.deactivateUserGroup({ user_group_id: id })).rejects.toMatchObject(
        withReason('user-group-change-denied'),
      )
    }
  })

  it('is refused while the group is in use, and lists the uses', async () => {
    const { world, roles } = await groupWorld()
    const { alice, carol } = world
    const user_group_id = await make(carol, 'plums')
    const within = { direct_members: [carol.id], direct_subgroups: [user_group_id, roles['role:owners']] }
    await carol.api.updateUserGroup({
      user_group_id,
      can_manage_group: { new: within },
      can_join_group: { new: user_group_id },
    })
    const around = await make(carol, 'around', [], {
      subgroups: [user_group_id],
      can_leave_group: user_group_id,
    })
    const second = await make(carol, 'second', [], { subgroups: [user_group_id] })
    // Further out: not a direct use.
    await make(carol, 'outermost', [], { subgroups: [around] })
    for (const name of ['plaza', 'den']) {
      await carol.api.subscribe({
        ...named(name),
        invite_only: true,
        can_subscribe_group: user_group_id,
        can_send_message_group: within,
        can_remove_subscribers_group: around,
      })
    }
    const [plaza, den] = [await idOf(carol, 'plaza'), await idOf(carol, 'den')]
    await permit(world, 'can_create_groups', user_group_id)
    await permit(world, 'can_add_custom_emoji_group', within)
    const settings = ['can_send_message_group', 'can_subscribe_group']
    const ofChannel = (channel_id: number) => ({ type: 'channel', channel_id, settings })
    const ofGroups = [
      { type: 'user_group', group_id: user_group_id, settings: ['can_join_group', 'can_manage_group'] },
      { type: 'user_group', group_id: around, settings: ['can_leave_group'] },
    ]
    const ofRealm = { type: 'realm', settings: ['can_add_custom_emoji_group', 'can_create_groups'] }
    const deactivate = () => alice.api.deactivateUserGroup({ user_group_id })
    const received = await eventsPerUser({ carol }, async () => {
      await expect(deactivate()).rejects.toMatchObject(
        inUse(
          { type: 'subgroup', supergroup_ids: [around, second] },
          ofChannel(plaza),
          ofChannel(den),
          ...ofGroups,
          ofRealm,
        ),
      )
    })
    expect(received.carol).toEqual([])

    await archive(world, plaza)
    await alice.api.deactivateUserGroup({ user_group_id: second })
    await carol.api.changeSubgroups({ user_group_id: around, delete: [user_group_id] })
    await permit(world, 'can_create_groups', roles['role:members'])
    await permit(world, 'can_add_custom_emoji_group', roles['role:members'])
    await expect(deactivate()).rejects.toMatchObject(inUse(ofChannel(den), ...ofGroups))

    await archive(world, den)
    await carol.api.updateUserGroup({ user_group_id: around, can_leave_group: { new: roles['role:nobody'] } })
    await expect(deactivate()).rejects.toMatchObject(inUse(ofGroups[0] ?? {}))
    const own = { new: roles['role:nobody'] }
    const patch = { user_group_id, can_join_group: own, deactivated: true }
    await expect(carol.api.updateUserGroup(patch)).rejects.toMatchObject(withReason('user-group-in-use'))
    await carol.api.updateUserGroup({ ...patch, can_manage_group: { new: set(carol) } })
    expect(await groupOf(carol, user_group_id)).toMatchObject({ deactivated: true })
  })

  it('keeps the permissions of its members where archived channels still name it', async () => {
    const { world } = await groupWorld()
    const { carol, dave } = world
    const user_group_id = await make(carol, 'plums', [dave])
    await carol.api.subscribe({ ...named('den'), invite_only: true, can_subscribe_group: user_group_id })
    const den = await idOf(carol, 'den')
    await archive(world, den)
    await carol.api.deactivateUserGroup({ user_group_id })
    expect((await dave.api.getChannel({ stream_id: den })).stream.name).toBe('den')
  })

  it('ends all other uses', async () => {
    const { world } = await groupWorld()
    const { carol, dave } = world
    const user_group_id = await make(carol, 'plums', [dave])
    const other = await make(carol, 'other')
    await carol.api.deactivateUserGroup({ user_group_id })
    const uses: (() => Promise<unknown>)[] = [
      () => carol.api.changeGroupMembers({ user_group_id, add: [carol.id] }),
      () => carol.api.changeGroupMembers({ user_group_id, delete: [dave.id] }),
      () => carol.api.changeSubgroups({ user_group_id, add: [other] }),
      () => carol.api.changeSubgroups({ user_group_id: other, add: [user_group_id] }),
      () => carol.api.getGroupMembers({ user_group_id }),
      () => carol.api.isGroupMember({ user_group_id, user_id: dave.id }),
      () => carol.api.getSubgroups({ user_group_id }),
    ]
    for (const use of uses)
      await expect(use(), use.toString()).rejects.toMatchObject(withReason('user-group-deactivated'))
    const permissions: (() => Promise<unknown>)[] = [
      () => carol.api.updateUserGroup({ user_group_id: other, can_join_group: { new: user_group_id } }),
      () => carol.api.subscribe({ ...named('den'), can_send_message_group: user_group_id }),
    ]
    for (const use of permissions)
      await expect(use(), use.toString()).rejects.toMatchObject(withReason('permission-group-not-found'))
  })
})

describe('register', () => {
  it('returns active groups to everyone, deactivated ones to clients that support them', async () => {
    const { world } = await groupWorld()
    const { carol, greta } = world
    const id = await make(carol, 'plums')
    await carol.api.deactivateUserGroup({ user_group_id: id })
    const idsFor = async (include_deactivated_groups: boolean) => {
      const state = await greta.api.register({ client_capabilities: { include_deactivated_groups } })
      return state.realm_user_groups?.map((group) => group.id)
    }
    expect(await idsFor(true)).toContain(id)
    expect(await idsFor(false)).not.toContain(id)
    expect(await idsFor(false)).toHaveLength(8)
  })
})

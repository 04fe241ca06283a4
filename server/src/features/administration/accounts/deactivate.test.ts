import type { QueueEvent } from '@loquat/contract'
import {
  addBot,
  createWorld,
  eventsPerUser,
  eventTypesOf,
  type Person,
  sendToGeneral,
  type World,
  waitForParkedPolls,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const deactivate = (caller: Person, { id }: Person, deactivation_notification_comment?: string) =>
  caller.api.deactivateUser({
    user_id: id,
    ...(deactivation_notification_comment === undefined ? {} : { deactivation_notification_comment }),
  })

const activity = (is_active: boolean, ...people: Person[]) =>
  people.map(({ id: user_id }) => ({ type: 'realm_user', op: 'update', person: { user_id, is_active } }))

/** The events for everyone. Owners of bots receive more. */
const ofAccounts = (events: readonly QueueEvent[]) => events.filter((event) => event.type === 'realm_user')

/** Dave, by name, holds a permission of each kind, and is in a group and in a private channel. */
async function involveDave(world: World) {
  const { alice, carol, dave } = world
  const daveAlone = { direct_members: [dave.id], direct_subgroups: [] }
  const { group_id } = await alice.api.createUserGroup({
    name: 'pickers',
    description: '',
    members: [carol.id, dave.id],
    can_mention_group: { direct_members: [carol.id, dave.id], direct_subgroups: [] },
  })
  await carol.api.subscribe({
    subscriptions: [{ name: 'den' }],
    principals: [carol.id, dave.id],
    invite_only: true,
    can_remove_subscribers_group: daveAlone,
  })
  const { stream_id } = await carol.api.getChannelId({ stream: 'den' })
  return { group_id, stream_id }
}

describe('DELETE /users/{user_id}', () => {
  it('deactivates the account, and publishes only that to everyone', async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave, greta } = world
    await involveDave(world)
    const received = await eventsPerUser({ alice, bob, carol, greta }, () => deactivate(bob, dave, ' Bye '))
    for (const events of Object.values(received)) expect(events).toMatchObject(activity(false, dave))
    await expect(dave.api.getOwnUser()).rejects.toMatchObject(withReason('credentials-account-deactivated'))
    const login = { username: dave.email, password: 'loquats ripen in spring' }
    await expect(world.anyone.fetchApiKey(login)).rejects.toMatchObject(withReason('account-deactivated'))
    const { realm_users, realm_non_active_users } = await carol.api.register({
      fetch_event_types: ['realm_user'],
    })
    expect(realm_users?.some((user) => user.user_id === dave.id)).toBe(false)
    expect(realm_non_active_users?.map((user) => user.user_id)).toEqual([dave.id])
  })

  it("deactivates the user's bots first", async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const bot = await addBot(world, dave)
    const other = await addBot(world, carol)
    const received = await eventsPerUser({ alice, carol }, () => deactivate(alice, dave))
    for (const events of Object.values(received))
      expect(ofAccounts(events)).toMatchObject(activity(false, bot, dave))
    await expect(bot.api.getOwnUser()).rejects.toMatchObject(withReason('credentials-account-deactivated'))
    expect((await other.api.getOwnUser()).is_active).toBe(true)
  })

  it('deletes the queues of the account in every process, including those with waiting polls', async () => {
    const world = await createWorld()
    const { alice, bob, dave } = world
    const second = await world.secondNode()
    const here = await dave.api.register({ event_types: ['message'] })
    const there = await second.as(dave).register({ event_types: ['message'] })
    const poll = (queue: typeof here) => ({ queue_id: queue.queue_id!, last_event_id: queue.last_event_id! })
    const waiting = [dave.api.getEvents(poll(here)), second.as(dave).getEvents(poll(there))]
    await waitForParkedPolls(world, 1)
    await waitForParkedPolls(second, 1)
    await deactivate(alice, dave)
    await alice.api.sendMessage({ type: 'channel', to: 'general', topic: 'x', content: 'not for dave' })
    for (const { events } of await Promise.all(waiting)) expect(events).toEqual([])
    await bob.api.reactivateUser({ user_id: dave.id })
    for (const queue of [here, there]) {
      await expect(dave.api.getEvents(poll(queue))).rejects.toMatchObject(withReason('event-queue-not-found'))
    }
  })

  it('requires an administrator, and for owners an owner', async () => {
    const { alice, bob, mona, carol, dave, greta } = await createWorld()
    for (const caller of [mona, carol, greta]) {
      await expect(deactivate(caller, dave)).rejects.toMatchObject(withReason('account-deactivation-denied'))
    }
    await alice.api.updateUser({ user_id: carol.id, role: 100 })
    await expect(deactivate(bob, carol)).rejects.toMatchObject(
      withReason('account-deactivation-of-owner-denied'),
    )
    await deactivate(carol, alice)
    await expect(deactivate(carol, carol)).rejects.toMatchObject(withReason('account-is-only-owner'))
  })

  it('refuses bots, deactivated and unknown accounts, and long comments', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const bot = await addBot(world, dave)
    await expect(deactivate(alice, bot)).rejects.toMatchObject(withReason('user-not-found'))
    await expect(alice.api.deactivateUser({ user_id: 404_404 })).rejects.toMatchObject(
      withReason('user-not-found'),
    )
    await expect(deactivate(alice, dave, 'x'.repeat(2_001))).rejects.toMatchObject(
      withReason('deactivation-comment-too-long'),
    )
    await deactivate(alice, dave, ` ${'🍑'.repeat(2_000)} `)
    await expect(deactivate(alice, dave)).rejects.toMatchObject(withReason('account-already-deactivated'))
    await deactivate(alice, carol, '')
  })
})

describe('DELETE /users/me', () => {
  it('is available to everyone, including bots', async () => {
    const world = await createWorld()
    const { alice, carol, greta } = world
    const bot = await addBot(world, carol)
    for (const person of [greta, bot, carol]) {
      const received = await eventsPerUser({ alice }, () => person.api.deactivateOwnUser())
      expect(ofAccounts(received.alice ?? [])).toMatchObject(activity(false, person))
      await expect(person.api.getOwnUser()).rejects.toMatchObject(
        withReason('credentials-account-deactivated'),
      )
    }
  })

  it('is refused for the last owner and the last user', async () => {
    const world = await createWorld()
    const { alice, bob, mona, carol, dave, greta } = world
    const last = (is_last_owner: boolean) => ({
      ...withReason(is_last_owner ? 'own-account-is-only-owner' : 'own-account-is-only-user'),
      body: { is_last_owner, entity: expect.any(String) },
    })
    await expect(alice.api.deactivateOwnUser()).rejects.toMatchObject(last(true))
    for (const person of [bob, mona, carol, dave, greta]) await person.api.deactivateOwnUser()
    await expect(alice.api.deactivateOwnUser()).rejects.toMatchObject(last(false))
  })
})

describe('POST /users/{user_id}/reactivate', () => {
  it("restores the user's subscriptions and groups, and publishes them", async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave, greta } = world
    const { group_id, stream_id } = await involveDave(world)
    await deactivate(alice, dave)
    const received = await eventsPerUser({ alice, bob, carol, greta }, () =>
      bob.api.reactivateUser({ user_id: dave.id }),
    )
    const memberships = ['user_group:add_members', 'user_group:add_members', 'user_group:add_members']
    const peers = (channels: number) => Array(channels).fill('subscription:peer_add')
    const frame = (channels: number, forAdmins: string[] = []) => [
      'realm_user:update',
      ...forAdmins,
      ...peers(channels),
      ...memberships,
      'user_group:update',
    ]
    for (const name of ['alice', 'bob']) {
      const all = [...frame(2, ['realm_export_consent']), 'stream:update']
      expect(eventTypesOf(received[name] ?? []), name).toEqual(all)
    }
    expect(eventTypesOf(received.carol ?? [])).toEqual([...frame(2), 'stream:update'])
    expect(eventTypesOf(received.greta ?? [])).toEqual(frame(1))
    expect(received.carol?.[0]).toMatchObject(activity(true, dave)[0] ?? {})
    expect(received.carol).toContainEqual(
      expect.objectContaining({ type: 'user_group', op: 'add_members', group_id, user_ids: [dave.id] }),
    )
    expect(received.carol).toContainEqual(
      expect.objectContaining({
        stream_id,
        property: 'can_remove_subscribers_group',
        value: { direct_members: [dave.id], direct_subgroups: [] },
      }),
    )
    expect((await dave.api.getOwnUser()).is_active).toBe(true)
    const { subscriptions } = await dave.api.getSubscriptions()
    expect(subscriptions.map((channel) => channel.name)).toEqual(['den', 'general'])
  })

  it('does not deliver messages sent in the meantime', async () => {
    const { alice, carol, dave } = await createWorld()
    const before = await sendToGeneral(carol, 'before')
    await deactivate(alice, dave)
    await sendToGeneral(carol, 'meanwhile')
    await alice.api.reactivateUser({ user_id: dave.id })
    const after = await sendToGeneral(carol, 'after')
    const { unread_msgs } = await dave.api.register({
      fetch_event_types: ['message', 'update_message_flags'],
    })
    expect(unread_msgs?.streams[0]?.unread_message_ids).toEqual([before, after])
  })

  it('requires an administrator, and publishes all events again for an active user', async () => {
    const world = await createWorld()
    const { alice, bob, mona, carol, dave } = world
    for (const caller of [mona, carol]) {
      await expect(caller.api.reactivateUser({ user_id: dave.id })).rejects.toMatchObject(
        withReason('account-reactivation-denied'),
      )
    }
    await expect(alice.api.reactivateUser({ user_id: 404_404 })).rejects.toMatchObject(
      withReason('user-not-found'),
    )
    const received = await eventsPerUser({ alice }, () => bob.api.reactivateUser({ user_id: dave.id }))
    expect(eventTypesOf(received.alice ?? [])[0]).toBe('realm_user:update')
  })

  it('leaves bots deactivated; each is reactivated separately, by the caller if its owner is deactivated', async () => {
    const world = await createWorld()
    const { alice, bob, carol } = world
    const bot = await addBot(world, carol)
    await deactivate(alice, carol)
    const back = () => bob.api.reactivateUser({ user_id: bot.id })
    const received = await eventsPerUser({ alice, bob }, back)
    for (const events of Object.values(received)) {
      expect(ofAccounts(events)).toMatchObject([
        ...activity(true, bot),
        { type: 'realm_user', person: { user_id: bot.id, bot_owner_id: bob.id } },
      ])
    }
    await expect(back()).rejects.toMatchObject(withReason('bot-name-taken'))
    await alice.api.reactivateUser({ user_id: carol.id })
    const { bot_owner_id, full_name: name } = await bot.api.getOwnUser()
    expect(bot_owner_id).toBe(bob.id)
    await deactivate(alice, bob)
    await alice.api.updateUser({ user_id: carol.id, full_name: name })
    await expect(alice.api.reactivateUser({ user_id: bot.id })).rejects.toMatchObject(
      withReason('bot-name-taken'),
    )
  })
})

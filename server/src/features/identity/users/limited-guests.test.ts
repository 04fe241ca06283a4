import type { QueueEvent, Reason } from '@loquat/contract'
import {
  addBot,
  createWorld,
  eventsDuring,
  eventsPerUser,
  eventTypesOf,
  type Person,
  sendChannelMessage,
  sendDirectMessage,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { idOf, named } from '../../places/channels/testing/fixtures.ts'
import { acquaintances, createOrchard, knownTo, letGuestsKnow, unknown } from './testing/limited-guests.ts'

describe('A limited guest', () => {
  it('sees bots and users in the same channels and conversations; others are unknown users', async () => {
    const world = await createOrchard()
    const { alice, bob, mona, carol, dave, greta } = world
    const bot = await addBot(world, dave)
    // Former subscribers and senders without a subscription stay unknown.
    await greta.api.sendMessage({ type: 'channel', to: 'grove', topic: 'x', content: 'hi' })
    await mona.api.sendMessage({ type: 'channel', to: 'grove', topic: 'x', content: 'hi' })
    const botName = `Bot 400 of ${dave.id}`
    expect(await knownTo(greta)).toEqual(['Carol Member', 'Greta Guest', botName])
    await sendDirectMessage(dave, greta)
    await sendDirectMessage(mona, carol, greta)
    expect(await knownTo(greta)).toEqual([
      'Mona Moderator',
      'Carol Member',
      'Dave Member',
      'Greta Guest',
      botName,
    ])
    expect(await knownTo(carol)).toHaveLength(7)

    const { members } = await greta.api.getUsers({ include_custom_profile_fields: true })
    const listed = members.filter(({ user_id }) => user_id === alice.id || user_id === bob.id)
    expect(listed).toEqual([alice, bob].map((one) => ({ ...unknown(one), is_active: true })))
    const { members: plain } = await greta.api.getUsers({})
    expect(plain.find(({ user_id }) => user_id === bob.id)).not.toHaveProperty('profile_data')

    const fetch_event_types = ['realm_user']
    const { realm_users = [] } = await greta.api.register({ fetch_event_types })
    expect(realm_users.find(({ user_id }) => user_id === bob.id)).toEqual(unknown(bob))
    const incomplete = await greta.api.register({
      fetch_event_types,
      client_capabilities: { user_list_incomplete: true },
    })
    expect(incomplete.realm_users?.map((one) => one.user_id)).toEqual([
      mona.id,
      carol.id,
      dave.id,
      greta.id,
      bot.id,
    ])

    // Deactivated users are visible only to their partners in one-on-one conversations.
    for (const user of [mona, carol, dave]) await alice.api.deactivateUser({ user_id: user.id })
    expect(await knownTo(greta)).toEqual(['Dave Member', 'Greta Guest', botName])
    const after = await greta.api.register({ fetch_event_types })
    expect(after.realm_non_active_users?.map((one) => one.user_id)).toEqual([dave.id, bot.id])
    expect(after.realm_users?.find(({ user_id }) => user_id === carol.id)).toEqual(unknown(carol))
  })

  it('cannot find other users by ID or email address, or message them', async () => {
    const world = await createOrchard()
    const { alice, carol, dave, greta } = world
    const stream_id = await idOf(carol, 'grove')
    await dave.api.updatePresence({ status: 'active' })
    await carol.api.updatePresence({ status: 'active' })
    const lookups: Record<string, (person: Person) => Promise<unknown>> = {
      number: ({ id }) => greta.api.getUser({ user_id: id }),
      address: ({ email }) => greta.api.getUserByEmail({ email }),
      'made-up address': ({ id }) => greta.api.getUserByEmail({ email: `user${id}@loquat.invalid` }),
      status: ({ id }) => greta.api.getStatus({ user_id: id }),
      presence: ({ id }) => greta.api.getPresence({ user_id_or_email: `${id}` }),
      'presence by address': ({ email }) => greta.api.getPresence({ user_id_or_email: email }),
      subscription: ({ id }) => greta.api.getSubscriptionStatus({ user_id: id, stream_id }),
    }
    for (const [what, call] of Object.entries(lookups)) {
      await expect(call(dave), what).rejects.toMatchObject(withReason('user-not-found'))
      await expect(call(carol), what).resolves.toBeDefined()
    }
    const calls: [label: string, call: (person: Person) => Promise<unknown>, reason: Reason][] = [
      [
        'typing',
        ({ id }) => greta.api.setTypingStatus({ op: 'start', type: 'direct', to: [id] }),
        'message-recipient-not-found',
      ],
      ['group', (person) => sendDirectMessage(greta, carol, person), 'message-recipient-not-found'],
      ['mute', ({ id }) => greta.api.muteUser({ muted_user_id: id }), 'mute-user-not-found'],
      ['message', (person) => sendDirectMessage(greta, person), 'message-recipient-not-found'],
    ]
    for (const [label, call, reason] of calls) {
      await expect(call(dave), label).rejects.toMatchObject(withReason(reason))
      await expect(call(carol), label).resolves.toBeDefined()
    }
    const all = { anchor: 'newest', num_before: 1, num_after: 0 }
    for (const operator of ['sender', 'dm', 'dm-including'] as const) {
      const narrow = ({ email }: Person) => greta.api.getMessages({ ...all, narrow: [[operator, email]] })
      await expect(narrow(dave), operator).rejects.toMatchObject(withReason('narrow-user-not-found'))
      await expect(narrow(carol), operator).resolves.toBeDefined()
    }
    const remove = ({ email }: Person) =>
      greta.api.unsubscribe({ subscriptions: ['grove'], principals: [email] })
    await expect(remove(dave)).rejects.toMatchObject(withReason('principal-not-found'))
    await expect(remove(carol)).rejects.toMatchObject(withReason('subscription-removal-denied'))
    const { presences } = await greta.api.getRealmPresence()
    expect(Object.keys(presences)).toEqual([carol.email])

    const picture = async (who: number | string) => {
      const reply = await world.raw(`/avatar/${who}`, { as: greta, redirect: 'manual' })
      return reply.headers.get('location')
    }
    for (const who of [dave.id, `user${dave.id}@loquat.invalid`, dave.email]) {
      expect(await picture(who)).toBe('/static/pictures/unknown-user.png')
    }
    expect(await picture(carol.id)).toContain('gravatar')

    const { id } = await greta.api.sendMessage({
      type: 'channel',
      to: 'grove',
      topic: 'x',
      content: '@**Dave Member** @**Carol Member**',
    })
    const { message } = await alice.api.getMessage({ message_id: id })
    expect(message.content).toContain(`data-user-id="${carol.id}"`)
    expect(message.content).not.toContain(`data-user-id="${dave.id}"`)
    // Users who were muted before can be unmuted.
    await letGuestsKnow(world, 'role:everyone')
    await greta.api.muteUser({ muted_user_id: dave.id })
    await letGuestsKnow(world, 'role:members')
    await greta.api.unmuteUser({ muted_user_id: dave.id })
  })

  it('reads messages and reactions of others without their names', async () => {
    const { carol, dave, greta } = await createOrchard()
    const stranger = {
      sender_id: dave.id,
      sender_full_name: 'Unknown user',
      sender_email: `user${dave.id}@loquat.invalid`,
      avatar_url: '/static/pictures/unknown-user.png',
    }
    let id = 0
    const received = await eventsPerUser({ greta, carol }, async () => {
      id = await sendChannelMessage(dave, 'grove')
      await dave.api.addReaction({ message_id: id, emoji_name: 'tada' })
      await sendChannelMessage(carol, 'grove')
      await dave.api.setTypingStatus({
        op: 'start',
        type: 'stream',
        stream_id: await idOf(dave, 'grove'),
        topic: '',
      })
    })
    const [event, reaction, other, typing] = received.greta ?? []
    expect(event).toMatchObject({ type: 'message', message: stranger })
    expect(reaction).toMatchObject({
      user_id: dave.id,
      user: { user_id: dave.id, email: stranger.sender_email, full_name: 'Unknown user' },
    })
    expect(other).toMatchObject({ message: { sender_full_name: 'Carol Member', sender_email: carol.email } })
    expect(typing).toMatchObject({ sender: { user_id: dave.id, email: stranger.sender_email } })
    expect(received.carol?.[0]).toMatchObject({
      message: { sender_full_name: 'Dave Member', sender_email: dave.email },
    })
    expect(received.carol?.[1]).toMatchObject({ user: { email: dave.email, full_name: 'Dave Member' } })
    expect((await greta.api.getMessage({ message_id: id })).message).toMatchObject(stranger)
    const { messages } = await greta.api.getMessages({ anchor: 'newest', num_before: 2, num_after: 0 })
    expect(messages).toMatchObject([stranger, { sender_full_name: 'Carol Member' }])
    expect((await carol.api.getMessage({ message_id: id })).message.sender_email).toBe(dave.email)
  })

  it('receives no events about changes to other users', async () => {
    const world = await createOrchard()
    const { alice, carol, dave, greta } = world
    const { id: field_id } = await alice.api.createProfileField({ field_type: 1, name: 'Fruit' })
    const data = [{ id: field_id, value: 'plum' }]
    const changes: Record<string, (person: Person) => Promise<unknown>> = {
      name: ({ id }) => alice.api.updateUser({ user_id: id, full_name: `Renamed ${id}` }),
      role: ({ id }) => alice.api.updateUser({ user_id: id, role: 300 }),
      address: ({ id }) => alice.api.updateUser({ user_id: id, new_email: `new${id}@example.com` }),
      timezone: ({ id }) => world.person(id).api.updateSettings({ timezone: 'Asia/Kolkata' }),
      visibility: ({ id }) => world.person(id).api.updateSettings({ email_address_visibility: 4 }),
      picture: ({ id }) => world.person(id).api.removeAvatar(),
      profile: ({ id }) => world.person(id).api.updateProfileData({ data }),
      status: ({ id }) => world.person(id).api.updateStatus({ status_text: 'busy' }),
      presence: ({ id }) => world.person(id).api.updatePresence({ status: 'active' }),
    }
    const all = async (person: Person) => {
      for (const change of Object.values(changes)) await change(person)
    }
    const unseen = await eventsPerUser({ greta, alice }, () => all(dave))
    // System groups contain only IDs, and are visible to everyone.
    expect(unseen.greta?.filter(({ type }) => type !== 'user_group')).toEqual([])
    const seen = await eventsPerUser({ greta }, () => all(carol))
    const partsIn = (events: readonly QueueEvent[] | undefined) =>
      (events ?? []).flatMap((event) =>
        event.type === 'realm_user'
          ? Object.keys(event.person).filter((key) => key !== 'user_id')
          : event.type,
      )
    const ofOthers = (type: string) => !['user_group', 'realm_bot', 'stream', 'subscription'].includes(type)
    expect(partsIn(seen.greta).filter(ofOthers)).toEqual(partsIn(unseen.alice).filter(ofOthers))
    expect(seen.greta?.length).toBeGreaterThan(Object.keys(changes).length)
    const { user_status } = await greta.api.register({ fetch_event_types: ['user_status'] })
    expect(user_status).toEqual({ [carol.id]: { status_text: 'busy' } })
  })
})

describe('Guests with access to all users', () => {
  it('receive no events about users they meet', async () => {
    const { alice, carol, dave, greta } = await createWorld()
    await greta.api.unsubscribe({ subscriptions: ['general'] })
    expect(await knownTo(greta)).toHaveLength(6)
    const steps: [() => Promise<unknown>, string[]][] = [
      [() => alice.api.subscribe({ ...named('grove'), principals: [carol.id, dave.id] }), []],
      [
        () => alice.api.subscribe({ ...named('grove'), principals: [greta.id] }),
        ['stream:create', 'subscription:add'],
      ],
      [() => sendDirectMessage(dave, greta), ['message']],
      [() => greta.api.unsubscribe({ subscriptions: ['grove'] }), ['subscription:remove', 'stream:delete']],
    ]
    for (const [step, keys] of steps) {
      const events = await eventsDuring(greta, step)
      expect(eventTypesOf(events)).toEqual(keys)
      expect(acquaintances(events)).toEqual([])
    }
  })
})

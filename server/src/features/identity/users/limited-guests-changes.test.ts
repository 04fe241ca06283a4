import { createWorld, eventsPerUser, eventTypesOf, sendDirectMessage, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { idOf } from '../../places/channels/testing/fixtures.ts'
import {
  acquaintances,
  add,
  addPerson,
  adorn,
  createOrchard,
  eventsOf,
  knownTo,
  letGuestsKnow,
  lost,
  met,
  remove,
} from './testing/limited-guests.ts'

describe('A limited guest receives events', () => {
  it('when they become a guest or stop being one', async () => {
    const world = await createOrchard()
    const { alice, bob, mona, carol, dave, greta } = world
    await adorn(world)
    await alice.api.removeDefaultChannel({ stream_id: await idOf(alice, 'general') })
    const nadia = await addPerson(world, 'nadia@example.com')
    await sendDirectMessage(mona, nadia)
    const change = (role: 400 | 600) =>
      eventsPerUser({ nadia, greta }, () => alice.api.updateUser({ user_id: nadia.id, role }))
    const demoted = await change(600)
    const others = [alice, bob, carol, dave, greta]
    expect(acquaintances(demoted.nadia)).toEqual(others.flatMap(lost))
    expect(acquaintances(demoted.greta)).toEqual([])
    expect(await knownTo(nadia)).toEqual(['Mona Moderator', 'nadia example.com'])
    await expect(sendDirectMessage(nadia, dave)).rejects.toMatchObject(
      withReason('message-recipient-not-found'),
    )
    await sendDirectMessage(nadia, mona)
    // Guests do not know each other, either.
    const joined = await eventsPerUser({ nadia, greta }, () => add(alice, 'grove', nadia))
    expect(acquaintances(joined.nadia)).toEqual([met(carol, 'Carol Member'), met(greta, 'Greta Guest')])
    expect(acquaintances(joined.greta)).toEqual([met(nadia, 'nadia example.com')])
    const promoted = await change(400)
    expect(acquaintances(promoted.nadia).map((line) => line.split(' ')[1])).toEqual(
      [alice, bob, dave].map(({ id }) => `${id}`),
    )
    expect(acquaintances(promoted.greta)).toEqual([])
  })

  it('when the organization changes the permission', async () => {
    const world = await createOrchard()
    const { alice, bob, mona, carol, dave, greta } = world
    await adorn(world)
    const strangers = [alice, bob, mona, dave]
    await alice.api.deactivateUser({ user_id: bob.id })
    const opened = await eventsPerUser({ greta, carol }, () => letGuestsKnow(world, 'role:everyone'))
    expect(acquaintances(opened.greta).map((line) => line.split(' ')[1])).toEqual(
      strangers.map(({ id }) => `${id}`),
    )
    expect(eventTypesOf(opened.carol ?? [])).toEqual(['realm:update_dict'])
    await sendDirectMessage(mona, greta)
    const closed = await eventsPerUser({ greta, carol }, () => letGuestsKnow(world, 'role:members'))
    expect(acquaintances(closed.greta)).toEqual([alice, bob, dave].flatMap(lost))
    expect(eventTypesOf(closed.carol ?? [])).toEqual(['realm:update_dict'])
    expect(await knownTo(greta)).toEqual(['Mona Moderator', 'Carol Member', 'Greta Guest'])
  })
})

describe('A client that does not need unknown users', () => {
  it('receives no events about them', async () => {
    const { alice, dave, greta } = await createOrchard()
    const { queue_id, last_event_id } = await greta.api.register({
      event_types: ['realm_user'],
      client_capabilities: { user_list_incomplete: true },
    })
    await alice.api.createUser({
      email: 'nadia@example.com',
      full_name: 'Nadia',
      password: 'loquats ripen in spring',
    })
    await add(alice, 'grove', dave)
    await remove(alice, 'grove', dave)
    const { events } = await greta.api.getEvents({
      queue_id: queue_id ?? '',
      last_event_id: last_event_id ?? 0,
      dont_block: true,
    })
    expect(events).toMatchObject([
      { op: 'add', person: { user_id: dave.id, full_name: 'Dave Member' } },
      { op: 'remove', person: { user_id: dave.id, full_name: 'Unknown user' } },
    ])
  })
})

describe('First messages between guests and others at the same time', () => {
  it('publish each user once', async () => {
    const world = await createWorld()
    const { greta, dave } = world
    await greta.api.unsubscribe({ subscriptions: ['general'] })
    await letGuestsKnow(world, 'role:members')
    const other = await world.secondNode()
    const message = { type: 'direct', to: [greta.id], content: 'hi' } as const
    const events = await eventsOf(greta, async () => {
      await Promise.all(
        Array.from({ length: 6 }, (_, n) => (n % 2 ? dave.api : other.as(dave)).sendMessage(message)),
      )
      await sendDirectMessage(dave, greta)
    })
    expect(eventTypesOf(events)).toEqual(['realm_user:add', ...Array(7).fill('message')])
  })
})

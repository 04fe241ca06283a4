import { addBot, eventsPerUser, eventTypesOf, sendDirectMessage } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { deliverDue } from '../../conversation/scheduled-messages/deliver.ts'
import { allowWebPublic, idOf, named, set } from '../../places/channels/testing/fixtures.ts'
import {
  acquaintances,
  add,
  addPerson,
  adorn,
  createOrchard,
  eventsOf,
  knownTo,
  lost,
  met,
  remove,
} from './testing/limited-guests.ts'

describe('A limited guest receives events about users they meet', () => {
  it('in a channel, and when one of them leaves it', async () => {
    const world = await createOrchard()
    const { alice, bob, mona, carol, dave, greta } = world
    await adorn(world)
    const steps: [string, () => Promise<unknown>, string[], string[]][] = [
      [
        'somebody joins',
        () => add(alice, 'grove', dave),
        [met(dave, 'Dave Member')],
        ['realm_user:add', 'user_status', 'presence', 'subscription:peer_add'],
      ],
      ['again elsewhere', () => add(alice, 'copse', dave, greta), [], []],
      ['leaves one of two', () => remove(alice, 'grove', dave), [], ['subscription:peer_remove']],
      [
        'leaves the other',
        () => remove(alice, 'copse', dave),
        lost(dave),
        ['subscription:peer_remove', 'realm_user:remove', 'realm_user:add'],
      ],
      [
        'the guest joins',
        () => add(alice, 'general', greta),
        [
          met(alice, 'Alice Owner'),
          met(bob, 'Bob Admin'),
          met(mona, 'Mona Moderator'),
          met(dave, 'Dave Member'),
        ],
        [],
      ],
      [
        'the guest leaves',
        () => greta.api.unsubscribe({ subscriptions: ['general'] }),
        [alice, bob, mona, dave].flatMap(lost),
        [],
      ],
      ['both at once', () => add(alice, 'thicket', dave, greta), [met(dave, 'Dave Member')], []],
      [
        'both move',
        () =>
          alice.api.changeSubscriptions({
            add: [{ name: 'hedge' }],
            delete: ['thicket'],
            principals: [dave.id, greta.id],
          }),
        [],
        [],
      ],
      ['both leave', () => remove(alice, 'hedge', dave, greta), lost(dave), []],
    ]
    for (const [what, step, people, keys] of steps) {
      const events = await eventsOf(greta, step)
      expect(acquaintances(events), what).toEqual(people)
      if (keys.length > 0) expect(eventTypesOf(events), what).toEqual(keys)
    }
    // Bots are known anyway.
    const bot = await addBot(world, dave)
    const received = await eventsPerUser({ greta, carol }, () => add(alice, 'grove', bot, mona))
    expect(acquaintances(received.greta)).toEqual([met(mona, 'Mona Moderator')])
    expect(acquaintances(received.carol)).toEqual([])
  })

  it('in a direct message, before the message and permanently', async () => {
    const world = await createOrchard()
    const { alice, mona, bob, carol, dave, greta } = world
    await adorn(world)
    const { id: daveId } = dave
    const first = await eventsPerUser({ greta, dave }, () => sendDirectMessage(dave, greta))
    expect(eventTypesOf(first.greta ?? [])).toEqual(['realm_user:add', 'user_status', 'presence', 'message'])
    expect(first.greta?.[0]).toMatchObject({
      person: { user_id: daveId, full_name: 'Dave Member', profile_data: { 1: { value: 'plum' } } },
    })
    expect(first.greta?.at(-1)).toMatchObject({ message: { sender_full_name: 'Dave Member' } })
    expect(eventTypesOf(first.dave ?? [])).toEqual(['message'])
    expect(eventTypesOf(await eventsOf(greta, () => sendDirectMessage(greta, dave)))).toEqual(['message'])

    const many = await eventsPerUser({ greta, mona }, () => sendDirectMessage(mona, carol, bob, greta))
    expect(acquaintances(many.greta)).toEqual([met(bob, 'Bob Admin'), met(mona, 'Mona Moderator')])
    await sendDirectMessage(greta, mona)

    // Also when nothing of it is left.
    const { messages } = await greta.api.getMessages({ anchor: 'newest', num_before: 9, num_after: 0 })
    for (const { id, sender_id } of messages) {
      const sender = [dave, greta, mona].find((one) => one.id === sender_id)
      await sender?.api.deleteMessage({ message_id: id })
    }
    const known = ['Bob Admin', 'Mona Moderator', 'Carol Member', 'Dave Member', 'Greta Guest']
    expect(await knownTo(greta)).toEqual(known)
    const other = await world.secondNode()
    const { members } = await other.as(greta).getUsers({})
    expect(members.filter((one) => one.full_name !== 'Unknown user')).toHaveLength(known.length)

    // One-on-one conversations keep access after a deactivation, others do not.
    const gone = await eventsPerUser({ greta, carol }, () => alice.api.deactivateUser({ user_id: mona.id }))
    expect(gone.greta).toMatchObject([{ op: 'update', person: { user_id: mona.id, is_active: false } }])
    const away = await eventsPerUser({ greta, carol }, () => alice.api.deactivateUser({ user_id: bob.id }))
    expect(eventTypesOf(away.greta ?? [])).toEqual([
      'realm_user:update',
      'realm_user:remove',
      'realm_user:add',
    ])
    const back = await eventsPerUser({ greta, carol }, () => alice.api.reactivateUser({ user_id: bob.id }))
    expect(acquaintances(back.greta)).toEqual([met(bob, 'Bob Admin')])
    expect(acquaintances(back.carol)).toEqual([])
  })

  it('in a scheduled direct message', async () => {
    const world = await createOrchard()
    const { clock, dave, greta } = world
    const scheduled_delivery_timestamp = Math.floor(clock.now() / 1_000) + 60
    await dave.api.createScheduledMessage({
      type: 'direct',
      to: [greta.id],
      content: 'later',
      scheduled_delivery_timestamp,
    })
    expect(await knownTo(greta)).not.toContain('Dave Member')
    clock.advance(61)
    const events = await eventsOf(greta, () => deliverDue(world.app))
    expect(eventTypesOf(events)).toEqual(['realm_user:add', 'message'])
  })

  it('when accounts are created, deactivated and reactivated', async () => {
    const world = await createOrchard()
    const { alice, carol, dave, greta } = world
    const create = (email: string) => addPerson(world, email)
    const received = await eventsPerUser({ greta, carol }, () => create('nadia@example.com'))
    expect(received.greta?.[0]).toMatchObject({
      op: 'add',
      person: { full_name: 'Unknown user', is_active: true },
    })
    expect(acquaintances(received.greta)).toHaveLength(1)
    expect(received.carol?.[0]).toMatchObject({ op: 'add', person: { full_name: 'nadia example.com' } })
    await add(alice, 'general', greta)
    const seen = await eventsPerUser({ greta }, () => create('nora@example.com'))
    expect(acquaintances(seen.greta).map((line) => line.split(' ').slice(2).join(' '))).toEqual([
      'Unknown user',
      'nora example.com',
    ])

    // Known only through a channel: access ends and returns with the account.
    const gone = await eventsPerUser({ greta, carol }, () => alice.api.deactivateUser({ user_id: dave.id }))
    expect(eventTypesOf(gone.greta ?? [])).toEqual([
      'realm_user:update',
      'realm_user:remove',
      'realm_user:add',
    ])
    expect(eventTypesOf(gone.carol ?? [])).toEqual(['realm_user:update'])
    const back = await eventsPerUser({ greta, carol }, () => alice.api.reactivateUser({ user_id: dave.id }))
    expect(acquaintances(back.greta)).toEqual([met(dave, 'Dave Member')])
    await expect(alice.api.reactivateUser({ user_id: greta.id })).resolves.toBeDefined()
  })

  it('and about deactivated strangers only as removals from groups, channels and permissions', async () => {
    const world = await createOrchard()
    const { alice, carol, dave, greta } = world
    await allowWebPublic(world)
    await alice.api.subscribe({
      ...named('plaza'),
      principals: [dave.id],
      is_web_public: true,
      can_remove_subscribers_group: set(carol, dave),
    })
    const { group_id } = await alice.api.createUserGroup({
      name: 'pickers',
      description: '',
      members: [carol.id, dave.id],
      can_mention_group: set(carol, dave),
    })
    await alice.api.updateRealm({ can_invite_users_group: { new: set(carol, dave) } })
    const plaza = await idOf(alice, 'plaza')
    const gone = await eventsPerUser({ greta, carol }, () => alice.api.deactivateUser({ user_id: dave.id }))
    expect(eventTypesOf(gone.carol ?? [])).toEqual(['realm_user:update'])
    const groups = (gone.greta ?? []).flatMap((event) =>
      event.type === 'user_group' && event.op === 'remove_members' ? [event.group_id] : [],
    )
    expect(groups).toHaveLength(3)
    expect(groups).toContain(group_id)
    expect(gone.greta).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ op: 'peer_remove', stream_ids: [plaza], user_ids: [dave.id] }),
        expect.objectContaining({ op: 'update', group_id, data: { can_mention_group: set(carol) } }),
        expect.objectContaining({ op: 'update_dict', data: { can_invite_users_group: set(carol) } }),
      ]),
    )
    expect(gone.greta?.filter(({ type }) => type === 'realm_user')).toEqual([])
    const back = await eventsPerUser({ carol }, () => alice.api.reactivateUser({ user_id: dave.id }))
    expect(back.carol?.[0]).toMatchObject({ person: { is_active: true } })
  })
})

import {
  addBot,
  changeRows,
  createWorld,
  eventsPerUser,
  type Person,
  runJobs,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { allowWebPublic, archive, cast, channelNames, ids, kindsIn, named, set } from './testing/fixtures.ts'

const removed = 'subscription:remove'
const hidden = 'stream:delete'
const peer = 'subscription:peer_remove'

describe('Leaving channels', () => {
  it('lists the channels that were left and those without a subscription', async () => {
    const { alice, carol, greta } = await createWorld()
    await alice.api.subscribe(named('Plaza'))
    const answer = await carol.api.unsubscribe({ subscriptions: [' GENERAL ', 'plaza', 'general'] })
    expect(answer).toEqual({ removed: ['general'], not_removed: ['Plaza'] })
    expect(await channelNames(carol)).toEqual([])
    expect(await greta.api.unsubscribe({ subscriptions: ['general'] })).toMatchObject({
      removed: ['general'],
    })
    expect(await carol.api.unsubscribe({ subscriptions: [] })).toEqual({ removed: [], not_removed: [] })
  })

  it('changes nothing if a name is wrong', async () => {
    const { carol } = await createWorld()
    const bad = {
      nowhere: 'channel-not-found',
      '': 'channel-name-empty',
      'a\nb': 'channel-name-invalid',
      ['x'.repeat(61)]: 'channel-name-too-long',
    } as const
    for (const [name, reason] of Object.entries(bad)) {
      const leaving = carol.api.unsubscribe({ subscriptions: ['general', name] })
      await expect(leaving, JSON.stringify(name)).rejects.toMatchObject(withReason(reason))
    }
    expect(await channelNames(carol)).toEqual(['general'])
  })

  it('publishes to exactly the users who could see the subscription', async () => {
    const world = await createWorld()
    const { carol, greta } = world
    const fromGeneral = await eventsPerUser(cast(world), () =>
      carol.api.unsubscribe({ subscriptions: ['general'] }),
    )
    expect(kindsIn(fromGeneral)).toEqual({
      alice: [peer],
      bob: [peer],
      mona: [peer],
      carol: [removed],
      dave: [peer],
      greta: [peer],
    })
    const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
    expect(fromGeneral.carol).toMatchObject([{ subscriptions: [{ stream_id, name: 'general' }] }])
    expect(fromGeneral.greta).toMatchObject([{ stream_ids: [stream_id], user_ids: [carol.id] }])

    const byGuest = await eventsPerUser(cast(world), () =>
      greta.api.unsubscribe({ subscriptions: ['general'] }),
    )
    expect(kindsIn(byGuest)).toEqual({
      alice: [peer],
      bob: [peer],
      mona: [peer],
      carol: [peer],
      dave: [peer],
      greta: [removed, hidden],
    })
    expect(byGuest.greta?.[1]).toMatchObject({ stream_ids: [stream_id], streams: [{ stream_id }] })
  })

  it('hides a private channel, except from administrators and holders of its permissions', async () => {
    const world = await createWorld()
    const { alice, bob, mona, carol, dave, greta } = world
    await alice.api.subscribe({
      ...named('den'),
      principals: ids(bob, mona, carol, greta),
      invite_only: true,
      can_administer_channel_group: { direct_members: [mona.id, greta.id], direct_subgroups: [] },
    })
    const received = await eventsPerUser(cast(world), () =>
      alice.api.unsubscribe({ subscriptions: ['den'], principals: ids(bob, mona, greta) }),
    )
    expect(kindsIn(received)).toEqual({
      alice: [peer],
      // Users who leave together and still see the channel receive each other's removal.
      bob: [removed, peer],
      mona: [removed, peer],
      carol: [peer],
      dave: [],
      greta: [removed, hidden],
    })
    expect(received.alice).toMatchObject([{ user_ids: ids(bob, mona, greta) }])
    const last = await eventsPerUser({ alice, carol, dave }, () =>
      carol.api.unsubscribe({ subscriptions: ['den'] }),
    )
    expect(kindsIn(last)).toEqual({ alice: [peer], carol: [removed, hidden], dave: [] })
    const { streams } = await alice.api.register({ fetch_event_types: ['stream'] })
    expect(streams?.find((one) => one.name === 'den')).toMatchObject({ is_archived: false })
  })

  it('does not hide a web-public channel from guests', async () => {
    const world = await createWorld()
    const { alice, greta } = world
    await allowWebPublic(world)
    await alice.api.subscribe({ ...named('window'), principals: [greta.id], is_web_public: true })
    const received = await eventsPerUser(cast(world), () =>
      greta.api.unsubscribe({ subscriptions: ['window'] }),
    )
    expect(kindsIn(received)).toMatchObject({ carol: [peer], greta: [removed] })
  })

  it('works in an archived channel', async () => {
    const world = await createWorld()
    const { carol } = world
    const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
    await archive(world, stream_id)
    expect(await carol.api.unsubscribe({ subscriptions: ['general'] })).toMatchObject({
      removed: ['general'],
    })
  })
})

describe('Removing others', () => {
  it('lists a channel once for each user', async () => {
    const { alice, bob, carol, dave } = await createWorld()
    await alice.api.subscribe({ ...named('a'), principals: [carol.id, dave.id] })
    const answer = await bob.api.unsubscribe({
      subscriptions: ['a', 'general'],
      principals: ['CAROL@example.com', 'dave@example.com', 'bob@example.com'],
    })
    expect(answer).toEqual({ removed: ['a', 'general', 'a', 'general', 'general'], not_removed: ['a'] })
    expect(await channelNames(carol)).toEqual([])
  })

  it('requires an administrator or the permission to administer or remove subscribers, for every channel', async () => {
    const { alice, bob, mona, carol, dave, greta } = await createWorld()
    const principals = ids(dave)
    const make = (name: string, options: object) =>
      alice.api.subscribe({ ...named(name), principals, ...options })
    await make('administered', { can_administer_channel_group: set(mona, carol, greta) })
    await make('removable', { can_remove_subscribers_group: set(mona, greta) })
    await make('hidden', { invite_only: true, can_remove_subscribers_group: set(mona) })
    await make('closed', { invite_only: true })
    const remove = (caller: Person, ...subscriptions: string[]) =>
      caller.api.unsubscribe({ subscriptions, principals })
    const again = (...names: string[]) => alice.api.subscribe({ ...named(...names), principals })

    await remove(carol, 'administered')
    await again('administered')
    await remove(mona, 'removable')
    await again('removable')
    const denied = withReason('subscription-removal-denied')
    await expect(remove(mona, 'administered', 'removable')).rejects.toMatchObject(denied)
    await expect(remove(carol, 'removable')).rejects.toMatchObject(denied)
    // Users who cannot see the channel cannot remove subscribers.
    await expect(remove(mona, 'hidden')).rejects.toMatchObject(denied)
    for (const name of ['administered', 'removable']) {
      await expect(remove(greta, name)).rejects.toMatchObject(denied)
    }
    await expect(remove(mona, 'general')).rejects.toMatchObject(denied)
    expect(await channelNames(dave)).toEqual(['administered', 'closed', 'general', 'hidden', 'removable'])
    await remove(bob, 'administered', 'removable', 'hidden', 'closed')
    expect(await channelNames(dave)).toEqual(['general'])
  })

  it('needs no permission for the caller and their bots', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const { id: bot } = await addBot(world, carol)
    await alice.api.subscribe({ ...named('general'), principals: [bot] })
    const leave = (caller: Person, principals: number[] | string[]) =>
      caller.api.unsubscribe({ subscriptions: ['general'], principals })
    const denied = withReason('subscription-removal-denied')
    await expect(leave(dave, [bot])).rejects.toMatchObject(denied)
    await expect(leave(carol, [bot, dave.id])).rejects.toMatchObject(denied)
    expect(await leave(carol, [bot])).toMatchObject({ removed: ['general'] })
    expect(await leave(carol, [' CAROL@example.com'])).toMatchObject({ removed: ['general'] })
    expect(await leave(dave, [dave.id])).toMatchObject({ removed: ['general'] })
    expect(await leave(dave, [])).toMatchObject({ not_removed: ['general'] })
  })

  it('refuses unknown and deactivated users', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    await changeRows(
      world,
      { users: [dave.id] },
      sql`update account set is_active = false where id = ${dave.id}`,
    )
    for (const principals of [[404_404], [carol.id, dave.id], ['nobody@example.com']] as number[][]) {
      const removing = alice.api.unsubscribe({ subscriptions: ['general'], principals })
      await expect(removing).rejects.toMatchObject(withReason('principal-not-found'))
    }
    expect(await channelNames(carol)).toEqual(['general'])
  })

  it('sends each user one event with all channels they lost', async () => {
    const { alice, carol, dave } = await createWorld()
    await alice.api.subscribe({ ...named('a'), principals: [carol.id] })
    const received = await eventsPerUser({ carol, dave }, () =>
      alice.api.unsubscribe({ subscriptions: ['general', 'a'], principals: ids(carol, dave) }),
    )
    const fromGeneral = { op: 'peer_remove', user_ids: ids(carol, dave) }
    expect(received.carol).toMatchObject([
      { op: 'remove', subscriptions: [{ name: 'general' }, { name: 'a' }] },
      fromGeneral,
    ])
    expect(received.dave).toMatchObject([
      { op: 'remove', subscriptions: [{ name: 'general' }] },
      fromGeneral,
      { op: 'peer_remove', user_ids: [carol.id] },
    ])
  })

  it('sends one event to users who lose the same channels, and marks many unread messages as read later', async () => {
    const world = await createWorld()
    const { alice, bob, mona, carol, dave, greta } = world
    const people = { bob, mona, carol, dave, greta }
    const names = ['a', 'b', 'c', 'd', 'e']
    await alice.api.subscribe({
      ...named(...names),
      principals: [alice.id, ...ids(bob, mona, carol, dave, greta)],
    })
    for (const to of names) {
      await alice.api.sendMessage({ type: 'channel', to, topic: 'plums', content: 'hi' })
    }
    await runJobs(world)
    const received = await eventsPerUser(people, () =>
      alice.api.unsubscribe({ subscriptions: names, principals: ids(bob, mona, carol, dave, greta) }),
    )
    const peers = names.map(() => peer)
    expect(kindsIn(received)).toEqual({
      bob: [removed, ...peers],
      mona: [removed, ...peers],
      carol: [removed, ...peers],
      dave: [removed, ...peers],
      greta: [removed, hidden],
    })
    expect(received.mona?.[0]?.id).toBe(received.carol?.[0]?.id)
    const later = await eventsPerUser({ alice, carol, dave }, () => runJobs(world))
    expect(kindsIn(later)).toEqual({
      alice: [],
      carol: names.map(() => 'update_message_flags:add'),
      dave: names.map(() => 'update_message_flags:add'),
    })
  })
})

import { createWorld, eventsPerUser, sendChannelMessage, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { archive, cast, channelNames, idOf, ids, kindsIn, named, set } from './testing/fixtures.ts'

const added = (...names: string[]) => names.map((name) => ({ name }))

const created = 'stream:create'
const hidden = 'stream:delete'
const joined = 'subscription:add'
const left = 'subscription:remove'
const peerJoined = 'subscription:peer_add'
const peerLeft = 'subscription:peer_remove'

describe('PATCH /users/me/subscriptions', () => {
  it('joins, creates and leaves in one request', async () => {
    const { alice, carol } = await createWorld()
    await alice.api.subscribe(named('Plaza', 'yard'))
    const answer = await carol.api.changeSubscriptions({
      add: [
        { name: ' PLAZA ' },
        { name: 'fresh', description: 'New', color: '#abcdef' },
        { name: 'general' },
      ],
      delete: ['General', 'yard'],
    })
    expect(answer).toEqual({
      subscribed: { [carol.id]: ['Plaza', 'fresh'] },
      already_subscribed: { [carol.id]: ['general'] },
      removed: ['general'],
      not_removed: ['yard'],
    })
    const { subscriptions } = await carol.api.getSubscriptions()
    expect(subscriptions).toMatchObject([
      { name: 'Plaza' },
      { name: 'fresh', description: 'New', color: '#abcdef', creator_id: carol.id },
    ])
  })

  it('accepts either list alone and always replies about both', async () => {
    const { carol } = await createWorld()
    expect(await carol.api.changeSubscriptions({ add: added('a') })).toEqual({
      subscribed: { [carol.id]: ['a'] },
      already_subscribed: {},
      removed: [],
      not_removed: [],
    })
    expect(await carol.api.changeSubscriptions({ add: [], delete: ['a'] })).toEqual({
      subscribed: {},
      already_subscribed: {},
      removed: ['a'],
      not_removed: [],
    })
  })

  it('refuses empty requests, and guests before anything else', async () => {
    const { carol, greta } = await createWorld()
    for (const nothing of [{}, { add: [] }, { delete: [] }, { add: [], delete: [] }]) {
      await expect(carol.api.changeSubscriptions(nothing)).rejects.toMatchObject(
        withReason('subscription-change-empty'),
      )
    }
    await expect(greta.api.changeSubscriptions({ delete: ['general'] })).rejects.toMatchObject(
      withReason('caller-is-guest'),
    )
    expect(await channelNames(greta)).toEqual(['general'])
  })

  it('changes nothing if either half fails', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    await alice.api.subscribe({ ...named('den'), invite_only: true })
    const received = await eventsPerUser(cast(world), async () => {
      const bad: [object, object][] = [
        [withReason('channel-not-found'), { add: added('fresh'), delete: ['nowhere'] }],
        [withReason('channel-name-invalid'), { add: added('fresh', 'general'), delete: ['general', 'a\nb'] }],
        [withReason('subscription-denied'), { add: added('fresh', 'den'), delete: ['general'] }],
        [withReason('channel-name-empty'), { add: added(''), delete: ['general'] }],
        [
          withReason('principal-not-found', { user: '404404' }),
          { add: added('fresh'), delete: ['general'], principals: [404_404] },
        ],
        // Carol can add others to her new channels, but not remove them from other channels.
        [
          withReason('subscription-removal-denied'),
          { add: added('fresh'), delete: ['general'], principals: [alice.id] },
        ],
      ]
      for (const [error, request] of bad) {
        await expect(carol.api.changeSubscriptions(request)).rejects.toMatchObject(error)
      }
    })
    expect(Object.values(received).flat()).toEqual([])
    expect(await channelNames(carol)).toEqual(['general'])
    const { streams } = await alice.api.getChannels({ include_all: true })
    expect(streams.map((one) => one.name)).toEqual(['den', 'general'])
  })

  it('honors the other parameters of subscribing, for both halves', async () => {
    const { alice, carol, dave } = await createWorld()
    await alice.api.subscribe({ ...named('den'), invite_only: true })
    const answer = await carol.api.changeSubscriptions({
      add: added('den', 'club'),
      authorization_errors_fatal: false,
      invite_only: true,
      can_send_message_group: set(dave),
    })
    expect(answer).toMatchObject({ subscribed: { [carol.id]: ['club'] }, unauthorized: ['den'] })
    const { stream } = await carol.api.getChannel({ stream_id: await idOf(carol, 'club') })
    expect(stream).toMatchObject({ invite_only: true, can_send_message_group: set(dave) })

    const forOthers = await alice.api.changeSubscriptions({
      add: added('den'),
      delete: ['general'],
      principals: [carol.id, dave.id],
    })
    expect(forOthers).toMatchObject({
      subscribed: { [carol.id]: ['den'], [dave.id]: ['den'] },
      removed: ['general', 'general'],
    })
    expect(await channelNames(carol)).toEqual(['club', 'den'])
    expect(await channelNames(alice)).toEqual(['den', 'general'])
  })

  it('publishes the events of both halves to each user, in that order', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    await alice.api.subscribe(named('plaza'))
    const received = await eventsPerUser(cast(world), () =>
      carol.api.changeSubscriptions({ add: added('plaza', 'fresh'), delete: ['general'] }),
    )
    const others = [created, peerJoined, peerLeft]
    expect(kindsIn(received)).toEqual({
      alice: others,
      bob: others,
      mona: others,
      carol: [created, joined, left],
      dave: others,
      greta: [peerLeft],
    })
  })

  it('leaves archived channels', async () => {
    const world = await createWorld()
    const { carol } = world
    await archive(world, await idOf(carol, 'general'))
    expect(await carol.api.changeSubscriptions({ delete: ['general'] })).toMatchObject({
      removed: ['general'],
    })
  })
})

describe('A channel in both lists', () => {
  it('is joined and left again, whether it is new or not', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    await alice.api.subscribe(named('plaza'))
    const received = await eventsPerUser(cast(world), async () => {
      const answer = await carol.api.changeSubscriptions({
        add: added('plaza', 'fresh', 'general'),
        delete: ['FRESH', 'Plaza', 'general', 'plaza'],
      })
      expect(answer).toEqual({
        subscribed: { [carol.id]: ['plaza', 'fresh'] },
        already_subscribed: { [carol.id]: ['general'] },
        removed: ['fresh', 'plaza', 'general'],
        not_removed: [],
      })
    })
    expect(kindsIn(received)).toMatchObject({
      carol: [created, joined, left],
      // Changes that Greta also receives are a separate event.
      dave: [created, peerJoined, peerLeft, peerLeft],
      greta: [peerLeft],
    })
    expect(await channelNames(carol)).toEqual([])
    const { unsubscribed } = await carol.api.register({ fetch_event_types: ['subscription'] })
    expect(unsubscribed?.map((one) => one.name)).toEqual(['fresh', 'general', 'plaza'])
    for (const stream of ['plaza', 'fresh']) {
      const { subscribers } = await dave.api.getSubscribers({ stream_id: await idOf(dave, stream) })
      expect(subscribers).toEqual(stream === 'plaza' ? [alice.id] : [])
    }
  })

  it('appears and disappears for users who cannot see it otherwise', async () => {
    const world = await createWorld()
    const { alice, dave, greta } = world
    await alice.api.subscribe({ ...named('den'), invite_only: true })
    const received = await eventsPerUser(cast(world), () =>
      alice.api.changeSubscriptions({
        add: added('den'),
        delete: ['den'],
        principals: ids(dave, greta),
      }),
    )
    expect(kindsIn(received)).toEqual({
      alice: [peerJoined, peerLeft],
      bob: [peerJoined, peerLeft],
      mona: [],
      carol: [],
      dave: [created, joined, left, hidden],
      greta: [created, joined, left, hidden],
    })
  })

  it('adds nothing to the history of users who were subscribed for no time', async () => {
    const { alice, mona } = await createWorld()
    await alice.api.subscribe({ ...named('den'), invite_only: true, can_subscribe_group: set(mona) })
    await sendChannelMessage(alice, 'den')
    await mona.api.changeSubscriptions({ add: added('den'), delete: ['den'] })
    await sendChannelMessage(alice, 'den')
    expect(await mona.api.getTopics({ stream_id: await idOf(mona, 'den') })).toEqual({ topics: [] })
    await mona.api.subscribe(named('den'))
    const id = await sendChannelMessage(alice, 'den')
    const { unread_msgs } = await mona.api.register()
    expect(unread_msgs?.streams.map((one) => one.unread_message_ids)).toEqual([[id]])
  })

  it('lets its new creator remove others at once', async () => {
    const { carol, dave } = await createWorld()
    const answer = await carol.api.changeSubscriptions({
      add: added('club'),
      delete: ['club'],
      principals: [carol.id, dave.id],
      invite_only: true,
    })
    expect(answer).toMatchObject({ removed: ['club', 'club'] })
    expect(await channelNames(dave)).toEqual(['general'])
  })
})

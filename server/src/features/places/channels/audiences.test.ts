import type { QueueEvent } from '@loquat/contract'
import { createWorld, eventsPerUser, pendingEvents } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { allowWebPublic, cast, idOf, ids, kindsIn, named } from './testing/fixtures.ts'

const withoutIds = (events: QueueEvent[] | undefined) => events?.map(({ id: _, ...body }) => body)

const created = 'stream:create'
const added = 'subscription:add'
const peer = 'subscription:peer_add'

describe('Creating a channel and subscribing', () => {
  it('publishes a public channel to members and its guest subscribers', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const received = await eventsPerUser(cast(world), () =>
      carol.api.subscribe({ ...named('plaza'), principals: [carol.id, dave.id] }),
    )
    const others = [created, peer]
    expect(kindsIn(received)).toEqual({
      alice: others,
      bob: others,
      mona: others,
      carol: [created, added],
      dave: [created, added],
      greta: [],
    })
    const stream_id = await idOf(carol, 'plaza')
    expect(received.alice?.[0]).toMatchObject({ streams: [{ stream_id, stream_weekly_traffic: null }] })
    expect(received.alice?.[1]).toMatchObject({ stream_ids: [stream_id], user_ids: ids(carol, dave) })
    expect(received.dave?.[1]).toMatchObject({
      subscriptions: [{ stream_id, name: 'plaza', subscribers: ids(carol, dave), color: '#fae589' }],
    })
  })

  it('publishes a web-public channel to everyone', async () => {
    const world = await createWorld()
    const { alice } = world
    await allowWebPublic(world)
    const received = await eventsPerUser(cast(world), () =>
      alice.api.subscribe({ ...named('window'), is_web_public: true }),
    )
    const others = [created, peer]
    expect(kindsIn(received)).toEqual({
      alice: [created, added],
      bob: others,
      mona: others,
      carol: others,
      dave: others,
      greta: others,
    })
  })

  it('publishes a private channel to administrators, holders of its permissions and subscribers', async () => {
    const world = await createWorld()
    const { alice, mona, carol, greta } = world
    const received = await eventsPerUser(cast(world), () =>
      carol.api.subscribe({
        ...named('den'),
        principals: [carol.id, greta.id],
        invite_only: true,
        can_subscribe_group: { direct_members: [mona.id, greta.id], direct_subgroups: [] },
      }),
    )
    expect(kindsIn(received)).toEqual({
      alice: [created, peer],
      bob: [created, peer],
      mona: [created, peer],
      carol: [created, added],
      dave: [],
      greta: [created, added],
    })
    const { subscriptions } = await alice.api.register({ fetch_event_types: ['subscription'] })
    expect(subscriptions?.some((one) => one.name === 'den')).toBe(false)
  })

  it('publishes an existing channel to users who could not see it before', async () => {
    const world = await createWorld()
    const { alice, bob, dave, greta } = world
    await alice.api.subscribe({ ...named('den'), invite_only: true })
    const joining = { ...named('den'), principals: [bob.id, dave.id, greta.id] }
    const received = await eventsPerUser(cast(world), () => alice.api.subscribe(joining))
    expect(kindsIn(received)).toEqual({
      alice: [peer],
      bob: [added],
      mona: [],
      carol: [],
      dave: [created, added],
      greta: [created, added],
    })
    const subscribers = ids(alice, bob, dave, greta)
    expect(received.greta?.[1]).toMatchObject({ subscriptions: [{ name: 'den', subscribers }] })

    await alice.api.subscribe(named('plaza'))
    const open = await eventsPerUser(cast(world), () =>
      alice.api.subscribe({ ...named('plaza'), principals: [dave.id, greta.id] }),
    )
    expect(kindsIn(open)).toMatchObject({ carol: [peer], dave: [added], greta: [created, added] })
  })

  it('publishes nothing if nothing changes', async () => {
    const world = await createWorld()
    const received = await eventsPerUser(cast(world), () => world.carol.api.subscribe(named('general')))
    expect(Object.values(received).flat()).toEqual([])
  })

  it('sends each user one event with all their new channels', async () => {
    const world = await createWorld()
    const { carol, dave, mona } = world
    await dave.api.subscribe(named('a'))
    const joining = { ...named('a', 'b'), principals: [carol.id, dave.id] }
    const received = await eventsPerUser({ carol, dave, mona }, () => carol.api.subscribe(joining))
    const names = (events: QueueEvent[] | undefined) =>
      events?.flatMap((event) =>
        event.type === 'subscription' && event.op === 'add'
          ? [event.subscriptions.map((one) => one.name)]
          : [],
      )
    expect(names(received.carol)).toEqual([['a', 'b']])
    expect(names(received.dave)).toEqual([['b']])
    expect(withoutIds(received.mona?.slice(1))).toEqual([
      { type: 'subscription', op: 'peer_add', stream_ids: [await idOf(carol, 'a')], user_ids: [carol.id] },
      {
        type: 'subscription',
        op: 'peer_add',
        stream_ids: [await idOf(carol, 'b')],
        user_ids: ids(carol, dave),
      },
    ])
  })
})

describe('Events about other subscribers', () => {
  it('combine the public channels of one user, separate from web-public and private ones', async () => {
    const world = await createWorld()
    const { alice, bob, dave, greta } = world
    await allowWebPublic(world)
    await alice.api.subscribe(named('b', 'a'))
    await alice.api.subscribe({ ...named('w', 'v'), is_web_public: true })
    await alice.api.subscribe({ ...named('den', 'lair'), invite_only: true })
    const names = ['b', 'a', 'w', 'v', 'den', 'lair']
    const [b, a, w, v, den, lair] = await Promise.all(names.map((name) => idOf(alice, name)))
    const event = (op: string, ...stream_ids: (number | undefined)[]) => ({
      type: 'subscription',
      op,
      stream_ids: stream_ids.sort((x, y) => (x ?? 0) - (y ?? 0)),
      user_ids: [dave.id],
    })
    const join = () => alice.api.subscribe({ ...named(...names), principals: [dave.id] })
    const leave = () => alice.api.unsubscribe({ subscriptions: names, principals: [dave.id] })
    for (const [op, action] of [
      ['peer_add', join],
      ['peer_remove', leave],
    ] as const) {
      const received = await eventsPerUser({ bob, greta }, action)
      expect(withoutIds(received.bob), op).toEqual([
        event(op, b, a),
        event(op, w, v),
        event(op, den),
        event(op, lair),
      ])
      expect(withoutIds(received.greta), op).toEqual([event(op, w, v)])
    }
  })

  it('do not name public channels to guests who are not subscribed', async () => {
    const { alice, bob, dave, greta } = await createWorld()
    await alice.api.subscribe(named('seen', 'unseen'))
    await alice.api.subscribe({ ...named('seen'), principals: [greta.id] })
    const [seen, unseen] = [await idOf(alice, 'seen'), await idOf(alice, 'unseen')]
    const join = () => alice.api.subscribe({ ...named('seen', 'unseen'), principals: [dave.id] })
    const leave = () => dave.api.unsubscribe({ subscriptions: ['seen', 'unseen'] })
    for (const action of [join, leave]) {
      const received = await eventsPerUser({ bob, greta }, action)
      expect(received.greta).toMatchObject([{ stream_ids: [seen], user_ids: [dave.id] }])
      const channels = received.bob?.flatMap((one) => ('stream_ids' in one ? one.stream_ids : []))
      expect(channels).toEqual([seen, unseen])
    }
  })

  it('name all users of a channel at once', async () => {
    const { alice, bob, carol, dave } = await createWorld()
    await alice.api.subscribe(named('a', 'b'))
    const [a, b] = [await idOf(alice, 'a'), await idOf(alice, 'b')]
    const joining = { ...named('a', 'b'), principals: [dave.id, carol.id] }
    const { bob: received } = await eventsPerUser({ bob }, () => alice.api.subscribe(joining))
    expect(received).toMatchObject([
      { op: 'peer_add', stream_ids: [a], user_ids: ids(carol, dave) },
      { op: 'peer_add', stream_ids: [b], user_ids: ids(carol, dave) },
    ])
  })

  it('and the subscribers of a joined channel are sent even if the client did not request subscribers', async () => {
    const { carol, dave, mona } = await createWorld()
    const queues = await Promise.all(
      [dave, mona].map(async ({ api }) => ({ api, ...(await api.register({ include_subscribers: false })) })),
    )
    await carol.api.subscribe({ ...named('plums'), principals: [carol.id, dave.id] })
    const [joined, watching] = await Promise.all(
      queues.map(({ api, queue_id, last_event_id }) =>
        pendingEvents(api, queue_id ?? '', last_event_id ?? -1),
      ),
    )
    expect(joined?.[1]).toMatchObject({ op: 'add', subscriptions: [{ subscribers: ids(carol, dave) }] })
    expect(watching?.[1]).toMatchObject({ op: 'peer_add', user_ids: ids(carol, dave) })
  })

  it('are one event in the log for any number of subscribers and colors', async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave } = world
    await carol.api.subscribe(named('reds'))
    await alice.api.subscribe(named('plums'))
    const people = { carol, dave, bob }
    const received = await eventsPerUser(people, () =>
      alice.api.subscribe({ ...named('plums'), principals: [carol.id, dave.id] }),
    )
    const colors = [received.carol, received.dave].map((events) =>
      events?.flatMap((event) =>
        event.type === 'subscription' && event.op === 'add'
          ? event.subscriptions.map(({ color }) => color)
          : [],
      ),
    )
    expect(colors).toEqual([['#a6c7e5'], ['#fae589']])
    expect(received.carol?.[0]?.id).toBe(received.dave?.[0]?.id)
    expect(withoutIds(received.bob)).toMatchObject([{ op: 'peer_add', user_ids: ids(carol, dave) }])
  })
})

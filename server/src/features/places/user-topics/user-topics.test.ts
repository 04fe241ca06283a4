import {
  addBot,
  createWorld,
  eventsPerUser,
  expectEventsToReproduceState,
  type Person,
  pendingEvents,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { allowed, archive, createChannels, idOf } from '../channels/testing/fixtures.ts'
import { generalOf, make, mute, policiesBy, topicsOf } from './testing/fixtures.ts'

const time = expect.any(Number)

describe('POST /user_topics', () => {
  it('mutes, unmutes, follows and resets topics, and publishes each change', async () => {
    const { carol, general: stream_id } = await generalOf()
    const events = await expectEventsToReproduceState(carol, async () => {
      for (const policy of [1, 2, 3, 0] as const) await make(carol, stream_id, 'plums', policy)
    })
    const muted = (...list: unknown[]) => ({ type: 'muted_topics', id: time, muted_topics: list })
    const topic = (visibility_policy: number) => ({
      type: 'user_topic',
      id: time,
      stream_id,
      topic_name: 'plums',
      last_updated: time,
      visibility_policy,
    })
    expect(events).toEqual([
      muted(['general', 'plums', time]),
      topic(1),
      muted(),
      topic(2),
      muted(),
      topic(3),
      muted(),
      topic(0),
    ])
    expect(await topicsOf(carol)).toEqual([])
  })

  it('publishes to no other user', async () => {
    const { alice, bob, carol, dave, greta, mona, general } = await generalOf()
    const received = await eventsPerUser({ alice, bob, dave, greta, mona }, () =>
      make(carol, general, 'plums', 3),
    )
    expect(Object.values(received).flat()).toEqual([])
    expect(await topicsOf(dave)).toEqual([])
  })

  it('changes and publishes nothing if the policy is the same', async () => {
    const { world, carol, general } = await generalOf()
    await mute(carol, general, 'plums')
    const before = await topicsOf(carol)
    world.clock.advance(100)
    const events = await expectEventsToReproduceState(carol, async () => {
      await mute(carol, general, 'plums')
      await mute(carol, general, 'PLUMS')
      await make(carol, general, 'pears', 0)
    })
    expect(events).toEqual([])
    expect(await topicsOf(carol)).toEqual(before)
    await make(carol, general, 'plums', 3)
    expect((await topicsOf(carol))[0]?.last_updated).toBeGreaterThanOrEqual(
      (before[0]?.last_updated ?? 0) + 100,
    )
  })

  it('ignores the case of a topic and keeps its first spelling; events use the spelling of the call', async () => {
    const { carol, general } = await generalOf()
    await mute(carol, general, 'Größe ΟΔΟΣ')
    const events = await expectEventsToReproduceState(carol, () => make(carol, general, 'gRÖßE οδοσ', 3))
    expect(events[1]).toMatchObject({ topic_name: 'gRÖßE οδοσ', visibility_policy: 3 })
    expect(await policiesBy(carol)).toEqual([[general, 'Größe ΟΔΟΣ', 3]])
    await expectEventsToReproduceState(carol, () => make(carol, general, 'GRÖßE ΟΔΟΣ', 0))
    await expectEventsToReproduceState(carol, () => make(carol, general, 'GRÖßE ΟΔΟΣ', 2))
    expect(await policiesBy(carol)).toEqual([[general, 'GRÖßE ΟΔΟΣ', 2]])
  })

  it('accepts topics of up to 60 characters unchanged, and reads the display name as the empty topic', async () => {
    const { carol, general } = await generalOf()
    const longest = '🍑'.repeat(60)
    await expectEventsToReproduceState(carol, async () => {
      for (const topic of ['general chat', ' plums ', longest]) await make(carol, general, topic, 2)
      await expect(make(carol, general, '', 2)).resolves.toBeDefined()
    })
    expect((await topicsOf(carol)).map((one) => one.topic_name)).toEqual(['', ' plums ', longest])
    for (const policy of [0, 1] as const) {
      const attempt = make(carol, general, `${longest}!`, policy)
      await expect(attempt).rejects.toMatchObject(withReason('topic-name-too-long', { max: 60 }))
    }
  })

  it('requires read access to the channel, except to reset a topic', async () => {
    const channels = await createChannels()
    const { alice, carol, dave, greta } = channels
    const open = (person: Person, policy: 1 | 2 | 3) =>
      allowed(channels, (id) => make(person, id, 'plums', policy))
    for (const policy of [1, 2, 3] as const) {
      expect(await open(carol, policy)).toEqual(['public', 'web-public', 'addable', 'joinable'])
      expect(await open(greta, policy)).toEqual(['web-public'])
      expect(await open(alice, policy)).toEqual(['public', 'web-public'])
      expect(await open(dave, policy)).toHaveLength(7)
    }
    expect(await allowed(channels, (id) => make(carol, id, 'plums', 0))).toHaveLength(7)
  })

  it('resets a topic of an archived channel, and sets no new policy there', async () => {
    const { world, carol, general } = await generalOf()
    await mute(carol, general, 'plums')
    await archive(world, general)
    expect(await carol.api.register()).toMatchObject({ user_topics: [], muted_topics: [] })
    await expect(make(carol, general, 'plums', 3)).rejects.toMatchObject(withReason('channel-not-found'))
    const events = await expectEventsToReproduceState(carol, () => make(carol, general, 'plums', 0))
    expect(events).toMatchObject([{ muted_topics: [] }, { visibility_policy: 0 }])
  })

  it('resets a topic of a channel that the caller can no longer read', async () => {
    const { alice, carol } = await createWorld()
    await alice.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true, principals: [carol.id] })
    const den = await idOf(carol, 'den')
    await mute(carol, den, 'plums')
    await carol.api.unsubscribe({ subscriptions: ['den'] })
    await expect(make(carol, den, 'plums', 3)).rejects.toMatchObject(withReason('channel-not-found'))
    expect(await policiesBy(carol)).toEqual([[den, 'plums', 1]])
    await expectEventsToReproduceState(carol, () => make(carol, den, 'plums', 0))
    expect(await policiesBy(carol)).toEqual([])
  })

  it('accepts four policies', async () => {
    const { world, carol, general } = await generalOf()
    for (const visibility_policy of ['4', '-1', '1.5', '"1"', 'true', 'null', '']) {
      const body = new URLSearchParams({ stream_id: `${general}`, topic: 'plums', visibility_policy })
      const response = await world.raw('/api/v1/user_topics', { method: 'POST', as: carol, body })
      expect(await response.json(), visibility_policy).toMatchObject({
        reason: visibility_policy === '' ? 'parameter-not-json' : 'parameter-invalid',
        reason_params: { parameter: 'visibility_policy' },
      })
    }
  })

  it('is available to guests and bots', async () => {
    const { world, greta, carol } = await generalOf()
    const bot = await addBot(world, carol)
    await world.alice.api.subscribe({ subscriptions: [{ name: 'den' }], principals: [greta.id, bot.id] })
    const den = await idOf(carol, 'den')
    for (const person of [greta, bot]) {
      await mute(person, den, 'plums')
      expect(await policiesBy(person)).toEqual([[den, 'plums', 1]])
    }
  })

  it('publishes all muted topics with each change, except those of archived channels', async () => {
    const { world, alice, carol, general } = await generalOf()
    await alice.api.subscribe({ subscriptions: [{ name: 'barn' }] })
    const barn = await idOf(alice, 'barn')
    await mute(carol, barn, 'hay')
    await mute(carol, general, 'plums')
    await make(carol, general, 'pears', 3)
    await archive(world, barn)
    const [event] = await expectEventsToReproduceState(carol, () => mute(carol, general, 'Apples'))
    expect(event).toMatchObject({
      muted_topics: [
        ['general', 'Apples', time],
        ['general', 'plums', time],
      ],
    })
  })

  it('loses nothing in concurrent changes through several processes', async () => {
    const { world, carol, general } = await generalOf()
    const other = { ...carol, api: (await world.secondNode()).as(carol) }
    await expectEventsToReproduceState(carol, async () => {
      await Promise.all(
        Array.from({ length: 24 }, (_, n) => {
          const topic = `${n % 2 === 0 ? 'T' : 't'}opic ${n % 4}`
          return make(n % 3 === 0 ? carol : other, general, topic, (n % 3) as 0 | 1 | 2)
        }),
      )
      // Brings the first process up to the end of the log.
      await carol.api.register({ event_types: [] })
    })
  })
})

describe('Topics in a register reply', () => {
  it('are sorted by channel and name in any case, each list under its own event type', async () => {
    const { alice, carol, general } = await generalOf()
    await alice.api.subscribe({ subscriptions: [{ name: 'barn' }] })
    const barn = await idOf(alice, 'barn')
    for (const [topic, policy] of [
      ['pears', 1],
      ['Plums', 3],
      ['apples', 2],
    ] as const) {
      await make(carol, barn, topic, policy)
    }
    await mute(carol, general, 'zebras')
    const user_topics = [
      [general, 'zebras', 1],
      [barn, 'apples', 2],
      [barn, 'pears', 1],
      [barn, 'Plums', 3],
    ].map(([stream_id, topic_name, visibility_policy]) => ({
      stream_id,
      topic_name,
      visibility_policy,
      last_updated: time,
    }))
    const muted_topics = [
      ['general', 'zebras', time],
      ['barn', 'pears', time],
    ]
    const fetch = (...fetch_event_types: string[]) => carol.api.register({ fetch_event_types })
    expect(await carol.api.register()).toMatchObject({ user_topics, muted_topics })
    expect(await fetch('user_topic')).toMatchObject({ user_topics })
    expect(await fetch('user_topic')).not.toHaveProperty('muted_topics')
    expect(await fetch('muted_topics')).toMatchObject({ muted_topics })
    expect(await fetch('muted_topics')).not.toHaveProperty('user_topics')
    // Clients that request the newer form get only that.
    expect(await fetch('muted_topics', 'user_topic')).not.toHaveProperty('muted_topics')
    expect(await fetch('message')).not.toHaveProperty('user_topics')
  })

  it('show the empty topic as the client supports it, also in events', async () => {
    const { carol, general } = await generalOf()
    const queues = await Promise.all(
      [true, false].map((empty_topic_name) =>
        carol.api.register({ client_capabilities: { empty_topic_name } }),
      ),
    )
    await mute(carol, general, '')
    const names = ['', 'general chat']
    for (const [n, { queue_id, last_event_id }] of queues.entries()) {
      expect(await pendingEvents(carol.api, queue_id ?? '', last_event_id ?? -1)).toMatchObject([
        { muted_topics: [['general', names[n], time]] },
        { topic_name: names[n] },
      ])
      const client_capabilities = { empty_topic_name: n === 0 }
      expect(await carol.api.register({ client_capabilities })).toMatchObject({
        user_topics: [{ topic_name: names[n] }],
        muted_topics: [['general', names[n], time]],
      })
    }
  })
})

describe('A queue', () => {
  it('with both event types gets only the newer one', async () => {
    const { carol, general } = await generalOf()
    const received = async (event_types?: string[]) => {
      const { queue_id, last_event_id } = await carol.api.register(event_types ? { event_types } : {})
      return async () =>
        (await pendingEvents(carol.api, queue_id ?? '', last_event_id ?? -1)).map((event) => event.type)
    }
    const queues = [
      await received(),
      await received(['muted_topics', 'user_topic']),
      await received(['muted_topics']),
      await received(['user_topic']),
      await received(['message']),
    ]
    await make(carol, general, 'plums', 2)
    expect(await Promise.all(queues.map((types) => types()))).toEqual([
      ['muted_topics', 'user_topic'],
      ['user_topic'],
      ['muted_topics'],
      ['user_topic'],
      [],
    ])
  })
})

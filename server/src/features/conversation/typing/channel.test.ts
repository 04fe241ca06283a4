import type { ApiError } from '@loquat/client'
import { changeRows, createWorld, eventsPerUser, type Person, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  archive,
  cast,
  createChannels,
  deactivate,
  idOf,
  named,
  set,
} from '../../places/channels/testing/fixtures.ts'
import { addAccounts, eventsWith, id, receivers, shown, turnOff } from './testing/fixtures.ts'

describe('Typing notifications in a channel', () => {
  it('go to its subscribers, including the sender, and to nobody else', async () => {
    const world = await createWorld()
    const { alice, dave, greta } = world
    await alice.api.subscribe({ ...named('plums'), principals: [alice.id, dave.id, greta.id] })
    const stream_id = await idOf(alice, 'plums')
    for (const type of ['stream', 'channel'] as const) {
      for (const op of ['start', 'stop'] as const) {
        const received = await eventsPerUser(cast(world), () =>
          dave.api.setTypingStatus({ type, op, stream_id, topic: ' Fruit ', to: [404_404] }),
        )
        expect(receivers(received)).toEqual(['alice', 'dave', 'greta'])
        const place = { message_type: 'stream', stream_id, topic: 'Fruit' }
        const event = { type: 'typing', op, sender: shown(dave), ...place, id }
        expect([received.alice, received.dave, received.greta]).toEqual([[event], [event], [event]])
      }
    }
    const outside = await eventsPerUser(cast(world), () =>
      world.carol.api.setTypingStatus({ type: 'channel', op: 'start', stream_id, topic: 'x' }),
    )
    expect(receivers(outside)).toEqual(['alice', 'dave', 'greta'])
  })

  it('do not go to users who turned them off, nor to deactivated users', async () => {
    const world = await createWorld()
    const { alice, carol, dave, greta, mona } = world
    await turnOff(world, dave, 'receives_typing_notifications')
    const stream_id = await idOf(alice, 'general')
    const type = () => carol.api.setTypingStatus({ type: 'stream', op: 'start', stream_id, topic: 'Fruit' })
    const received = await eventsPerUser({ alice, carol, dave, greta }, type)
    expect(receivers(received)).toEqual(['alice', 'carol', 'greta'])
    const whileDeactivated = await eventsWith(mona, { stream_typing_notifications: true }, async () => {
      await deactivate(world, mona)
      await type()
      await changeRows(
        world,
        { users: [mona.id] },
        sql`update account set is_active = true where id = ${mona.id}`,
      )
    })
    expect(whileDeactivated).toEqual([])
  })

  it('succeed with more than 100 active subscribers, but go to nobody', async () => {
    const world = await createWorld()
    const { alice, dave } = world
    const crowd = await addAccounts(world, 99)
    const principals = [dave.id, ...crowd.map((one) => one.id)]
    await alice.api.subscribe({ ...named('plums'), principals })
    const stream_id = await idOf(alice, 'plums')
    const type = () => dave.api.setTypingStatus({ type: 'channel', op: 'start', stream_id, topic: 'Fruit' })
    const received = () => eventsWith(dave, { stream_typing_notifications: true }, type)
    expect((await alice.api.getSubscribers({ stream_id })).subscribers).toHaveLength(100)
    expect(await received()).toHaveLength(1)
    await alice.api.subscribe({ ...named('plums'), principals: [alice.id] })
    expect(await received()).toEqual([])
    await deactivate(world, crowd[0]!)
    expect(await received()).toHaveLength(1)
  })

  it('reach only queues with the capability for them', async () => {
    const { carol, dave } = await createWorld()
    const stream_id = await idOf(carol, 'general')
    const type = () => carol.api.setTypingStatus({ type: 'channel', op: 'start', stream_id, topic: 'Fruit' })
    expect(await eventsWith(dave, { empty_topic_name: true }, type)).toEqual([])
    expect(await eventsWith(dave, { stream_typing_notifications: false }, type)).toEqual([])
    expect(await eventsWith(dave, { stream_typing_notifications: true }, type)).toHaveLength(1)
  })

  it('show the empty topic as each client knows it, however it was sent', async () => {
    const { carol, dave } = await createWorld()
    const stream_id = await idOf(carol, 'general')
    for (const topic of ['', '  ', 'general chat', '(no topic)']) {
      for (const empty_topic_name of [true, false]) {
        const capabilities = { stream_typing_notifications: true, empty_topic_name }
        const received = await eventsWith(dave, capabilities, () =>
          carol.api.setTypingStatus({ type: 'channel', op: 'stop', stream_id, topic }),
        )
        expect(received).toMatchObject([{ op: 'stop', topic: empty_topic_name ? '' : 'general chat' }])
      }
    }
  })

  it('have the topic that a message would have', async () => {
    const { carol, dave } = await createWorld()
    const stream_id = await idOf(carol, 'general')
    const type = (topic: string) =>
      carol.api.setTypingStatus({ type: 'channel', op: 'start', stream_id, topic })
    const received = await eventsPerUser({ dave }, () => type('x'.repeat(61)))
    expect(received.dave).toMatchObject([{ topic: `${'x'.repeat(57)}...` }])
    await expect(type('a\nb')).rejects.toMatchObject(withReason('topic-name-invalid'))
    await expect(type('a\0b')).rejects.toMatchObject(withReason('parameter-has-null-byte'))
  })

  it('need a channel, then a topic', async () => {
    const { carol } = await createWorld()
    const stream_id = await idOf(carol, 'general')
    for (const type of ['stream', 'channel'] as const) {
      const missing = carol.api.setTypingStatus({ type, op: 'start', to: [stream_id] })
      await expect(missing).rejects.toMatchObject(withReason('typing-channel-missing'))
      const bare = carol.api.setTypingStatus({ type, op: 'start', stream_id })
      await expect(bare).rejects.toMatchObject(withReason('typing-topic-missing'))
    }
  })

  it('are refused to users who turned them off, before the channel is looked up', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    await turnOff(world, carol, 'send_stream_typing_notifications')
    for (const stream_id of [await idOf(dave, 'general'), 404_404]) {
      const call = carol.api.setTypingStatus({ type: 'channel', op: 'start', stream_id, topic: 'x' })
      await expect(call).rejects.toMatchObject(withReason('typing-notifications-disabled'))
    }
    const bare = carol.api.setTypingStatus({ type: 'channel', op: 'start' })
    await expect(bare).rejects.toMatchObject(withReason('typing-channel-missing'))
    await carol.api.setTypingStatus({ op: 'start', to: [dave.id] })
  })

  it('are for users who can read the channel and may post there', async () => {
    const world = await createChannels()
    const { alice, bob, carol, dave, greta, ids } = world
    // Its history is shared, so users who may subscribe may post without subscribing.
    await alice.api.subscribe({
      ...named('shared'),
      principals: [dave.id],
      invite_only: true,
      history_public_to_subscribers: true,
      can_subscribe_group: set(carol, greta),
    })
    ids.shared = await idOf(dave, 'shared')
    const reasons = ['readable-channel-not-found', 'channel-posting-denied']
    const may = async ({ api }: Person) => {
      const names: string[] = []
      for (const [name, stream_id] of Object.entries(ids)) {
        const call = api.setTypingStatus({ type: 'channel', op: 'start', stream_id, topic: 'x' })
        const refusal = await call.then(() => undefined).catch((error: unknown) => error)
        if (refusal === undefined) names.push(name)
        else expect(reasons).toContainEqual((refusal as ApiError).reason)
      }
      return names
    }
    expect(await may(bob)).toEqual(['public', 'web-public'])
    expect(await may(carol)).toEqual(['public', 'web-public', 'shared'])
    expect(await may(greta)).toEqual(['web-public'])
    // Dave is subscribed to all of them, but may not post to one.
    expect(await may(dave)).toEqual(Object.keys(ids).filter((name) => name !== 'removable'))
    for (const stream_id of [ids.private ?? 0, 404_404, 0, -1]) {
      const call = alice.api.setTypingStatus({ type: 'channel', op: 'start', stream_id, topic: 'x' })
      await expect(call).rejects.toMatchObject(withReason('readable-channel-not-found'))
    }
    await archive(world, ids.public ?? 0)
    const gone = dave.api.setTypingStatus({
      type: 'channel',
      op: 'stop',
      stream_id: ids.public ?? 0,
      topic: 'x',
    })
    await expect(gone).rejects.toMatchObject(withReason('readable-channel-not-found'))
  })
})

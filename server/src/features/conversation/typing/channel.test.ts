import { alter, createWorld, type Person, watched, withReason } from '@loquat/devkit'
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
import { about, addAccounts, heardWith, hearers, id, shown, turnOff } from './testing/fixtures.ts'

describe('typing in a channel', () => {
  it('is told to its subscribers, the sender included, and to nobody else', async () => {
    const world = await createWorld()
    const { alice, dave, greta } = world
    await alice.api.subscribe({ ...named('plums'), principals: [alice.id, dave.id, greta.id] })
    const stream_id = await idOf(alice, 'plums')
    for (const type of ['stream', 'channel'] as const) {
      for (const op of ['start', 'stop'] as const) {
        const told = await watched(cast(world), () =>
          dave.api.setTypingStatus({ type, op, stream_id, topic: ' Fruit ', to: [404_404] }),
        )
        expect(hearers(told)).toEqual(['alice', 'dave', 'greta'])
        const place = { message_type: 'stream', stream_id, topic: 'Fruit' }
        const event = { type: 'typing', op, sender: shown(dave), ...place, id }
        expect([told.alice, told.dave, told.greta]).toEqual([[event], [event], [event]])
      }
    }
    const outside = await watched(cast(world), () =>
      world.carol.api.setTypingStatus({ type: 'channel', op: 'start', stream_id, topic: 'x' }),
    )
    expect(hearers(outside)).toEqual(['alice', 'dave', 'greta'])
  })

  it('is not told to those who do not want to know, nor to the deactivated', async () => {
    const world = await createWorld()
    const { alice, carol, dave, greta, mona } = world
    await turnOff(world, dave, 'receives_typing_notifications')
    const stream_id = await idOf(alice, 'general')
    const type = () => carol.api.setTypingStatus({ type: 'stream', op: 'start', stream_id, topic: 'Fruit' })
    const told = await watched({ alice, carol, dave, greta }, type)
    expect(hearers(told)).toEqual(['alice', 'carol', 'greta'])
    const heard = await heardWith(mona, { stream_typing_notifications: true }, async () => {
      await deactivate(world, mona)
      await type()
      await alter(world, { users: [mona.id] }, sql`update account set is_active = true where id = ${mona.id}`)
    })
    expect(heard).toEqual([])
  })

  it('succeeds with more than 100 active subscribers, but nobody is told', async () => {
    const world = await createWorld()
    const { alice, dave } = world
    const crowd = await addAccounts(world, 99)
    const principals = [dave.id, ...crowd.map((one) => one.id)]
    await alice.api.subscribe({ ...named('plums'), principals })
    const stream_id = await idOf(alice, 'plums')
    const type = () => dave.api.setTypingStatus({ type: 'channel', op: 'start', stream_id, topic: 'Fruit' })
    const heard = () => heardWith(dave, { stream_typing_notifications: true }, type)
    expect((await alice.api.getSubscribers({ stream_id })).subscribers).toHaveLength(100)
    expect(await heard()).toHaveLength(1)
    await alice.api.subscribe({ ...named('plums'), principals: [alice.id] })
    expect(await heard()).toEqual([])
    await deactivate(world, crowd[0]!)
    expect(await heard()).toHaveLength(1)
  })

  it('reaches only queues that say they know it', async () => {
    const { carol, dave } = await createWorld()
    const stream_id = await idOf(carol, 'general')
    const type = () => carol.api.setTypingStatus({ type: 'channel', op: 'start', stream_id, topic: 'Fruit' })
    expect(await heardWith(dave, { empty_topic_name: true }, type)).toEqual([])
    expect(await heardWith(dave, { stream_typing_notifications: false }, type)).toEqual([])
    expect(await heardWith(dave, { stream_typing_notifications: true }, type)).toHaveLength(1)
  })

  it('shows the empty topic as each client knows it, whatever it was sent as', async () => {
    const { carol, dave } = await createWorld()
    const stream_id = await idOf(carol, 'general')
    for (const topic of ['', '  ', 'general chat', '(no topic)']) {
      for (const empty_topic_name of [true, false]) {
        const capabilities = { stream_typing_notifications: true, empty_topic_name }
        const heard = await heardWith(dave, capabilities, () =>
          carol.api.setTypingStatus({ type: 'channel', op: 'stop', stream_id, topic }),
        )
        expect(heard).toMatchObject([{ op: 'stop', topic: empty_topic_name ? '' : 'general chat' }])
      }
    }
  })

  it('has the topic that a message would have', async () => {
    const { carol, dave } = await createWorld()
    const stream_id = await idOf(carol, 'general')
    const type = (topic: string) =>
      carol.api.setTypingStatus({ type: 'channel', op: 'start', stream_id, topic })
    const told = await watched({ dave }, () => type('x'.repeat(61)))
    expect(told.dave).toMatchObject([{ topic: `${'x'.repeat(57)}...` }])
    await expect(type('a\nb')).rejects.toMatchObject(withReason('topic-name-invalid'))
    await expect(type('a\0b')).rejects.toMatchObject(withReason('parameter-has-null-byte'))
  })

  it('needs a channel, then a topic', async () => {
    const { carol } = await createWorld()
    const stream_id = await idOf(carol, 'general')
    for (const type of ['stream', 'channel'] as const) {
      const missing = carol.api.setTypingStatus({ type, op: 'start', to: [stream_id] })
      await expect(missing).rejects.toMatchObject(withReason('typing-channel-missing'))
      const bare = carol.api.setTypingStatus({ type, op: 'start', stream_id })
      await expect(bare).rejects.toMatchObject(withReason('typing-topic-missing'))
    }
  })

  it('is refused to those who turned it off, before the channel is looked for', async () => {
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

  it('is for those who can read the channel and may post there', async () => {
    const world = await createChannels()
    const { alice, bob, carol, dave, greta, ids } = world
    // What came before somebody joined is shared here, so those who may join may post without.
    await alice.api.subscribe({
      ...named('shared'),
      principals: [dave.id],
      invite_only: true,
      history_public_to_subscribers: true,
      can_subscribe_group: set(carol, greta),
    })
    ids.shared = await idOf(dave, 'shared')
    const may = async ({ api }: Person) => {
      const names: string[] = []
      for (const [name, stream_id] of Object.entries(ids)) {
        const call = api.setTypingStatus({ type: 'channel', op: 'start', stream_id, topic: 'x' })
        const refusal = await call.then(() => undefined).catch((error: unknown) => error)
        if (refusal === undefined) names.push(name)
        else expect(refusal).toMatchObject(about(''))
      }
      return names
    }
    expect(await may(bob)).toEqual(['public', 'web-public'])
    expect(await may(carol)).toEqual(['public', 'web-public', 'shared'])
    expect(await may(greta)).toEqual(['web-public'])
    // Dave is subscribed to all of them, but in one he may not post.
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

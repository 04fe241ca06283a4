import {
  addBot,
  changeRows,
  createWorld,
  eventsDuring,
  eventsPerUser,
  eventTypesOf,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { toChannel } from '../messages/testing/fixtures.ts'
import { messageIdsIn } from './testing/fixtures.ts'

describe('Deleting a message', () => {
  it('removes it for everyone who could see it', async () => {
    const { alice, carol, dave, greta } = await createWorld()
    await alice.api.subscribe({
      subscriptions: [{ name: 'plaza' }],
      principals: [alice.id, carol.id, greta.id],
    })
    const { stream_id } = await alice.api.getChannelId({ stream: 'plaza' })
    await carol.api.sendMessage({ ...toChannel, to: 'plaza' })
    const { id: message_id } = await carol.api.sendMessage({ ...toChannel, to: 'plaza' })
    await alice.api.unsubscribe({ subscriptions: ['plaza'] })
    await greta.api.unsubscribe({ subscriptions: ['plaza'] })
    await carol.api.sendMessage(toChannel)
    const received = await eventsPerUser({ alice, carol, dave, greta }, () =>
      carol.api.deleteMessage({ message_id }),
    )
    const gone = {
      type: 'delete_message',
      message_ids: [message_id],
      message_type: 'stream',
      stream_id,
      topic: 'plums',
    }
    // Former subscribers of a public channel keep their messages, except guests.
    expect(received).toMatchObject({ alice: [gone], carol: [gone], dave: [], greta: [] })
    expect(await messageIdsIn(carol, 'plaza')).not.toContain(message_id)
    await expect(carol.api.deleteMessage({ message_id })).rejects.toMatchObject(
      withReason('message-not-found'),
    )
  })

  it('sends one event per message to clients without the capability for bulk deletion', async () => {
    const { carol } = await createWorld()
    const { id: message_id } = await carol.api.sendMessage(toChannel)
    const { queue_id, last_event_id } = await carol.api.register({ event_types: ['delete_message'] })
    await carol.api.deleteMessage({ message_id })
    const { events } = await carol.api.getEvents({
      queue_id: queue_id ?? '',
      last_event_id: last_event_id ?? -1,
      dont_block: true,
    })
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ message_id, message_type: 'stream' })
    expect(events[0]).not.toHaveProperty('message_ids')
  })

  it('is possible for the sender within the time limit, and for administrators always', async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave, clock } = world
    const send = async () => (await carol.api.sendMessage(toChannel)).id
    await expect(dave.api.deleteMessage({ message_id: await send() })).rejects.toMatchObject(
      withReason('message-deletion-denied'),
    )
    await carol.api.deleteMessage({ message_id: await send() })
    const old = await send()
    clock.advance(599)
    const older = await send()
    clock.advance(2)
    await expect(carol.api.deleteMessage({ message_id: old })).rejects.toMatchObject(
      withReason('message-deletion-time-passed'),
    )
    await carol.api.deleteMessage({ message_id: older })
    await bob.api.deleteMessage({ message_id: old })
    await changeRows(
      world,
      { realm: true },
      sql`update realm set settings = '{"message_content_delete_limit_seconds":null}'`,
    )
    const oldest = await send()
    clock.advance(1_000_000)
    await carol.api.deleteMessage({ message_id: oldest })
    expect(await messageIdsIn(alice)).not.toContain(oldest)
  })

  it('is possible for the owner of a bot, who may not edit its messages', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const bot = await addBot(world, carol)
    const { id: message_id } = await bot.api.sendMessage(toChannel)
    await expect(dave.api.deleteMessage({ message_id })).rejects.toMatchObject(
      withReason('message-deletion-denied'),
    )
    await expect(carol.api.updateMessage({ message_id, content: 'x' })).rejects.toMatchObject(
      withReason('message-edit-denied'),
    )
    await carol.api.deleteMessage({ message_id })
  })

  it('needs membership of can_delete_own_message_group', async () => {
    const world = await createWorld()
    const { carol } = world
    const { id: message_id } = await carol.api.sendMessage(toChannel)
    await changeRows(
      world,
      { realm: true },
      sql`update realm set permissions = jsonb_build_object('can_delete_own_message_group',
        (select id from user_group where name = 'role:moderators' and realm_id = realm.id))`,
    )
    await expect(carol.api.deleteMessage({ message_id })).rejects.toMatchObject(
      withReason('message-deletion-denied'),
    )
  })

  it('reaches both users of a direct conversation', async () => {
    const { carol, dave, alice } = await createWorld()
    const { id: message_id } = await carol.api.sendMessage({ type: 'direct', to: [dave.id], content: 'hi' })
    const seen = await eventsDuring(dave, async () => {
      await expect(alice.api.deleteMessage({ message_id })).rejects.toMatchObject(
        withReason('message-not-found'),
      )
      await carol.api.deleteMessage({ message_id })
    })
    expect(seen).toMatchObject([
      { type: 'delete_message', message_ids: [message_id], message_type: 'private' },
    ])
    expect((await dave.api.register()).unread_msgs?.pms).toEqual([])
  })

  it('updates first_message_id of the channel, which is null after the last message', async () => {
    const { carol, dave } = await createWorld()
    await carol.api.subscribe({ subscriptions: [{ name: 'plaza' }], principals: [carol.id, dave.id] })
    const { stream_id } = await carol.api.getChannelId({ stream: 'plaza' })
    const first = async () => (await carol.api.getChannel({ stream_id })).stream.first_message_id
    const { id: one } = await carol.api.sendMessage({ ...toChannel, to: 'plaza' })
    const { id: two } = await carol.api.sendMessage({ ...toChannel, to: 'plaza' })
    await carol.api.sendMessage(toChannel)
    const { dave: received } = await eventsPerUser({ dave }, () =>
      carol.api.deleteMessage({ message_id: one }),
    )
    expect(received).toMatchObject([
      { type: 'stream', op: 'update', property: 'first_message_id', value: two, stream_id },
      { type: 'delete_message', message_ids: [one] },
    ])
    expect(await first()).toBe(two)
    const { dave: last } = await eventsPerUser({ dave }, () => carol.api.deleteMessage({ message_id: two }))
    expect(last?.[0]).toMatchObject({ property: 'first_message_id', value: null })
    expect(await first()).toBeNull()
  })
})

describe('Deleting a topic', () => {
  it('is possible for administrators who can see the channel', async () => {
    const { alice, bob, mona, carol } = await createWorld()
    await carol.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true })
    const { stream_id } = await carol.api.getChannelId({ stream: 'den' })
    const { stream_id: general } = await carol.api.getChannelId({ stream: 'general' })
    await expect(mona.api.deleteTopic({ stream_id: general, topic_name: 'x' })).rejects.toMatchObject(
      withReason('topic-deletion-denied'),
    )
    await expect(bob.api.deleteTopic({ stream_id, topic_name: 'x' })).rejects.toMatchObject(
      withReason('channel-not-found'),
    )
    expect(await alice.api.deleteTopic({ stream_id: general, topic_name: 'nowhere' })).toMatchObject({
      complete: true,
    })
  })

  it('works in batches, regardless of case, and deletes topic preferences', async () => {
    const { alice, carol, dave } = await createWorld()
    const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
    for (let n = 0; n < 130; n++)
      await carol.api.sendMessage({ ...toChannel, topic: n % 2 ? 'Plums' : 'plums' })
    const { id: other } = await carol.api.sendMessage({ ...toChannel, topic: 'pears' })
    await dave.api.updateUserTopic({ stream_id, topic: 'plums', visibility_policy: 1 })
    const received = await eventsPerUser({ dave }, async () => {
      expect(await alice.api.deleteTopic({ stream_id, topic_name: 'PLUMS' })).toMatchObject({
        complete: true,
      })
    })
    expect(eventTypesOf(received.dave ?? []).filter((key) => key !== 'stream:update')).toEqual([
      'delete_message',
      'delete_message',
      'muted_topics',
      'user_topic',
    ])
    expect(await messageIdsIn(carol)).toEqual([other])
  })

  it('publishes the topic in the spelling of its messages', async () => {
    const { alice, carol, dave } = await createWorld()
    const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
    const { id } = await carol.api.sendMessage({ ...toChannel, topic: 'Plums' })
    await carol.api.sendMessage({ ...toChannel, topic: 'pears' })
    const seen = await eventsPerUser({ dave }, () =>
      alice.api.deleteTopic({ stream_id, topic_name: 'PLUMS' }),
    )
    const deletions = seen.dave?.filter((event) => event.type === 'delete_message')
    expect(deletions).toMatchObject([{ message_ids: [id], topic: 'Plums' }])
  })

  it('leaves messages that the administrator cannot see', async () => {
    const { alice, carol } = await createWorld()
    await carol.api.subscribe({
      subscriptions: [{ name: 'den' }],
      invite_only: true,
      history_public_to_subscribers: false,
    })
    const { id: before } = await carol.api.sendMessage({ ...toChannel, to: 'den' })
    await carol.api.subscribe({ subscriptions: [{ name: 'den' }], principals: [alice.id] })
    await carol.api.sendMessage({ ...toChannel, to: 'den' })
    const { stream_id } = await carol.api.getChannelId({ stream: 'den' })
    expect(await alice.api.deleteTopic({ stream_id, topic_name: 'plums' })).toMatchObject({ complete: true })
    expect(await messageIdsIn(carol, 'den')).toEqual([before])
  })
})

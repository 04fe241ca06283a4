import {
  alter,
  createWorld,
  keysOf,
  type Person,
  post,
  type World,
  watched,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { idOf } from '../../places/channels/testing/fixtures.ts'
import { toChannel } from '../messages/testing/fixtures.ts'
import { eventsOfType, messagesIn, withoutNotice } from './testing/fixtures.ts'

/** Subscribes everyone to `plaza`, and only Carol to a private channel. */
async function withChannels(): Promise<World & { plaza: number; den: number; general: number }> {
  const world = await createWorld()
  const { alice, carol, dave, mona } = world
  await carol.api.subscribe({
    subscriptions: [{ name: 'plaza' }],
    principals: [alice.id, carol.id, dave.id, mona.id],
  })
  await carol.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true })
  const ids = {
    plaza: await idOf(carol, 'plaza'),
    den: await idOf(carol, 'den'),
    general: await idOf(carol, 'general'),
  }
  return Object.assign(world, ids)
}

describe('Moving messages to another topic', () => {
  it('moves one message, the later ones or the whole topic, regardless of case', async () => {
    const { carol } = await createWorld()
    const [a, b, c] = [
      await post(carol),
      await post(carol, 'general', 'Plums'),
      await post(carol, 'general', 'PLUMS'),
    ]
    const topics = async () => (await messagesIn(carol, 'general')).map((message) => message.subject)
    await carol.api.updateMessage({ message_id: b, topic: 'one', ...withoutNotice })
    expect(await topics()).toEqual(['plums', 'one', 'PLUMS'])
    await carol.api.updateMessage({ message_id: b, topic: 'plums', ...withoutNotice })
    await carol.api.updateMessage({
      message_id: b,
      topic: 'later',
      propagate_mode: 'change_later',
      ...withoutNotice,
    })
    expect(await topics()).toEqual(['plums', 'later', 'later'])
    await carol.api.updateMessage({
      message_id: c,
      topic: 'PLUMS',
      propagate_mode: 'change_all',
      ...withoutNotice,
    })
    await carol.api.updateMessage({
      message_id: b,
      topic: 'all',
      propagate_mode: 'change_all',
      ...withoutNotice,
    })
    expect(await topics()).toEqual(['all', 'all', 'all'])
    expect(a).toBeLessThan(b)
  })

  it('is published to all subscribers, and unread counts follow', async () => {
    const { alice, carol, dave, greta } = await createWorld()
    const ids = [await post(carol), await post(carol)]
    await post(carol, 'general', 'pears')
    const received = await watched({ alice, dave, greta }, () =>
      carol.api.updateMessage({
        message_id: ids[1]!,
        topic: 'figs',
        propagate_mode: 'change_all',
        ...withoutNotice,
      }),
    )
    for (const events of Object.values(received)) {
      expect(eventsOfType(events, 'update_message')).toMatchObject([
        {
          message_id: ids[1],
          message_ids: ids,
          propagate_mode: 'change_all',
          orig_subject: 'plums',
          subject: 'figs',
          topic_links: [],
          flags: [],
        },
      ])
      const [event] = eventsOfType(events, 'update_message')
      for (const absent of ['content', 'orig_content', 'new_stream_id'])
        expect(event).not.toHaveProperty(absent)
    }
  })

  it('is a move when only the case changes, and not an edit', async () => {
    const { carol } = await createWorld()
    const message_id = await post(carol)
    await carol.api.updateMessage({ message_id, topic: 'Plums', ...withoutNotice })
    const { message } = await carol.api.getMessage({ message_id })
    expect(message).toMatchObject({ subject: 'Plums', last_moved_timestamp: expect.any(Number) })
    expect(message).not.toHaveProperty('last_edit_timestamp')
    expect(message.edit_history).toMatchObject([{ prev_topic: 'plums', topic: 'Plums' }])
  })

  it('converts the display value to the empty topic, but keeps (no topic), and truncates long names', async () => {
    const { carol } = await createWorld()
    const message_id = await post(carol)
    const topic = async () => (await messagesIn(carol, 'general'))[0]?.subject
    await carol.api.updateMessage({ message_id, topic: 'general chat', ...withoutNotice })
    expect(await topic()).toBe('')
    await carol.api.updateMessage({ message_id, topic: '(no topic)', ...withoutNotice })
    expect(await topic()).toBe('(no topic)')
    await carol.api.updateMessage({ message_id, topic: 'x'.repeat(61), ...withoutNotice })
    expect(await topic()).toBe(`${'x'.repeat(57)}...`)
  })

  it('shows the display value to clients without the capability for empty topics', async () => {
    const { carol } = await createWorld()
    const message_id = await post(carol)
    const { queue_id, last_event_id } = await carol.api.register({ event_types: ['update_message'] })
    await carol.api.updateMessage({ message_id, topic: '', ...withoutNotice })
    const { events } = await carol.api.getEvents({
      queue_id: queue_id ?? '',
      last_event_id: last_event_id ?? -1,
      dont_block: true,
    })
    expect(events).toMatchObject([{ subject: 'general chat', orig_subject: 'plums' }])
  })

  it('is possible for members of can_move_messages_between_topics_group, with a time limit below moderators', async () => {
    const world = await createWorld()
    const { alice, mona, carol, dave, clock } = world
    const message_id = await post(carol)
    await dave.api.updateMessage({ message_id, topic: 'a', ...withoutNotice })
    clock.advance(604_800 + 25)
    await expect(dave.api.updateMessage({ message_id, topic: 'b', ...withoutNotice })).rejects.toMatchObject(
      withReason('message-move-time-passed'),
    )
    await mona.api.updateMessage({ message_id, topic: 'c', ...withoutNotice })
    await alter(
      world,
      { realm: true },
      sql`update realm set permissions = jsonb_build_object('can_move_messages_between_topics_group',
        (select id from user_group where name = 'role:nobody' and realm_id = realm.id))`,
    )
    await expect(alice.api.updateMessage({ message_id, topic: 'd' })).rejects.toMatchObject(
      withReason('message-move-to-topic-denied'),
    )
  })

  it('of a whole topic reports how many messages can move if some are too old', async () => {
    const { carol, dave, mona, clock } = await createWorld()
    await post(carol)
    clock.advance(604_800)
    const young = await post(carol)
    clock.advance(100)
    const all = { message_id: young, topic: 'b', propagate_mode: 'change_all', ...withoutNotice } as const
    await expect(dave.api.updateMessage(all)).rejects.toMatchObject({
      ...withReason('message-move-limit-exceeded'),
      body: {
        first_message_id_allowed_to_move: young,
        total_messages_in_topic: 2,
        total_messages_allowed_to_move: 1,
      },
    })
    await dave.api.updateMessage({ ...all, propagate_mode: 'change_later' })
    await mona.api.updateMessage({ ...all, topic: 'plums', propagate_mode: 'change_all' })
  })

  it('needs a topic if topics are mandatory', async () => {
    const world = await createWorld()
    const message_id = await post(world.carol)
    await alter(world, { realm: true }, sql`update realm set settings = '{"mandatory_topics":true}'`)
    for (const topic of ['', 'general chat', '(no topic)']) {
      await expect(world.carol.api.updateMessage({ message_id, topic })).rejects.toMatchObject(
        withReason('message-topic-required'),
      )
    }
  })
})

describe('Topic preferences', () => {
  const policies = async (person: Person) => {
    const { user_topics } = await person.api.register({ client_capabilities: { empty_topic_name: true } })
    return (user_topics ?? []).map((one) => [one.topic_name, one.visibility_policy])
  }

  it('move with the whole topic', async () => {
    const { carol, dave, general: stream_id } = await withChannels()
    const message_id = await post(carol)
    await dave.api.updateUserTopic({ stream_id, topic: 'plums', visibility_policy: 1 })
    const received = await watched({ dave }, () =>
      carol.api.updateMessage({ message_id, topic: 'figs', ...withoutNotice }),
    )
    expect(keysOf(received.dave ?? []).at(-1)).toBe('update_message')
    expect(await policies(dave)).toEqual([['figs', 1]])
  })

  it('stay if part of the topic stays', async () => {
    const { carol, dave, general: stream_id } = await withChannels()
    const message_id = await post(carol)
    await post(carol)
    await dave.api.updateUserTopic({ stream_id, topic: 'plums', visibility_policy: 3 })
    await carol.api.updateMessage({ message_id, topic: 'figs', ...withoutNotice })
    expect(await policies(dave)).toEqual([['plums', 3]])
  })

  it.each([
    [1, 1, 1],
    [1, 2, 2],
    [2, 3, 2],
    [1, 3, 0],
    [3, 0, 0],
  ] as const)(
    'with policy %i merge into a topic with messages and policy %i as %i',
    async (old, there, merged) => {
      const { carol, dave, general: stream_id } = await withChannels()
      const message_id = await post(carol)
      await post(carol, 'general', 'figs')
      await dave.api.updateUserTopic({ stream_id, topic: 'plums', visibility_policy: old })
      if (there !== 0) await dave.api.updateUserTopic({ stream_id, topic: 'figs', visibility_policy: there })
      await carol.api.updateMessage({ message_id, topic: 'figs', ...withoutNotice })
      expect(await policies(dave)).toEqual(merged === 0 ? [] : [['figs', merged]])
    },
  )
})

describe('Moving messages to another channel', () => {
  it('moves only messages visible to the caller, while within a channel it moves all', async () => {
    const { carol, dave, plaza } = await withChannels()
    await carol.api.subscribe({
      subscriptions: [{ name: 'cellar' }],
      invite_only: true,
      history_public_to_subscribers: false,
    })
    const hidden = await post(carol, 'cellar', 'plums')
    await carol.api.subscribe({ subscriptions: [{ name: 'cellar' }], principals: [dave.id] })
    const message_id = await post(carol, 'cellar', 'plums')
    await dave.api.updateMessage({
      message_id,
      topic: 'figs',
      propagate_mode: 'change_all',
      ...withoutNotice,
    })
    expect((await messagesIn(carol, 'cellar', 'figs')).map(({ id }) => id)).toEqual([hidden, message_id])
    await dave.api.updateMessage({
      message_id,
      stream_id: plaza,
      propagate_mode: 'change_all',
      ...withoutNotice,
    })
    expect((await messagesIn(carol, 'cellar', 'figs')).map(({ id }) => id)).toEqual([hidden])
    expect((await messagesIn(carol, 'plaza', 'figs')).map(({ id }) => id)).toEqual([message_id])
  })

  it('keeps the state of subscribers of both channels, and removes it from users who lose access', async () => {
    const { alice, carol, dave, greta, plaza, general } = await withChannels()
    await dave.api.sendMessage({ ...toChannel, to: 'plaza', topic: 'other' })
    const message_id = await post(carol)
    await alice.api.updateMessageFlags({ messages: [message_id], op: 'add', flag: 'starred' })
    await dave.api.updateMessageFlags({ messages: [message_id], op: 'add', flag: 'read' })
    await post(carol, 'general', 'last')
    const received = await watched({ alice, dave, greta }, () =>
      carol.api.updateMessage({ message_id, stream_id: plaza, ...withoutNotice }),
    )
    const move = { message_id, stream_id: general, new_stream_id: plaza, orig_subject: 'plums' }
    expect(eventsOfType(received.alice, 'update_message')).toMatchObject([{ ...move, flags: ['starred'] }])
    expect(eventsOfType(received.alice, 'update_message')[0]).not.toHaveProperty('subject')
    expect(eventsOfType(received.dave, 'update_message')).toMatchObject([{ ...move, flags: ['read'] }])
    // A guest without a subscription to the new channel can no longer see it.
    expect(received.greta).toMatchObject([
      {
        type: 'delete_message',
        message_ids: [message_id],
        message_type: 'stream',
        stream_id: general,
        topic: 'plums',
      },
    ])
    const flags = async (person: Person) =>
      (await person.api.getMessages({ message_ids: [message_id] })).messages.map((message) => message.flags)
    expect(await flags(alice)).toEqual([['starred']])
    expect(await flags(dave)).toEqual([['read']])
    expect(await flags(greta)).toEqual([])
  })

  it('adds no rows for users who are only in the new channel, unless its history is protected', async () => {
    const world = await withChannels()
    const { carol, dave, bob, plaza } = world
    await carol.api.subscribe({ subscriptions: [{ name: 'attic' }] })
    await carol.api.subscribe({
      subscriptions: [{ name: 'cellar' }],
      principals: [carol.id, dave.id],
      invite_only: true,
      history_public_to_subscribers: false,
    })
    await post(dave, 'plaza', 'x')
    const message_id = await post(carol, 'attic', 'plums')
    await post(dave, 'plaza', 'x')
    const seen = async (person: Person) =>
      (await person.api.getMessages({ message_ids: [message_id] })).messages.map((message) => message.flags)
    await carol.api.updateMessage({ message_id, stream_id: plaza, ...withoutNotice })
    expect(await seen(dave)).toEqual([])
    expect((await messagesIn(dave, 'plaza', 'plums'))[0]?.flags).toEqual(['read', 'historical'])
    await carol.api.updateMessage({ message_id, stream_id: await idOf(carol, 'cellar'), ...withoutNotice })
    expect(await seen(dave)).toEqual([['read']])
    expect(await seen(bob)).toEqual([])
  })

  it('to a private channel publishes a deletion to all users outside', async () => {
    const { alice, carol, dave, den } = await withChannels()
    const message_id = await post(carol)
    await post(carol, 'general', 'other')
    const received = await watched({ alice, carol, dave }, () =>
      carol.api.updateMessage({ message_id, stream_id: den, ...withoutNotice }),
    )
    expect(keysOf(received.alice ?? [])).toEqual(['delete_message'])
    expect(keysOf(received.dave ?? [])).toEqual(['delete_message'])
    expect(eventsOfType(received.carol, 'update_message')).toHaveLength(1)
    await expect(alice.api.getMessage({ message_id })).rejects.toMatchObject(withReason('message-not-found'))
  })

  it('needs permission for the move, permission to post to the new channel, and access', async () => {
    const world = await withChannels()
    const { alice, carol, dave, greta, plaza, den } = world
    const message_id = await post(carol)
    await expect(greta.api.updateMessage({ message_id, stream_id: plaza })).rejects.toMatchObject(
      withReason('channel-not-found'),
    )
    await expect(dave.api.updateMessage({ message_id, stream_id: den })).rejects.toMatchObject(
      withReason('channel-not-found'),
    )
    await alter(
      world,
      { channels: [plaza] },
      sql`update channel set permissions = permissions || jsonb_build_object('can_send_message_group',
        (select id from user_group where name = 'role:administrators' and realm_id = channel.realm_id))
        where id = ${plaza}`,
    )
    await expect(dave.api.updateMessage({ message_id, stream_id: plaza })).rejects.toMatchObject(
      withReason('channel-posting-denied'),
    )
    await alice.api.updateMessage({ message_id, stream_id: plaza })
    await alter(world, { channels: [plaza] }, sql`update channel set is_archived = true where id = ${plaza}`)
    const other = await post(carol)
    await expect(alice.api.updateMessage({ message_id: other, stream_id: plaza })).rejects.toMatchObject(
      withReason('channel-not-found'),
    )
  })

  it('and back restores the messages for users who had them', async () => {
    const { carol, dave, plaza, general } = await withChannels()
    const message_id = await post(carol)
    await post(carol, 'general', 'other')
    await carol.api.updateMessage({ message_id, stream_id: plaza, ...withoutNotice })
    const received = await watched({ dave }, () =>
      carol.api.updateMessage({ message_id, stream_id: general, ...withoutNotice }),
    )
    expect(eventsOfType(received.dave, 'update_message')).toMatchObject([
      { new_stream_id: general, flags: [] },
    ])
  })
})

describe('Notices about a move', () => {
  const notices = async (person: Person, channel: string, topic: string) =>
    (await messagesIn(person, channel, topic))
      .filter((message) => message.sender_full_name === 'Notification Bot')
      .map((message) => message.content)

  it('are posted in the new topic by default, and in the old one on request', async () => {
    const { carol, plaza } = await withChannels()
    const [a, , b, c] = [await post(carol), await post(carol), await post(carol), await post(carol)]
    const by = `@_**${(await carol.api.getOwnUser()).full_name}|${carol.id}**`
    await carol.api.updateMessage({ message_id: a, topic: 'one', send_notification_to_old_thread: true })
    // The moved messages are the whole new topic, but not the whole old one.
    expect(await notices(carol, 'general', 'one')).toEqual([
      `#**general>one@${a}** was moved here from #**general>plums** by ${by}.`,
    ])
    expect(await notices(carol, 'general', 'plums')).toEqual([
      `A message was moved from this topic to #**general>one** by ${by}.`,
    ])
    await carol.api.updateMessage({ message_id: b, topic: 'two', propagate_mode: 'change_later' })
    // The notice in the old topic moved with the others.
    expect(await notices(carol, 'general', 'two')).toContain(
      `3 messages were moved here from #**general>plums** by ${by}.`,
    )
    await carol.api.updateMessage({
      message_id: c,
      stream_id: plaza,
      propagate_mode: 'change_all',
      send_notification_to_old_thread: true,
    })
    expect(await notices(carol, 'plaza', 'two')).toContain(
      `This topic was moved here from #**general>two** by ${by}.`,
    )
    expect(await notices(carol, 'general', 'two')).toEqual([
      `This topic was moved to #**plaza>two** by ${by}.`,
    ])
  })

  it('come after the move, and are read for the user who moved', async () => {
    const { carol, dave } = await withChannels()
    const message_id = await post(carol)
    const received = await watched({ carol, dave }, () =>
      carol.api.updateMessage({ message_id, topic: 'one' }),
    )
    expect(keysOf(received.dave ?? [])).toEqual(['update_message', 'message'])
    expect(eventsOfType(received.carol, 'message')).toMatchObject([{ flags: ['read'] }])
    expect(eventsOfType(received.dave, 'message')).toMatchObject([{ flags: [] }])
  })
})

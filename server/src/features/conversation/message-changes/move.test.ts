import {
  changeRows,
  createWorld,
  eventsPerUser,
  eventTypesOf,
  type Person,
  sendChannelMessage,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { eventsOfType, messagesIn, withChannels, withoutNotice } from './testing/fixtures.ts'

describe('Moving messages to another topic', () => {
  it('moves one message, the later ones or the whole topic, regardless of case', async () => {
    const { carol } = await createWorld()
    const [a, b, c] = [
      await sendChannelMessage(carol),
      await sendChannelMessage(carol, 'general', 'Plums'),
      await sendChannelMessage(carol, 'general', 'PLUMS'),
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
    const ids = [await sendChannelMessage(carol), await sendChannelMessage(carol)]
    await sendChannelMessage(carol, 'general', 'pears')
    const received = await eventsPerUser({ alice, dave, greta }, () =>
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
    const message_id = await sendChannelMessage(carol)
    await carol.api.updateMessage({ message_id, topic: 'Plums', ...withoutNotice })
    const { message } = await carol.api.getMessage({ message_id })
    expect(message).toMatchObject({ subject: 'Plums', last_moved_timestamp: expect.any(Number) })
    expect(message).not.toHaveProperty('last_edit_timestamp')
    expect(message.edit_history).toMatchObject([{ prev_topic: 'plums', topic: 'Plums' }])
  })

  it('converts the display value to the empty topic, but keeps (no topic), and truncates long names', async () => {
    const { carol } = await createWorld()
    const message_id = await sendChannelMessage(carol)
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
    const message_id = await sendChannelMessage(carol)
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
    const message_id = await sendChannelMessage(carol)
    await dave.api.updateMessage({ message_id, topic: 'a', ...withoutNotice })
    clock.advance(604_800 + 25)
    await expect(dave.api.updateMessage({ message_id, topic: 'b', ...withoutNotice })).rejects.toMatchObject(
      withReason('message-move-time-passed'),
    )
    await mona.api.updateMessage({ message_id, topic: 'c', ...withoutNotice })
    await changeRows(
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
    await sendChannelMessage(carol)
    clock.advance(604_800)
    const young = await sendChannelMessage(carol)
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
    const message_id = await sendChannelMessage(world.carol)
    await changeRows(world, { realm: true }, sql`update realm set settings = '{"mandatory_topics":true}'`)
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
    const message_id = await sendChannelMessage(carol)
    await dave.api.updateUserTopic({ stream_id, topic: 'plums', visibility_policy: 1 })
    const received = await eventsPerUser({ dave }, () =>
      carol.api.updateMessage({ message_id, topic: 'figs', ...withoutNotice }),
    )
    expect(eventTypesOf(received.dave ?? []).at(-1)).toBe('update_message')
    expect(await policies(dave)).toEqual([['figs', 1]])
  })

  it('stay if part of the topic stays', async () => {
    const { carol, dave, general: stream_id } = await withChannels()
    const message_id = await sendChannelMessage(carol)
    await sendChannelMessage(carol)
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
      const message_id = await sendChannelMessage(carol)
      await sendChannelMessage(carol, 'general', 'figs')
      await dave.api.updateUserTopic({ stream_id, topic: 'plums', visibility_policy: old })
      if (there !== 0) await dave.api.updateUserTopic({ stream_id, topic: 'figs', visibility_policy: there })
      await carol.api.updateMessage({ message_id, topic: 'figs', ...withoutNotice })
      expect(await policies(dave)).toEqual(merged === 0 ? [] : [['figs', merged]])
    },
  )
})

describe('Notices about a move', () => {
  const notices = async (person: Person, channel: string, topic: string) =>
    (await messagesIn(person, channel, topic))
      .filter((message) => message.sender_full_name === 'Notification Bot')
      .map((message) => message.content)

  it('are posted in the new topic by default, and in the old one on request', async () => {
    const { carol, plaza } = await withChannels()
    const [a, , b, c] = [
      await sendChannelMessage(carol),
      await sendChannelMessage(carol),
      await sendChannelMessage(carol),
      await sendChannelMessage(carol),
    ]
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
    const message_id = await sendChannelMessage(carol)
    const received = await eventsPerUser({ carol, dave }, () =>
      carol.api.updateMessage({ message_id, topic: 'one' }),
    )
    expect(eventTypesOf(received.dave ?? [])).toEqual(['update_message', 'message'])
    expect(eventsOfType(received.carol, 'message')).toMatchObject([{ flags: ['read'] }])
    expect(eventsOfType(received.dave, 'message')).toMatchObject([{ flags: [] }])
  })
})

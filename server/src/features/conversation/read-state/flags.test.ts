import {
  createWorld,
  eventsDuring,
  expectEventsToReproduceState,
  type Person,
  sendChannelMessage,
  sendDirectMessage,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const change = (person: Person, op: 'add' | 'remove', flag: string, ...messages: number[]) =>
  person.api.updateMessageFlags({ op, flag, messages })

async function flagsOf(person: Person, ...ids: number[]): Promise<string[][]> {
  const narrow = [{ operator: 'channels', operand: 'public' }]
  const shared = await person.api.getMessages({ message_ids: ids, narrow })
  const personal = await person.api.getMessages({ message_ids: ids })
  const flags = new Map([...shared.messages, ...personal.messages].map((one) => [one.id, one.flags]))
  return ids.map((id) => flags.get(id) ?? ['none'])
}

describe('POST /messages/flags', () => {
  it('sets and clears the flags that users may set', async () => {
    const { alice, carol, dave } = await createWorld()
    const ids = [
      await sendChannelMessage(alice),
      await sendDirectMessage(alice, carol),
      await sendDirectMessage(alice, carol, dave),
    ]
    for (const flag of ['read', 'starred', 'collapsed']) {
      const added = await expectEventsToReproduceState(carol, () => change(carol, 'add', flag, ...ids))
      expect(added).toEqual([
        {
          type: 'update_message_flags',
          op: 'add',
          operation: 'add',
          flag,
          messages: ids,
          all: false,
          id: expect.any(Number),
        },
      ])
      expect(await flagsOf(carol, ...ids)).toEqual(ids.map(() => [flag]))
      expect(await flagsOf(dave, ids[0]!, ids[2]!)).toEqual([[], []])
      const removed = await expectEventsToReproduceState(carol, () => change(carol, 'remove', flag, ...ids))
      expect(removed).toMatchObject([{ op: 'remove', operation: 'remove', flag, messages: ids, all: false }])
      expect('message_details' in removed[0]!).toBe(flag === 'read')
      expect(await flagsOf(carol, ...ids)).toEqual([[], [], []])
    }
  })

  it('does not publish flags to other users', async () => {
    const { alice, carol, dave } = await createWorld()
    const id = await sendChannelMessage(alice)
    const events = await eventsDuring(dave, () => change(carol, 'add', 'read', id))
    expect(events).toEqual([])
  })

  it('returns the message IDs as sent, and changes only those that need it', async () => {
    const { alice, carol } = await createWorld()
    const [first, last] = [await sendChannelMessage(alice), await sendChannelMessage(alice)]
    await change(carol, 'add', 'starred', first)
    const messages = [last, first, last, 404_404]
    const events = await eventsDuring(carol, async () => {
      const answer = await change(carol, 'add', 'read', ...messages)
      expect(answer).toEqual({ messages, ignored_because_not_subscribed_channels: [] })
      await change(carol, 'add', 'starred', last, first)
    })
    expect(events).toMatchObject([
      { flag: 'read', messages: [first, last] },
      { flag: 'starred', messages: [last] },
    ])
    expect(await eventsDuring(carol, () => change(carol, 'add', 'read', ...messages))).toEqual([])
  })

  it('rejects flags that users cannot set, unknown flags and unknown operations', async () => {
    const { alice, carol } = await createWorld()
    const id = await sendChannelMessage(alice)
    const fixed = ['has_alert_word', 'mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned']
    const more = ['wildcard_mentioned', 'group_mentioned', 'historical', 'force_expand', 'force_collapse']
    const unknown = ['is_private', 'tasty', '', 'Read', 'markedUnread', 'constructor']
    for (const flag of [...fixed, ...more, ...unknown]) {
      for (const op of ['add', 'remove'] as const) {
        const reason = unknown.includes(flag) ? 'message-flag-not-found' : 'message-flag-read-only'
        await expect(change(carol, op, flag, id), flag).rejects.toMatchObject(withReason(reason, { flag }))
      }
    }
    await expect(change(carol, 'toggle' as 'add', 'read', id)).rejects.toMatchObject(
      withReason('parameter-invalid'),
    )
    expect(await flagsOf(carol, id)).toEqual([[]])
  })
})

describe('Marking messages unread', () => {
  it('publishes the conversation of each', async () => {
    const { alice, carol, dave } = await createWorld()
    const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
    const ids = {
      channel: await sendChannelMessage(alice, 'general', 'Plums'),
      blank: await sendChannelMessage(alice, 'general', ''),
      pair: await sendDirectMessage(alice, carol),
      group: await sendDirectMessage(dave, carol, alice),
      self: await sendDirectMessage(carol, carol),
    }
    const messages = Object.values(ids)
    await change(carol, 'add', 'read', ...messages)
    const topic = { type: 'stream', stream_id, unmuted_stream_msg: true }
    const message_details = {
      [ids.channel]: { ...topic, topic: 'Plums' },
      [ids.blank]: { ...topic, topic: '' },
      [ids.pair]: { type: 'private', user_ids: [alice.id] },
      [ids.group]: { type: 'private', user_ids: [alice.id, dave.id].sort((a, b) => a - b) },
      [ids.self]: { type: 'private', user_ids: [] },
    }
    const { queue_id, last_event_id } = await carol.api.register({ event_types: ['update_message_flags'] })
    const events = await expectEventsToReproduceState(carol, () =>
      change(carol, 'remove', 'read', ...messages),
    )
    expect(events).toMatchObject([{ op: 'remove', flag: 'read', messages, message_details }])
    const old = await carol.api.getEvents({
      queue_id: queue_id ?? '',
      last_event_id: last_event_id ?? -1,
      dont_block: true,
    })
    expect(old.events).toMatchObject([
      { message_details: { ...message_details, [ids.blank]: { ...topic, topic: 'general chat' } } },
    ])
  })

  it('works for own messages, which were read when sent', async () => {
    const { carol, dave } = await createWorld()
    const ids = [
      await sendChannelMessage(carol),
      await sendDirectMessage(carol, dave),
      await sendDirectMessage(carol, carol),
    ]
    expect(await flagsOf(carol, ...ids)).toEqual([['read'], ['read'], ['read']])
    await expectEventsToReproduceState(carol, () => change(carol, 'remove', 'read', ...ids))
    expect(await flagsOf(carol, ...ids)).toEqual([[], [], []])
    await expectEventsToReproduceState(carol, () => change(carol, 'add', 'read', ...ids))
    expect(await flagsOf(carol, ...ids)).toEqual([['read'], ['read'], ['read']])
    expect((await carol.api.register()).unread_msgs?.count).toBe(0)
  })

  it('skips channels without a subscription, and lists them', async () => {
    const { alice, carol } = await createWorld()
    await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }, { name: 'left' }] })
    await carol.api.subscribe({ subscriptions: [{ name: 'left' }] })
    const ids = [
      await sendChannelMessage(alice, 'plaza'),
      await sendChannelMessage(alice, 'left'),
      await sendChannelMessage(alice),
    ]
    const channels = await Promise.all(
      ['plaza', 'left'].map(async (stream) => (await carol.api.getChannelId({ stream })).stream_id),
    )
    await carol.api.unsubscribe({ subscriptions: ['left'] })
    await change(carol, 'add', 'read', ...ids)
    const events = await eventsDuring(carol, async () => {
      const answer = await change(carol, 'remove', 'read', ...ids)
      expect(answer.ignored_because_not_subscribed_channels.sort((a, b) => a - b)).toEqual(channels)
    })
    expect(events).toMatchObject([{ messages: [ids[2]] }])
    expect(await flagsOf(carol, ...ids)).toEqual([['read', 'historical'], ['read'], []])
  })

  it('adds a message from before the subscription to the history', async () => {
    const { alice, carol } = await createWorld()
    await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    const id = await sendChannelMessage(alice, 'plaza')
    await carol.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    await expectEventsToReproduceState(carol, () => change(carol, 'remove', 'read', id))
    expect(await flagsOf(carol, id)).toEqual([['historical']])
    const unread = async () => (await carol.api.register()).unread_msgs
    expect(await unread()).toMatchObject({ count: 1, streams: [{ unread_message_ids: [id] }] })
    await expectEventsToReproduceState(carol, () => change(carol, 'add', 'read', id))
    expect(await flagsOf(carol, id)).toEqual([['read', 'historical']])
    expect(await unread()).toMatchObject({ count: 0, streams: [] })
  })
})

describe('Flags of messages that the caller did not receive', () => {
  it('are unchanged by marking as read', async () => {
    const { alice, bob, carol } = await createWorld()
    await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    const ids = [await sendChannelMessage(alice, 'plaza'), await sendDirectMessage(alice, bob), 404_404]
    expect(await eventsDuring(carol, () => change(carol, 'add', 'read', ...ids))).toEqual([])
    expect((await carol.api.getMessages({ message_ids: ids })).messages).toEqual([])
  })

  it('are unchanged if one of the messages cannot be read or does not exist', async () => {
    const { alice, bob, carol } = await createWorld()
    await bob.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true })
    const good = await sendChannelMessage(alice)
    const bad = [await sendDirectMessage(alice, bob), await sendChannelMessage(bob, 'den'), 404_404, -1]
    for (const id of bad) {
      for (const flag of ['starred', 'collapsed']) {
        await expect(change(carol, 'add', flag, good, id), `${flag} ${id}`).rejects.toMatchObject(
          withReason('message-flag-message-not-found'),
        )
        await expect(change(carol, 'remove', flag, good, id)).rejects.toMatchObject(
          withReason('message-flag-message-not-found'),
        )
      }
      await expect(change(carol, 'remove', 'read', good, id), `${id}`).rejects.toMatchObject(
        withReason('message-flag-message-not-found'),
      )
    }
    expect(await flagsOf(carol, good)).toEqual([[]])
  })

  it('can be starred from before the subscription if history is shared, but not if it is protected', async () => {
    const { alice, bob, carol, greta } = await createWorld()
    const make = async (name: string, options: object) => {
      await alice.api.subscribe({ subscriptions: [{ name }], ...options })
      const id = await sendChannelMessage(alice, name)
      const principals = [carol.id, greta.id]
      return { id, join: () => alice.api.subscribe({ subscriptions: [{ name }], principals }) }
    }
    const plaza = await make('plaza', {})
    const shared = await make('shared', { invite_only: true, history_public_to_subscribers: true })
    const vault = await make('vault', { invite_only: true })
    const star = (person: Person, { id }: { id: number }) => change(person, 'add', 'starred', id)
    await star(bob, plaza)
    for (const channel of [shared, vault])
      await expect(star(bob, channel)).rejects.toMatchObject(withReason('message-flag-message-not-found'))
    await expect(star(greta, plaza)).rejects.toMatchObject(withReason('message-flag-message-not-found'))
    for (const channel of [plaza, shared, vault]) await channel.join()
    for (const person of [carol, greta]) {
      for (const channel of [plaza, shared]) await star(person, channel)
      await expect(star(person, vault)).rejects.toMatchObject(withReason('message-flag-message-not-found'))
    }
  })

  it('do not distinguish a private channel from one that does not exist', async () => {
    const { bob, carol } = await createWorld()
    await bob.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true })
    const hidden = await sendChannelMessage(bob, 'den')
    for (const [op, flag] of [
      ['add', 'starred'],
      ['remove', 'read'],
    ] as const) {
      const answers = await Promise.all(
        [hidden, 404_404].map((id) => change(carol, op, flag, id).catch((error: Error) => error)),
      )
      expect((answers[0] as { body?: unknown }).body).toEqual((answers[1] as { body?: unknown }).body)
    }
  })

  it('can be starred if received in a private channel that the caller has left', async () => {
    const { alice, carol } = await createWorld()
    const principals = [alice.id, carol.id]
    await alice.api.subscribe({ subscriptions: [{ name: 'den' }], principals, invite_only: true })
    const id = await sendChannelMessage(alice, 'den')
    await carol.api.unsubscribe({ subscriptions: ['den'] })
    await expectEventsToReproduceState(carol, () => change(carol, 'add', 'starred', id))
    expect((await carol.api.register()).starred_messages).toEqual([id])
  })
})

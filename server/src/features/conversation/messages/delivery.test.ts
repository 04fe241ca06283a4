import { createApi } from '@loquat/client'
import type { QueueEvent } from '@loquat/contract'
import {
  addBot,
  changeRows,
  createWorld,
  eventsDuring,
  eventsPerUser,
  eventTypesOf,
  eventually,
  type Person,
  pendingEvents,
  type World,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

const toChannel = { type: 'channel', to: 'general', topic: 'x', content: 'hi' } as const

function apiAs({ url }: World, { email, apiKey }: Person, clientName: string) {
  return createApi({ url, credentials: { email, apiKey }, clientName })
}

const messagesOf = (events: QueueEvent[]) =>
  events.filter((event): event is QueueEvent<'message'> => event.type === 'message')

describe('A sent message', () => {
  it('arrives at the subscribers and nobody else, read only for its sender', async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave, greta } = world
    await alice.api.subscribe({
      subscriptions: [{ name: 'den' }],
      principals: [alice.id, carol.id, greta.id],
      invite_only: true,
    })
    const seen: Record<string, unknown> = {}
    const watch = (name: string, person: Person, action: () => Promise<unknown>) => async () => {
      const events = messagesOf(await eventsDuring(person, action))
      seen[name] = events.map((event) => event.flags)
    }
    let action = async () => {
      await carol.api.sendMessage({ ...toChannel, to: 'den' })
    }
    for (const [name, person] of Object.entries({ alice, bob, carol, dave, greta })) {
      action = watch(name, person, action)
    }
    await action()
    expect(seen).toEqual({ alice: [[]], bob: [], carol: [['read']], dave: [], greta: [[]] })
  })

  it('is the same object in the event and in a fetch, in every format', async () => {
    const { alice, carol } = await createWorld()
    for (const apply_markdown of [true, false]) {
      for (const client_external_avatar of [true, false]) {
        const options = { apply_markdown, client_external_avatar }
        const { queue_id, last_event_id } = await carol.api.register({ event_types: ['message'], ...options })
        await alice.api.sendMessage({ ...toChannel, topic: '', content: 'a *plum*' })
        await alice.api.sendMessage({ type: 'direct', to: [carol.id], content: 'a *plum*' })
        const { events } = await carol.api.getEvents({
          queue_id: queue_id ?? '',
          last_event_id: last_event_id ?? -1,
          dont_block: true,
        })
        const arrived = events.map((event) => ({ ...(event.message as object), flags: event.flags }))
        const { messages } = await carol.api.getMessages({
          anchor: 'newest',
          num_before: 2,
          num_after: 0,
          ...options,
        })
        expect(arrived).toEqual(messages)
        expect(messages[0]?.avatar_url === null).toBe(client_external_avatar)
      }
    }
  })

  it('has the fields of a channel message', async () => {
    const { alice, carol, clock } = await createWorld()
    const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
    const { id } = await alice.api.sendMessage(toChannel)
    const { messages } = await carol.api.getMessages({ message_ids: [id] })
    expect(messages).toEqual([
      {
        id,
        type: 'stream',
        stream_id,
        display_recipient: 'general',
        recipient_id: expect.any(Number),
        subject: 'x',
        sender_id: alice.id,
        sender_full_name: 'Alice Owner',
        sender_email: 'alice@example.com',
        sender_realm_str: '',
        avatar_url: null,
        client: 'website',
        content: '<p>hi</p>',
        rendered_content: '<p>hi</p>',
        content_type: 'text/html',
        is_me_message: false,
        timestamp: Math.floor(clock.now() / 1_000),
        reactions: [],
        submessages: [],
        topic_links: [],
        flags: [],
      },
    ])
  })

  it('reaches users on other processes, even if its event has no flags', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const { as } = await world.secondNode()
    const { queue_id, last_event_id } = await as(dave).register()
    const sent = await carol.api.sendMessage({ ...toChannel, read_by_sender: false })
    await carol.api.sendMessage({ type: 'direct', to: [dave.id], content: 'hi', read_by_sender: false })
    await eventually(async () => {
      const events = await pendingEvents(as(dave), queue_id ?? '', last_event_id ?? -1)
      expect(messagesOf(events).map(({ message }) => message.id)).toEqual([sent.id, sent.id + 1])
    })
  })

  it('shows the current sender and channel', async () => {
    const { alice, carol } = await createWorld()
    const { id } = await carol.api.sendMessage(toChannel)
    await alice.api.updateUser({ user_id: carol.id, full_name: 'Carol Changed' })
    const { messages } = await alice.api.getMessages({ message_ids: [id] })
    expect(messages[0]?.sender_full_name).toBe('Carol Changed')
  })

  it('does not reach a sender who is not subscribed, neither as an event nor as history', async () => {
    const { alice, carol } = await createWorld()
    await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    const to = 'plaza'
    let id = 0
    const events = await eventsDuring(carol, async () => {
      id = (await carol.api.sendMessage({ ...toChannel, to, read_by_sender: false })).id
    })
    expect(eventTypesOf(events)).not.toContain('message')
    expect((await carol.api.getMessages({ message_ids: [id] })).messages).toEqual([])
    const narrow = [{ operator: 'channel', operand: to }]
    const { messages } = await carol.api.getMessages({ message_ids: [id], narrow })
    expect(messages[0]?.flags).toEqual(['read', 'historical'])
    expect((await carol.api.register()).unread_msgs?.count).toBe(0)
  })

  it('becomes the first message of its channel only if there was none', async () => {
    const { alice } = await createWorld()
    await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    const { stream_id } = await alice.api.getChannelId({ stream: 'plaza' })
    const first = async () => (await alice.api.getChannel({ stream_id })).stream.first_message_id
    expect(await first()).toBeNull()
    const { id } = await alice.api.sendMessage({ ...toChannel, to: 'plaza' })
    expect(await first()).toBe(id)
    await alice.api.sendMessage({ ...toChannel, to: 'plaza' })
    expect(await first()).toBe(id)
  })
})

describe('read_by_sender', () => {
  it('defaults to true only for full user interfaces, regardless of the case of their name', async () => {
    const world = await createWorld()
    const { carol } = world
    const full = ['website', 'ios', 'android', 'snipe', 'chatmobile', 'chatandroid', 'chatios', 'ChatDesktop']
    const clients: [name: string, read: boolean][] = [
      ...[...full, 'chatelectron', 'chatTerminal'].map((name): [string, boolean] => [name, true]),
      ['Script', false],
      ['webhook', false],
    ]
    for (const [name, read] of clients) {
      const api = apiAs(world, carol, name)
      for (const target of [toChannel, { type: 'direct', to: [carol.id], content: 'hi' } as const]) {
        const [event] = messagesOf(await eventsDuring(carol, () => api.sendMessage(target)))
        expect(event, name).toMatchObject({ type: 'message', flags: read ? ['read'] : [] })
        const id = event?.message.id ?? 0
        const { messages } = await carol.api.getMessages({ message_ids: [id] })
        expect(messages[0], name).toMatchObject({ client: name, flags: read ? ['read'] : [] })
      }
    }
  })

  it('can be set explicitly, and affects only the sender', async () => {
    const { carol, dave } = await createWorld()
    for (const read_by_sender of [true, false]) {
      const { id } = await carol.api.sendMessage({ ...toChannel, read_by_sender })
      const flags = async (person: Person) =>
        (await person.api.getMessages({ message_ids: [id] })).messages[0]?.flags
      expect(await flags(carol)).toEqual(read_by_sender ? ['read'] : [])
      expect(await flags(dave)).toEqual([])
    }
  })
})

describe('Local echo', () => {
  it('goes only to the named queue', async () => {
    const { carol } = await createWorld()
    const open = async () => {
      const { queue_id, last_event_id } = await carol.api.register({ event_types: ['message'] })
      return { queue_id: queue_id ?? '', last_event_id: last_event_id ?? -1, dont_block: true }
    }
    const [mine, other] = [await open(), await open()]
    const echo = { queue_id: mine.queue_id, local_id: '100.01' }
    await carol.api.sendMessage({ ...toChannel, ...echo })
    await carol.api.sendMessage({ ...toChannel, queue_id: mine.queue_id })
    await carol.api.sendMessage({ ...toChannel, local_id: '100.02' })
    const ids = async (queue: typeof mine) =>
      (await carol.api.getEvents(queue)).events.map((event) => event.local_message_id)
    expect(await ids(mine)).toEqual(['100.01', undefined, undefined])
    expect(await ids(other)).toEqual([undefined, undefined, undefined])
  })

  it('does not merge two sends', async () => {
    const { carol } = await createWorld()
    const echo = { queue_id: 'none', local_id: '1' }
    const first = await carol.api.sendMessage({ ...toChannel, ...echo })
    const second = await carol.api.sendMessage({ ...toChannel, ...echo })
    expect(second.id).toBeGreaterThan(first.id)
  })
})

describe('A bot that posts to a channel without subscribers', () => {
  const notices = async (owner: Person) => {
    const narrow = [{ operator: 'is', operand: 'dm' }]
    const view = { anchor: 'newest', num_before: 10, num_after: 0, narrow, apply_markdown: false }
    return (await owner.api.getMessages(view)).messages.map((message) => message.content)
  }

  it('notifies its owner, at most once a minute', async () => {
    const world = await createWorld()
    const { carol, clock } = world
    const bot = await addBot(world, carol)
    const sendNowhere = () => bot.api.sendMessage({ ...toChannel, to: 'nowhere' })
    await expect(sendNowhere()).rejects.toMatchObject(withReason('channel-name-unknown'))
    expect(await notices(carol)).toEqual([
      `Your bot @_**Bot 400 of ${carol.id}|${bot.id}** sent a message to the channel 'nowhere', which doesn't exist.`,
    ])
    await expect(sendNowhere()).rejects.toMatchObject(withReason('channel-name-unknown'))
    expect(await notices(carol)).toHaveLength(1)
    clock.advance(61)
    await carol.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    await carol.api.unsubscribe({ subscriptions: ['plaza'] })
    await bot.api.sendMessage({ ...toChannel, to: 'plaza' })
    expect((await notices(carol)).at(-1)).toContain("to the channel 'plaza', which has no subscribers")
  })
})

describe('An inactive channel', () => {
  it('becomes active with the next message, with an event to everyone who can see it', async () => {
    const world = await createWorld()
    const { alice, carol, greta } = world
    await carol.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true })
    const { stream_id } = await carol.api.getChannelId({ stream: 'den' })
    await carol.api.sendMessage({ ...toChannel, to: 'den' })
    await changeRows(
      world,
      { channels: [stream_id] },
      sql`update channel set is_recently_active = false where id = ${stream_id}`,
    )
    const received = await eventsPerUser({ alice, carol, greta }, () =>
      carol.api.sendMessage({ ...toChannel, to: 'den' }),
    )
    const revived = { type: 'stream', op: 'update', stream_id, property: 'is_recently_active', value: true }
    expect(received.alice).toMatchObject([revived])
    expect(received.carol?.[0]).toMatchObject(revived)
    expect(received.greta).toEqual([])
  })
})

import { createWorld, eventTypesOf, type Person, pendingEvents, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { settle } from '../../conversation/reactions/testing/fixtures.ts'

type Options = NonNullable<Parameters<Person['api']['register']>[0]>

async function open(person: Person, options: Options) {
  const { queue_id, last_event_id } = await person.api.register({ event_types: ['message'], ...options })
  return async () => {
    const { events } = await person.api.getEvents({
      queue_id: queue_id ?? '',
      last_event_id: last_event_id ?? -1,
      dont_block: true,
    })
    return events.map((event) => [(event.message as { id: number }).id, event.flags])
  }
}

describe('The narrow of a queue', () => {
  it('selects only messages that match all of its terms', async () => {
    const { alice, carol } = await createWorld()
    await carol.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    const narrows: [narrow: [string, string][], passing: string[]][] = [
      [[], ['fruit', 'blank', 'done', 'plaza', 'direct', 'own']],
      [[['channel', 'GENERAL']], ['fruit', 'blank', 'done', 'own']],
      [[['stream', 'plaza']], ['plaza']],
      [[['topic', 'FRUIT']], ['fruit', 'plaza', 'own']],
      [[['topic', 'general chat']], ['blank']],
      [[['sender', 'Carol@Example.com']], ['own']],
      [[['is', 'dm']], ['direct']],
      [[['is', 'private']], ['direct']],
      [[['is', 'unread']], ['fruit', 'blank', 'done', 'plaza', 'direct']],
      [[['is', 'starred']], []],
      [[['is', 'mentioned']], []],
      [[['is', 'resolved']], ['done']],
      [
        [
          ['channel', 'general'],
          ['topic', 'fruit'],
        ],
        ['fruit', 'own'],
      ],
    ]
    const queues = await Promise.all(narrows.map(([narrow]) => open(carol, { narrow })))
    const post = async (sender: Person, topic: string, to = 'general') =>
      (await sender.api.sendMessage({ type: 'channel', to, topic, content: 'hi' })).id
    const ids: Record<string, number> = {
      fruit: await post(alice, 'Fruit'),
      blank: await post(alice, ''),
      done: await post(alice, '✔ Fruit'),
      plaza: await post(alice, 'Fruit', 'plaza'),
      direct: (await alice.api.sendMessage({ type: 'direct', to: [carol.id], content: 'hi' })).id,
      own: await post(carol, 'Fruit'),
    }
    for (const [n, [narrow, passing]] of narrows.entries()) {
      const arrived = (await queues[n]?.())?.map(([id]) => id)
      expect(arrived, JSON.stringify(narrow)).toEqual(passing.map((name) => ids[name]))
    }
  })

  it('rejects other operators and malformed terms', async () => {
    const { carol } = await createWorld()
    const unsupported = (operator: string) => withReason('event-queue-narrow-unsupported', { operator })
    const invalid = withReason('parameter-invalid')
    const bad: [unknown, object][] = [
      [[['dm', 'carol@example.com']], unsupported('dm')],
      [[['is', 'followed']], unsupported('is')],
      [[['id', '1']], unsupported('id')],
      [[['channels', 'public']], unsupported('channels')],
      [[{ operator: 'channel', operand: 'general' }], invalid],
      [[['channel', 1]], invalid],
      [[['channel']], invalid],
      ['x', invalid],
    ]
    for (const [narrow, error] of bad) {
      const registered = carol.api.register({ narrow: narrow as [string, string][] })
      await expect(registered, JSON.stringify(narrow)).rejects.toMatchObject(error)
    }
  })
})

describe('The terms of a queue narrow', () => {
  it('match mentions by name for mentioned and alerted, not mentions of everyone or alert words', async () => {
    const { alice, carol } = await createWorld()
    await carol.api.addAlertWords({ alert_words: ['mirabelle'] })
    const queues = [
      await open(carol, { narrow: [['is', 'mentioned']] }),
      await open(carol, { narrow: [['is', 'alerted']] }),
    ]
    const say = async (content: string) =>
      (await alice.api.sendMessage({ type: 'channel', to: 'general', topic: 'x', content })).id
    const named = await say('@**Carol Member**')
    for (const content of ['@**all**', 'mirabelle', '@_**Carol Member**']) await say(content)
    for (const queue of queues) expect(await queue()).toEqual([[named, ['mentioned']]])
  })

  it('match the topic and sender as this queue receives them', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    await settle(world, dave, { email_address_visibility: 4 })
    const client_capabilities = { empty_topic_name: true }
    const { user } = await carol.api.getUser({ user_id: dave.id })
    const options: [Options, passing: string[]][] = [
      [{ narrow: [['topic', '']], client_capabilities }, ['blank', 'hidden']],
      [{ narrow: [['topic', 'general chat']], client_capabilities }, []],
      [{ narrow: [['topic', '']] }, []],
      [{ narrow: [['topic', 'General Chat']] }, ['blank', 'hidden']],
      [{ narrow: [['sender', user.email.toUpperCase()]] }, ['hidden']],
      [{ narrow: [['sender', dave.email]] }, []],
    ]
    const queues = await Promise.all(options.map(([one]) => open(carol, one)))
    const blank = { type: 'channel', to: 'general', topic: '', content: 'hi' } as const
    const ids: Record<string, number> = {
      blank: (await alice.api.sendMessage(blank)).id,
      hidden: (await dave.api.sendMessage(blank)).id,
    }
    for (const [n, [option, passing]] of options.entries()) {
      const arrived = (await queues[n]?.())?.map(([id]) => id)
      expect(arrived, JSON.stringify(option)).toEqual(passing.map((name) => ids[name]))
    }
  })

  it('filter only new messages, not changes of messages', async () => {
    const { alice, carol } = await createWorld()
    const { queue_id, last_event_id } = await carol.api.register({ narrow: [['is', 'dm']] })
    const { id: message_id } = await alice.api.sendMessage({
      type: 'channel',
      to: 'general',
      topic: 'x',
      content: 'hi',
    })
    await alice.api.updateMessage({ message_id, content: 'ho' })
    await alice.api.addReaction({ message_id, emoji_name: 'tada' })
    await carol.api.updateMessageFlags({ messages: [message_id], op: 'add', flag: 'read' })
    await alice.api.deleteMessage({ message_id })
    const events = await pendingEvents(carol.api, queue_id ?? '', last_event_id ?? -1)
    const kinds = ['update_message', 'reaction:add', 'update_message_flags:add', 'delete_message']
    expect(eventTypesOf(events).filter((key) => key !== 'stream:update')).toEqual(kinds)
  })

  it('select among received messages, or among all public channels on request', async () => {
    const { alice, carol } = await createWorld()
    await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    const narrow: [string, string][] = [['channel', 'plaza']]
    const own = await open(carol, { narrow })
    const everywhere = await open(carol, { narrow, all_public_streams: true })
    const send = async (to: string) =>
      (await alice.api.sendMessage({ type: 'channel', to, topic: 'x', content: 'hi' })).id
    const id = await send('plaza')
    await send('general')
    expect(await own()).toEqual([])
    expect(await everywhere()).toEqual([[id, []]])
  })
})

describe('all_public_streams', () => {
  it('adds the messages of public channels without a subscription, without flags', async () => {
    const { alice, carol } = await createWorld()
    await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    await alice.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true })
    const queue = await open(carol, { all_public_streams: true })
    const plain = await open(carol, {})
    const send = async (sender: Person, to: string) =>
      (await sender.api.sendMessage({ type: 'channel', to, topic: 'x', content: 'hi' })).id
    const ids = [await send(alice, 'plaza'), await send(carol, 'general'), await send(carol, 'plaza')]
    await send(alice, 'den')
    expect(await queue()).toEqual([
      [ids[0], []],
      [ids[1], ['read']],
      [ids[2], []],
    ])
    expect(await plain()).toEqual([[ids[1], ['read']]])
  })

  it('is rejected for guests', async () => {
    const { greta } = await createWorld()
    await expect(greta.api.register({ all_public_streams: true })).rejects.toMatchObject(
      withReason('event-queue-all-channels-denied'),
    )
    await greta.api.register({ all_public_streams: false })
  })
})

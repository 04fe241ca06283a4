import { createWorld, eventsPerUser, type Person } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { allowWebPublic, cast, channelNames, idOf, kindsIn, named } from './testing/fixtures.ts'

const erin = { email: 'erin@example.com', full_name: 'Erin New', password: 'quinces in the attic' }
const account = ['realm_user:add', 'user_group:add_members', 'user_group:add_members']

/** A world in which the default channels are `general`, where everyone is, `plaza`, where Carol is, and `market`. */
async function createMarket() {
  const world = await createWorld()
  const { bob, carol, dave } = world
  await bob.api.subscribe({ ...named('plaza'), principals: [carol.id], is_default_stream: true })
  await allowWebPublic(world)
  const { alice } = world
  const web = { is_web_public: true, is_default_stream: true }
  await alice.api.subscribe({ ...named('market'), principals: [dave.id], ...web })
  await carol.api.subscribe(named('orchard'))
  return world
}

const subscribersOf = async (person: Person, stream: string) =>
  (await person.api.getSubscribers({ stream_id: await idOf(person, stream) })).subscribers

describe('A new account', () => {
  it('is subscribed to the default channels, and no others', async () => {
    const world = await createMarket()
    const { user_id } = await world.alice.api.createUser(erin)
    const person = world.person(user_id)
    expect(await channelNames(person)).toEqual(['general', 'market', 'plaza'])
    for (const name of ['general', 'market', 'plaza']) {
      expect(await subscribersOf(world.carol, name)).toContain(user_id)
    }
    const { subscriptions } = await person.api.getSubscriptions()
    expect(new Set(subscriptions.map((one) => one.color)).size).toBe(3)
  })

  it('is subscribed to no channel if there are no default channels', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    await alice.api.removeDefaultChannel({ stream_id: await idOf(alice, 'general') })
    let id = 0
    const received = await eventsPerUser(cast(world), async () => {
      id = (await alice.api.createUser(erin)).user_id
    })
    expect(new Set(Object.values(kindsIn(received)).map(String))).toEqual(new Set([String(account)]))
    expect(await channelNames(world.person(id))).toEqual([])
    expect(await subscribersOf(carol, 'general')).not.toContain(id)
  })

  it('is published as a user, then as a group member, then as a subscriber', async () => {
    const world = await createMarket()
    const { alice, carol } = world
    let id = 0
    const received = await eventsPerUser(cast(world), async () => {
      id = (await alice.api.createUser(erin)).user_id
    })
    const [general, plaza, market] = await Promise.all(
      ['general', 'plaza', 'market'].map((name) => idOf(carol, name)),
    )
    for (const [name, events] of Object.entries(received)) {
      expect(kindsIn(received)[name]?.slice(0, 3), name).toEqual(account)
      const peers = events.slice(3)
      expect(peers, name).toEqual(
        peers.map(() => expect.objectContaining({ type: 'subscription', op: 'peer_add', user_ids: [id] })),
      )
      const channels = peers.flatMap((event) => ('stream_ids' in event ? event.stream_ids : []))
      // Guests hear only of channels they are in and of web-public ones.
      const expected = name === 'greta' ? [general, market] : [general, plaza, market]
      expect(channels.toSorted(), name).toEqual(expected.toSorted())
    }
  })

  it('receives later messages in the default channels', async () => {
    const world = await createMarket()
    const { alice, carol } = world
    const post = (content: string) =>
      carol.api.sendMessage({ type: 'channel', to: 'plaza', topic: 'Fruit', content })
    await post('before')
    const person = world.person((await alice.api.createUser(erin)).user_id)
    const received = await eventsPerUser({ person }, () => post('after'))
    expect(kindsIn(received)).toEqual({ person: ['message'] })
    const { unread_msgs } = await person.api.register({
      fetch_event_types: ['message', 'update_message_flags'],
    })
    // Earlier messages are readable, too, and there is a welcome message.
    expect(unread_msgs?.count).toBe(3)
    const { messages } = await person.api.getMessages({
      narrow: [{ operator: 'channel', operand: 'plaza' }],
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
    })
    expect(messages.map(({ content, flags }) => [content, flags])).toEqual([
      ['<p>before</p>', ['historical']],
      ['<p>after</p>', []],
    ])
  })

  it('is subscribed in every process', async () => {
    const world = await createMarket()
    const other = await world.secondNode()
    const { stream_id } = await other.as(world.carol).getChannelId({ stream: 'plaza' })
    const { user_id } = await world.alice.api.createUser(erin)
    const status = await other.as(world.carol).getSubscriptionStatus({ user_id, stream_id })
    expect(status.is_subscribed).toBe(true)
  })
})

const inGeneral = {
  narrow: [{ operator: 'channel', operand: 'general' }],
  anchor: 'newest' as const,
  num_after: 0,
}

describe('The history of a new user', () => {
  it('contains recent messages of the default channels, the newest unread', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const ids: number[] = []
    for (let n = 0; n < 25; n++) {
      ids.push(
        (await carol.api.sendMessage({ type: 'channel', to: 'general', topic: 'x', content: `${n}` })).id,
      )
    }
    await alice.api.subscribe({ subscriptions: [{ name: 'elsewhere' }] })
    await alice.api.sendMessage({
      type: 'channel',
      to: 'elsewhere',
      topic: 'x',
      content: 'not for newcomers',
    })
    const { user_id } = await alice.api.createUser({
      email: 'nora@example.com',
      password: 'a quince and seven medlars',
      full_name: 'Nora New',
    })
    const { api } = world.person(user_id)
    const { messages } = await api.getMessages({ ...inGeneral, num_before: 100 })
    expect(messages.map((message) => message.id)).toEqual(ids)
    expect(messages.map((message) => message.flags)).toEqual([
      ...Array(5).fill(['read', 'historical']),
      ...Array(20).fill(['historical']),
    ])
    // With the greeting.
    expect((await api.register()).unread_msgs).toMatchObject({ count: 21 })
    await api.updateMessageFlags({ messages: ids, op: 'add', flag: 'read' })
    expect((await api.register()).unread_msgs?.count).toBe(1)
    const { id } = await carol.api.sendMessage({
      type: 'channel',
      to: 'general',
      topic: 'x',
      content: 'welcome',
    })
    expect((await api.getMessages({ message_ids: [id] })).messages[0]?.flags).toEqual([])
  })

  it('contains at most a thousand messages', async () => {
    const world = await createWorld()
    const { alice, carol, app } = world
    const { id } = await carol.api.sendMessage({
      type: 'channel',
      to: 'general',
      topic: 'x',
      content: 'first',
    })
    await sql`
      insert into message (id, realm_id, recipient_id, sender_id, is_channel, topic, content, rendered_content, client, sent_at)
      select nextval('message_id'), realm_id, recipient_id, sender_id, true, 'x', n::text, n::text, 'test', now()
      from message, generate_series(1, 1100) n where id = ${id}`.execute(app.database.db)
    const { user_id } = await alice.api.createUser({
      email: 'nora@example.com',
      password: 'a quince and seven medlars',
      full_name: 'Nora New',
    })
    const { api } = world.person(user_id)
    const { messages } = await api.getMessages({ anchor: 'newest', num_before: 5_000, num_after: 0 })
    expect(messages.filter((message) => message.type === 'stream')).toHaveLength(1_000)
  })
})

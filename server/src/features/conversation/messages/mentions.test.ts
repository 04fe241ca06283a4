import {
  addBot,
  changeRows,
  createWorld,
  eventsDuring,
  eventsPerUser,
  eventTypesOf,
  type Person,
  type World,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { messageFlags, toChannel } from './testing/fixtures.ts'

const send = async (person: Person, content: string, more: object = {}) =>
  (await person.api.sendMessage({ ...toChannel, content, ...more })).id

const flagsOf = async (person: Person, id: number) =>
  (await person.api.getMessages({ message_ids: [id] })).messages[0]?.flags

/** Adds enough users that a wildcard needs permission. */
async function crowd(world: World, channelId: number, count: number): Promise<void> {
  await changeRows(
    world,
    {},
    sql`with person as (
        insert into account (realm_id, delivery_email, full_name, role, api_key, settings)
        select realm_id, 'extra' || n || '@example.com', 'Extra ' || n, 400, md5('key' || n), '{}'
        from (select realm_id from account where id = ${world.alice.id}) a, generate_series(1, ${count}) n
        returning id, realm_id
      ), alone as (
        insert into recipient (realm_id, user_ids, user_set) select realm_id, array[id], id::text from person
      )
      insert into subscription (user_id, channel_id, recipient_id, received, color)
      select person.id, ${channelId}, recipient.id, '{[0,)}', '#000000'
      from person, recipient where recipient.channel_id = ${channelId}`,
  )
  const { rows } = await sql<{ id: number }>`
    select id from account where full_name like 'Extra %' and realm_id = (select realm_id from account where id = ${world.alice.id})`.execute(
    world.app.database.db,
  )
  const users = rows.map((row) => row.id)
  await changeRows(world, { users, subscriptions: { channels: [channelId], users } }, sql`select 1`)
}

const general = async ({ carol }: World) => (await carol.api.getChannelId({ stream: 'general' })).stream_id

describe('A mention', () => {
  it('of everyone in a channel is one event and no row for a subscriber, however many there are', async () => {
    const world = await createWorld()
    const { alice, dave, app } = world
    await crowd(world, await general(world), 2_000)
    await send(alice, 'begin')
    const count = async () => {
      const { rows } = await sql<{ events: number; flags: number }>`
        select (select sum(last_seq)::bigint from realm_log) as events,
          (select count(*) from message_flag) as flags`.execute(app.database.db)
      return rows[0]!
    }
    const before = await count()
    const id = await send(alice, '@**all** hello')
    expect(await count()).toEqual({ events: before.events + 1, flags: before.flags })
    expect(await flagsOf(dave, id)).toContain('stream_wildcard_mentioned')
  })

  it('flags the message for the named user, in the event, in fetches and in the unread state', async () => {
    const { alice, carol, dave } = await createWorld()
    await send(carol, 'begin')
    let id = 0
    const received = await eventsPerUser({ alice, carol, dave }, async () => {
      id = await send(carol, 'look, @**Dave Member**!')
    })
    expect(messageFlags(received.dave)).toEqual([['mentioned']])
    expect(messageFlags(received.alice)).toEqual([[]])
    expect(messageFlags(received.carol)).toEqual([['read']])
    expect(await flagsOf(dave, id)).toEqual(['mentioned'])
    expect((await dave.api.register()).unread_msgs?.mentions).toEqual([id])
    const narrow = [{ operator: 'is', operand: 'mentioned' }]
    const { messages } = await dave.api.getMessages({ anchor: 'newest', num_before: 5, num_after: 0, narrow })
    expect(messages.map((message) => message.id)).toEqual([id])
  })

  it.each([
    ['silent', '@_**Dave Member**'],
    ['in code', '`@**Dave Member**`'],
    ['in a quote', '> @**Dave Member**'],
    ['directly after a word', 'x@**Dave Member**'],
    ['without asterisks', '@Dave Member @all'],
    ['in another case with an ID', '@**dave member|{dave}**'],
    ['of an unknown user', '@**Nobody Here**'],
  ])('that is %s flags nothing', async (_, content) => {
    const { carol, dave } = await createWorld()
    const id = await send(carol, content.replace('{dave}', String(dave.id)))
    expect(await flagsOf(dave, id)).toEqual([])
  })

  it.each([['@**dave MEMBER**'], ['@**Dave Member|{dave}**'], ['@**|{dave}**'], ['(@**Dave Member**)']])(
    'can be written as %s',
    async (content) => {
      const { carol, dave } = await createWorld()
      const id = await send(carol, content.replace('{dave}', String(dave.id)))
      expect(await flagsOf(dave, id)).toEqual(['mentioned'])
    },
  )

  it('of a user who is not subscribed has no effect', async () => {
    const { carol, dave, greta } = await createWorld()
    await carol.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    const events = await eventsDuring(dave, () => send(carol, '@**Dave Member**', { to: 'plaza' }))
    expect(eventTypesOf(events)).toEqual([])
    expect((await dave.api.register()).unread_msgs?.count).toBe(0)
    const direct = await carol.api.sendMessage({
      type: 'direct',
      to: [greta.id],
      content: '@**Dave Member**',
    })
    expect(await flagsOf(dave, direct.id)).toBeUndefined()
  })

  it('delivers the message to a bot that is not subscribed, but not from private channels', async () => {
    const world = await createWorld()
    const { carol } = world
    const bot = await addBot(world, carol)
    let id = 0
    const events = await eventsDuring(bot, async () => {
      id = await send(carol, `@**|${bot.id}** help`)
      await carol.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true })
      await send(carol, `@**|${bot.id}** help`, { to: 'den' })
      await carol.api.sendMessage({ type: 'direct', to: [carol.id], content: `@**|${bot.id}** help` })
    })
    expect(messageFlags(events)).toEqual([['mentioned']])
    const { messages } = await bot.api.getMessages({ anchor: 'newest', num_before: 9, num_after: 0 })
    expect(messages.map((message) => [message.id, message.flags])).toEqual([[id, ['mentioned']]])
    expect((await bot.api.register()).unread_msgs?.mentions).toEqual([])
    await bot.api.updateMessageFlags({ messages: [id], op: 'add', flag: 'read' })
    expect(await flagsOf(bot, id)).toEqual(['read', 'mentioned'])
  })

  it('counts in direct messages for participants', async () => {
    const { carol, dave } = await createWorld()
    const { id } = await carol.api.sendMessage({
      type: 'direct',
      to: [dave.id],
      content: '@**Dave Member** hi',
    })
    expect(await flagsOf(dave, id)).toEqual(['mentioned'])
  })

  it('is added and removed by edits, for users who have the message', async () => {
    const { carol, dave } = await createWorld()
    await send(carol, 'first')
    const message_id = await send(carol, 'hi')
    const edit = (content: string) => () => carol.api.updateMessage({ message_id, content })
    const added = await eventsPerUser({ dave }, edit('@**Dave Member**'))
    expect(added.dave?.at(-1)).toMatchObject({ type: 'update_message', flags: ['mentioned'] })
    const gone = await eventsPerUser({ dave }, edit('hi'))
    expect(gone.dave?.at(-1)).toMatchObject({ flags: [] })
    expect(await flagsOf(dave, message_id)).toEqual([])
  })
})

describe('A channel wildcard', () => {
  it.each(['all', 'everyone', 'channel', 'stream'])(
    '@**%s** flags the message for every recipient',
    async (word) => {
      const { alice, carol, dave } = await createWorld()
      await send(carol, 'begin')
      let id = 0
      const received = await eventsPerUser({ alice, carol, dave }, async () => {
        id = await send(carol, `@**${word}** hello`)
      })
      const flags = ['stream_wildcard_mentioned', 'wildcard_mentioned']
      expect(messageFlags(received.dave)).toEqual([flags])
      expect(messageFlags(received.carol)).toEqual([['read', ...flags]])
      expect(await flagsOf(dave, id)).toEqual(flags)
      expect((await dave.api.register()).unread_msgs?.mentions).toEqual([id])
    },
  )

  it('flags a direct message for everyone in it, without permission', async () => {
    const { carol, dave } = await createWorld()
    const { id } = await carol.api.sendMessage({ type: 'direct', to: [dave.id], content: '@**all** hello' })
    expect(await flagsOf(dave, id)).toEqual(['stream_wildcard_mentioned', 'wildcard_mentioned'])
  })

  it('remains when an edit removes it from the text', async () => {
    const { carol, dave } = await createWorld()
    const message_id = await send(carol, '@**all** hello')
    await carol.api.updateMessage({ message_id, content: 'hello' })
    expect(await flagsOf(dave, message_id)).toEqual(['stream_wildcard_mentioned', 'wildcard_mentioned'])
    const other = await send(carol, 'hello')
    await carol.api.updateMessage({ message_id: other, content: '@**all**' })
    expect(await flagsOf(dave, other)).toEqual(['stream_wildcard_mentioned', 'wildcard_mentioned'])
  })

  it('needs permission with more than 15 subscribers, also in edits, unless it is silent or in code', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const channelId = await general(world)
    await crowd(world, channelId, 9)
    // Six of the cast and nine others are 15.
    await send(carol, '@**all** exactly fifteen')
    await crowdOne(world, channelId)
    await expect(send(carol, '@**all**')).rejects.toMatchObject(withReason('channel-wildcard-mention-denied'))
    await send(carol, '@_**all** and `@**all**` and\n> @**all**')
    await send(alice, '@**all** as an administrator')
    const message_id = await send(carol, 'hello')
    await expect(carol.api.updateMessage({ message_id, content: '@**all**' })).rejects.toMatchObject(
      withReason('channel-wildcard-mention-denied'),
    )
  })
})

/** Adds one subscriber. */
async function crowdOne(world: World, channelId: number): Promise<void> {
  const { user_id } = await world.alice.api.createUser({
    email: 'sixteenth@example.com',
    password: 'correct horse battery staple',
    full_name: 'Sixteenth',
  })
  const status = await world.alice.api.getSubscriptionStatus({ user_id, stream_id: channelId })
  if (!status.is_subscribed) {
    await world.alice.api.subscribe({ subscriptions: [{ name: 'general' }], principals: [user_id] })
  }
}

describe('A topic wildcard', () => {
  it('flags the message for the participants of the topic, including the sender', async () => {
    const { alice, carol, dave } = await createWorld()
    await send(dave, 'I was here')
    await send(alice, 'elsewhere', { topic: 'pears' })
    const id = await send(carol, '@**topic** hello')
    const flags = ['topic_wildcard_mentioned', 'wildcard_mentioned']
    expect(await flagsOf(dave, id)).toEqual(flags)
    expect(await flagsOf(carol, id)).toEqual(['read', ...flags])
    expect(await flagsOf(alice, id)).toEqual([])
  })

  it('needs permission with more than 15 participants', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    await crowd(world, await general(world), 15)
    await send(carol, 'one')
    const { rows } = await sql<{ id: number }>`select id from account where full_name like 'Extra %'`.execute(
      world.app.database.db,
    )
    for (const { id } of rows.slice(0, 14)) await send(world.person(id), 'here')
    await send(carol, '@**topic** exactly fifteen')
    await send(world.person(rows[14]!.id), 'here')
    await expect(send(carol, '@**topic**')).rejects.toMatchObject(withReason('topic-wildcard-mention-denied'))
    await send(alice, '@**topic**')
  })
})

describe('An alert word', () => {
  it('flags a message for users who have it, including the sender, in channels and direct messages', async () => {
    const { alice, carol, dave } = await createWorld()
    await dave.api.addAlertWords({ alert_words: ['mirabelle'] })
    await carol.api.addAlertWords({ alert_words: ['Mirabelle'] })
    await send(carol, 'begin')
    let id = 0
    const received = await eventsPerUser({ alice, carol, dave }, async () => {
      id = await send(carol, 'ripe MIRABELLE!')
    })
    expect(messageFlags(received.dave)).toEqual([['has_alert_word']])
    expect(messageFlags(received.carol)).toEqual([['read', 'has_alert_word']])
    expect(messageFlags(received.alice)).toEqual([[]])
    expect(await flagsOf(dave, id)).toEqual(['has_alert_word'])
    expect((await dave.api.register()).unread_msgs?.mentions).toEqual([])
    const direct = await carol.api.sendMessage({ type: 'direct', to: [dave.id], content: 'mirabelle' })
    expect(await flagsOf(dave, direct.id)).toEqual(['has_alert_word'])
    await dave.api.removeAlertWords({ alert_words: ['mirabelle'] })
    expect(await flagsOf(dave, await send(carol, 'mirabelle'))).toEqual([])
  })
})

describe('A user who muted the sender', () => {
  it('receives the message as read', async () => {
    const { carol, dave } = await createWorld()
    await send(carol, 'begin')
    await dave.api.muteUser({ muted_user_id: carol.id })
    let id = 0
    const received = await eventsPerUser({ dave }, async () => {
      id = await send(carol, 'hello @**Dave Member**')
      await carol.api.sendMessage({ type: 'direct', to: [dave.id], content: 'hello' })
    })
    expect(messageFlags(received.dave)).toEqual([['read', 'mentioned'], ['read']])
    expect(await flagsOf(dave, id)).toEqual(['read', 'mentioned'])
    await dave.api.unmuteUser({ muted_user_id: carol.id })
    expect((await dave.api.register()).unread_msgs?.mentions).toEqual([])
    expect(await flagsOf(dave, await send(carol, 'heard again'))).toEqual([])
  })
})

import { createApi } from '@loquat/client'
import {
  createWorld,
  eventTypesOf,
  expectEventsToReproduceState,
  type Person,
  sendChannelMessage,
  sendDirectMessage,
  type World,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

const read = (person: Person, ...messages: number[]) =>
  person.api.updateMessageFlags({ op: 'add', flag: 'read', messages })
const unreadOf = async (person: Person) =>
  (await person.api.register({ fetch_event_types: ['message', 'update_message_flags'] })).unread_msgs

/** The stored read ranges of a user, as one text per conversation. */
async function rangesOf({ app }: World, person: Person): Promise<string[]> {
  const rows = await app.database.db
    .selectFrom('read_state')
    .select('read')
    .where('user_id', '=', person.id)
    .execute()
  return rows.map((row) => row.read)
}

async function flagRows({ app }: World, person: Person): Promise<number> {
  const rows = await app.database.db
    .selectFrom('message_flag')
    .select('message_id')
    .where('user_id', '=', person.id)
    .execute()
  return rows.length
}

/** Inserts many messages from Alice directly into the database. */
async function insertMessages({ app, alice }: World, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into message (id, realm_id, recipient_id, sender_id, is_channel, topic, content, rendered_content, client,
      sent_at)
    select nextval('message_id'), c.realm_id, r.id, ${alice.id}, true, 'pile', 'x', '<p>x</p>', 'test', now()
    from generate_series(1, ${count}) as n, channel c join recipient r on r.channel_id = c.id
    where c.name = 'general'
    returning id`.execute(app.database.db)
  return rows.map((row) => row.id).sort((a, b) => a - b)
}

describe('Unread messages', () => {
  it('are grouped by conversation', async () => {
    const { alice, bob, carol, dave, mona } = await createWorld()
    await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }], principals: [alice.id, carol.id] })
    const { stream_id: general } = await carol.api.getChannelId({ stream: 'general' })
    const { stream_id: plaza } = await carol.api.getChannelId({ stream: 'plaza' })
    const ids = [
      await sendChannelMessage(alice, 'plaza', 'b'),
      await sendChannelMessage(alice, 'general', 'Fruit'),
      await sendDirectMessage(mona, carol, dave),
      await sendDirectMessage(dave, carol),
      await sendChannelMessage(dave, 'general', 'FRUIT'),
      await sendChannelMessage(dave, 'general', ''),
      await sendDirectMessage(bob, carol),
      await sendChannelMessage(alice, 'plaza', 'A'),
      await sendDirectMessage(mona, carol),
      await sendDirectMessage(dave, carol, mona),
      await sendDirectMessage(alice, carol, bob),
      await sendDirectMessage(dave, carol),
    ] as const
    await sendChannelMessage(carol, 'general', 'Fruit')
    await sendDirectMessage(carol, dave)
    const pm = (other: Person, ...unread_message_ids: number[]) => ({
      other_user_id: other.id,
      sender_id: other.id,
      unread_message_ids,
    })
    const names = (...people: Person[]) =>
      people
        .map((one) => one.id)
        .sort((a, b) => a - b)
        .join(',')
    const expected = {
      count: ids.length,
      pms: [pm(bob, ids[6]), pm(mona, ids[8]), pm(dave, ids[3], ids[11])].sort(
        (a, b) => a.other_user_id - b.other_user_id,
      ),
      streams: [
        { stream_id: general, topic: 'general chat', unread_message_ids: [ids[5]] },
        { stream_id: general, topic: 'Fruit', unread_message_ids: [ids[1], ids[4]] },
        { stream_id: plaza, topic: 'A', unread_message_ids: [ids[7]] },
        { stream_id: plaza, topic: 'b', unread_message_ids: [ids[0]] },
      ],
      huddles: [
        { user_ids_string: names(alice, bob, carol), unread_message_ids: [ids[10]] },
        { user_ids_string: names(mona, carol, dave), unread_message_ids: [ids[2], ids[9]] },
      ].sort((a, b) => (a.user_ids_string < b.user_ids_string ? -1 : 1)),
      mentions: [],
      old_unreads_missing: false,
    }
    expect(await unreadOf(carol)).toEqual(expected)
    const modern = await carol.api.register({ client_capabilities: { empty_topic_name: true } })
    expect(modern.unread_msgs?.streams[0]).toEqual({ ...expected.streams[0], topic: '' })
    await read(carol, ...ids)
    const none = { count: 0, pms: [], streams: [], huddles: [] }
    expect(await unreadOf(carol)).toEqual({ ...none, mentions: [], old_unreads_missing: false })
  })

  it("from one's own script are listed under the recipient", async () => {
    const { carol, dave, url } = await createWorld()
    const credentials = { email: carol.email, apiKey: carol.apiKey }
    const script = { ...carol, api: createApi({ url, credentials, clientName: 'Script' }) }
    const toDave = await sendDirectMessage(script, dave)
    const toSelf = await sendDirectMessage(script, carol)
    const inChannel = await sendChannelMessage(script)
    const unread = await unreadOf(carol)
    const entry = (other: Person, id: number) => ({
      other_user_id: other.id,
      sender_id: other.id,
      unread_message_ids: [id],
    })
    expect(unread?.pms).toEqual(
      [entry(dave, toDave), entry(carol, toSelf)].sort((a, b) => a.other_user_id - b.other_user_id),
    )
    expect(unread?.streams).toMatchObject([{ unread_message_ids: [inChannel] }])
    expect(unread?.count).toBe(3)
  })

  it('are included only if both messages and flags are requested', async () => {
    const { carol } = await createWorld()
    for (const [types, isIncluded] of [
      [['message', 'update_message_flags'], true],
      [['message'], false],
      [['update_message_flags'], false],
    ] as const) {
      const state = await carol.api.register({ fetch_event_types: [...types] })
      expect('unread_msgs' in state, types.join()).toBe(isIncluded)
      expect('max_message_id' in state).toBe((types as readonly string[]).includes('message'))
    }
  })

  it('do not come back after unsubscribing and resubscribing', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const ids = [await sendChannelMessage(alice), await sendChannelMessage(alice)]
    await read(carol, ids[0]!)
    const events = await expectEventsToReproduceState(carol, () =>
      carol.api.unsubscribe({ subscriptions: ['general'] }),
    )
    expect(eventTypesOf(events)).toEqual(['subscription:remove', 'update_message_flags:add'])
    expect(events[1]).toMatchObject({ flag: 'read', messages: [ids[1]] })
    expect((await unreadOf(carol))?.count).toBe(0)
    await sendChannelMessage(alice)
    await carol.api.subscribe({ subscriptions: [{ name: 'general' }] })
    expect((await unreadOf(carol))?.count).toBe(0)
    const fresh = await sendChannelMessage(alice)
    expect(await unreadOf(carol)).toMatchObject({ count: 1, streams: [{ unread_message_ids: [fresh] }] })
  })

  it('that were marked unread are read after unsubscribing, too', async () => {
    const { carol } = await createWorld()
    const id = await sendChannelMessage(carol)
    await carol.api.updateMessageFlags({ op: 'remove', flag: 'read', messages: [id] })
    await expectEventsToReproduceState(carol, () => carol.api.unsubscribe({ subscriptions: ['general'] }))
    await carol.api.subscribe({ subscriptions: [{ name: 'general' }] })
    expect((await unreadOf(carol))?.count).toBe(0)
  })

  it('beyond 50000 are left out, the oldest first; exactly 50000 can already be incomplete', async () => {
    const world = await createWorld()
    const ids = await insertMessages(world, 49_999)
    expect(await unreadOf(world.carol)).toMatchObject({ count: 49_999, old_unreads_missing: false })
    ids.push(...(await insertMessages(world, 1)))
    expect(await unreadOf(world.carol)).toMatchObject({ count: 50_000, old_unreads_missing: true })
    ids.push(...(await insertMessages(world, 1)))
    const unread = await unreadOf(world.carol)
    expect(unread).toMatchObject({ count: 50_000, old_unreads_missing: true })
    expect(unread?.streams).toHaveLength(1)
    expect(unread?.streams[0]?.unread_message_ids[0]).toBe(ids[1])
    expect(unread?.streams[0]?.unread_message_ids.at(-1)).toBe(ids.at(-1))
  })
})

describe('The stored read state', () => {
  it('is one range for reading in order, regardless of other channels and own messages', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    for (let n = 0; n < 5; n++) {
      const id = await sendChannelMessage(alice)
      await sendDirectMessage(alice, dave)
      await sendChannelMessage(carol)
      await read(carol, id)
    }
    const ranges = await rangesOf(world, carol)
    expect(ranges).toHaveLength(1)
    expect(ranges[0]).toMatch(/^\{\[\d+,\d+\)\}$/)
    expect(await flagRows(world, carol)).toBe(0)
  })

  it('is one row for thousands of messages', async () => {
    const world = await createWorld()
    const { carol } = world
    const ids = await insertMessages(world, 3_000)
    await read(carol, ...ids)
    expect(await rangesOf(world, carol)).toEqual([`{[0,${ids.at(-1)! + 1})}`])
    expect(await flagRows(world, carol)).toBe(0)
    expect((await unreadOf(carol))?.count).toBe(0)
  })

  it('has a gap for a message that was marked unread, and closes it again', async () => {
    const world = await createWorld()
    const { carol } = world
    const ids = await insertMessages(world, 9)
    const whole = [`{[0,${ids[8]! + 1})}`]
    await read(carol, ...ids)
    const messages = [ids[4]!]
    await carol.api.updateMessageFlags({ op: 'remove', flag: 'read', messages })
    expect(await rangesOf(world, carol)).toEqual([`{[0,${ids[4]}),[${ids[4]! + 1},${ids[8]! + 1})}`])
    expect(await unreadOf(carol)).toMatchObject({ count: 1, streams: [{ unread_message_ids: messages }] })
    await read(carol, ...messages)
    expect(await rangesOf(world, carol)).toEqual(whole)
    expect(await flagRows(world, carol)).toBe(0)
  })

  it('does not count skipped messages as read', async () => {
    const world = await createWorld()
    const { carol } = world
    const ids = await insertMessages(world, 6)
    await read(carol, ids[1]!, ids[4]!)
    const unread = await unreadOf(carol)
    expect(unread?.streams[0]?.unread_message_ids).toEqual([ids[0], ids[2], ids[3], ids[5]])
  })
})

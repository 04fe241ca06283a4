import type { Reason } from '@loquat/contract'
import {
  bodyWithReason,
  createWorld,
  eventsDuring,
  expectEventsToReproduceState,
  type Person,
  sendChannelMessage,
  sendDirectMessage,
  type World,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { idOf } from '../../places/channels/testing/fixtures.ts'

async function unreadOf({ api }: Person): Promise<number[]> {
  const narrow = [{ operator: 'is', operand: 'unread' }]
  const { messages } = await api.getMessages({ anchor: 'oldest', num_before: 0, num_after: 5_000, narrow })
  return messages.map((message) => message.id)
}

/** Inserts many messages from Alice in two channels directly into the database. */
async function insertMessages({ app, alice, carol }: World, count: number): Promise<number[]> {
  await sendDirectMessage(alice, carol)
  const { rows } = await sql<{ id: number }>`
    insert into message (id, realm_id, recipient_id, sender_id, is_channel, topic, content, rendered_content, client,
      sent_at)
    select nextval('message_id'), r.realm_id, r.id, ${alice.id}, r.channel_id is not null, 'pile', 'x', '<p>x</p>',
      'test', now()
    from generate_series(1, ${count / 2}) as n, recipient r left join channel c on r.channel_id = c.id
    where c.name = 'general' or (cardinality(r.user_ids) = 2 and ${carol.id} = any(r.user_ids))
    returning id`.execute(app.database.db)
  return rows.map((row) => row.id).sort((a, b) => a - b)
}

/** Number of rows that a change wrote, in any table. */
async function rowsWritten({ app }: World, change: () => Promise<unknown>): Promise<number> {
  const { db } = app.database
  const { rows } = await sql<{ now: string }>`select pg_current_xact_id()::text as now`.execute(db)
  await change()
  const tables = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_stat_user_tables where schemaname = 'public'`.execute(db)
  let written = 0
  for (const { name } of tables.rows) {
    const counted = await sql<{ count: number }>`
      select count(*) from ${sql.raw(name)} where xmin::text::bigint > ${rows[0]?.now}::bigint`.execute(db)
    written += counted.rows[0]?.count ?? 0
  }
  return written
}

describe('Marking 50000 messages read', () => {
  it.each([
    ['all of them', (carol: Person) => carol.api.markAllAsRead()],
    [
      'by name',
      (carol: Person, ids: number[]) =>
        carol.api.updateMessageFlags({ op: 'add', flag: 'read', messages: ids }),
    ],
    [
      'the 5000 that a narrow allows at once',
      (carol: Person) =>
        carol.api.updateMessageFlagsForNarrow({
          anchor: 'oldest',
          num_before: 0,
          num_after: 100_000,
          narrow: [['is', 'unread']],
          op: 'add',
          flag: 'read',
        }),
    ],
  ])('takes one request that writes a few rows: %s', async (_, change) => {
    const world = await createWorld()
    const ids = await insertMessages(world, 50_000)
    // The event, the tail of the log, and the read ranges of two channels.
    expect(await rowsWritten(world, () => change(world.carol, ids))).toBeLessThanOrEqual(4)
  })
})

describe('POST /mark_all_as_read', () => {
  it('marks everything read, in one event', async () => {
    const { alice, carol, dave } = await createWorld()
    const own = await sendChannelMessage(carol)
    await carol.api.updateMessageFlags({ op: 'remove', flag: 'read', messages: [own] })
    await sendChannelMessage(alice)
    await sendDirectMessage(alice, carol)
    await sendDirectMessage(dave, carol, alice)
    const events = await expectEventsToReproduceState(carol, async () => {
      expect(await carol.api.markAllAsRead()).toEqual({ complete: true })
    })
    expect(events).toMatchObject([{ op: 'add', flag: 'read', messages: [], all: true }])
    expect(await unreadOf(carol)).toEqual([])
    const fresh = await sendChannelMessage(alice)
    expect(await unreadOf(carol)).toEqual([fresh])
    expect(await unreadOf(dave)).toHaveLength(3)
  })
})

describe('POST /mark_stream_as_read', () => {
  it('marks a channel read and nothing else', async () => {
    const { alice, carol } = await createWorld()
    await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }], principals: [alice.id, carol.id] })
    const messages = [await sendChannelMessage(alice), await sendChannelMessage(alice, 'general', 'y')]
    const others = [await sendChannelMessage(alice, 'plaza'), await sendDirectMessage(alice, carol)]
    const stream_id = await idOf(carol, 'general')
    const events = await expectEventsToReproduceState(carol, () => carol.api.markChannelAsRead({ stream_id }))
    expect(events).toMatchObject([{ op: 'add', flag: 'read', messages, all: false }])
    expect(await unreadOf(carol)).toEqual(others)
    expect(await eventsDuring(carol, () => carol.api.markChannelAsRead({ stream_id }))).toEqual([])
  })

  it('is refused for a channel that does not exist or is not visible', async () => {
    const { bob, carol } = await createWorld()
    await bob.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true })
    for (const stream_id of [await idOf(bob, 'den'), 404_404]) {
      await expect(carol.api.markChannelAsRead({ stream_id })).rejects.toMatchObject(
        withReason('readable-channel-not-found'),
      )
      await expect(carol.api.markTopicAsRead({ stream_id, topic_name: 'x' })).rejects.toMatchObject(
        withReason('readable-channel-not-found'),
      )
    }
  })
})

describe('POST /mark_topic_as_read', () => {
  it('marks a topic read, regardless of case, and nothing else', async () => {
    const { alice, carol } = await createWorld()
    const messages = [
      await sendChannelMessage(alice, 'general', 'Plums'),
      await sendChannelMessage(alice, 'general', 'plums'),
    ]
    const other = await sendChannelMessage(alice, 'general', 'figs')
    const stream_id = await idOf(carol, 'general')
    const mark = () => carol.api.markTopicAsRead({ stream_id, topic_name: 'PLUMS' })
    const events = await expectEventsToReproduceState(carol, mark)
    expect(events).toMatchObject([{ messages, all: false }])
    expect(await unreadOf(carol)).toEqual([other])
    expect(await eventsDuring(carol, mark)).toEqual([])
  })

  it('takes the empty name and its display value for the empty topic, not for the channel', async () => {
    const { alice, carol } = await createWorld()
    const stream_id = await idOf(carol, 'general')
    const other = await sendChannelMessage(alice)
    for (const topic_name of ['', 'general chat']) {
      await sendChannelMessage(alice, 'general', '')
      await carol.api.markTopicAsRead({ stream_id, topic_name })
      expect(await unreadOf(carol)).toEqual([other])
    }
  })

  it('is refused for a topic without messages of the caller', async () => {
    const { alice, carol } = await createWorld()
    await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    await sendChannelMessage(alice, 'plaza')
    const stream_id = await idOf(carol, 'plaza')
    const mark = (topic_name: string) => carol.api.markTopicAsRead({ stream_id, topic_name })
    await expect(mark('plums')).rejects.toMatchObject(withReason('readable-topic-empty'))
    await carol.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    await expect(mark('plums')).rejects.toMatchObject(withReason('readable-topic-empty'))
    await sendChannelMessage(alice, 'plaza')
    await mark('plums')
    expect(await unreadOf(carol)).toEqual([])
  })
})

describe('POST /messages/flags/narrow', () => {
  const plums = [{ operator: 'topic', operand: 'plums' }]

  it('changes the flag of the messages in a range, and returns the processed range', async () => {
    const { alice, carol } = await createWorld()
    const ids: number[] = []
    for (const topic of ['plums', 'figs', 'plums', 'plums', 'figs'])
      ids.push(await sendChannelMessage(alice, 'general', topic))
    const change = (query: object) =>
      carol.api.updateMessageFlagsForNarrow({
        anchor: 'newest',
        num_before: 2,
        num_after: 0,
        narrow: plums,
        op: 'add',
        flag: 'read',
        ...query,
      })
    const events = await expectEventsToReproduceState(carol, async () => {
      expect(await change({})).toEqual({
        processed_count: 2,
        updated_count: 2,
        first_processed_id: ids[2],
        last_processed_id: ids[3],
        found_oldest: false,
        found_newest: true,
        ignored_because_not_subscribed_channels: [],
      })
    })
    expect(events).toMatchObject([{ messages: [ids[2], ids[3]], all: false }])
    expect(await change({ num_before: 10 })).toMatchObject({
      processed_count: 3,
      updated_count: 1,
      first_processed_id: ids[0],
      found_oldest: true,
    })
    expect(await unreadOf(carol)).toEqual([ids[1], ids[4]])
    expect(await change({ anchor: 'first_unread', narrow: [], num_before: 0, num_after: 1 })).toMatchObject({
      processed_count: 2,
      updated_count: 1,
      first_processed_id: ids[1],
    })
    expect(
      await change({
        anchor: String(ids[2]),
        num_before: 0,
        num_after: 5,
        include_anchor: false,
        flag: 'starred',
      }),
    ).toMatchObject({ processed_count: 1, updated_count: 1, first_processed_id: ids[3] })
    expect(await change({ narrow: [['topic', 'nothing']] })).toMatchObject({
      processed_count: 0,
      updated_count: 0,
      first_processed_id: null,
      last_processed_id: null,
      found_oldest: true,
      found_newest: true,
    })
  })

  it('skips channels without a subscription when marking unread, and lists them', async () => {
    const { alice, carol } = await createWorld()
    await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    await sendChannelMessage(alice, 'plaza')
    const narrow: [string, string][] = [['channel', 'plaza']]
    const range = { anchor: 'newest', num_before: 5, num_after: 0, narrow }
    expect(
      await carol.api.updateMessageFlagsForNarrow({ ...range, op: 'remove', flag: 'read' }),
    ).toMatchObject({
      processed_count: 1,
      updated_count: 0,
      ignored_because_not_subscribed_channels: [await idOf(carol, 'plaza')],
    })
  })

  it('changes at most 5000 messages, the older half first, without an error', async () => {
    const world = await createWorld()
    const ids = await insertMessages(world, 8_000)
    const count = async (anchor: number | undefined, num_before: number, num_after: number) => {
      const range = { anchor: String(anchor), num_before, num_after, narrow: [] }
      const reply = await world.carol.api.updateMessageFlagsForNarrow({ ...range, op: 'add', flag: 'read' })
      const first = ids.indexOf(reply.first_processed_id ?? 0)
      const last = ids.indexOf(reply.last_processed_id ?? 0)
      return [first, last]
    }
    expect(await count(ids[4_000], 9_000, 9_000)).toEqual([1_500, 6_500])
    expect(await count(ids[4_000], 9_000, 1_000)).toEqual([0, 5_000])
    expect(await count(ids[4_000], 100, 9_000)).toEqual([3_900, 7_999])
  })

  it('needs every parameter, well formed', async () => {
    const { raw, carol } = await createWorld()
    const good = { anchor: 'newest', num_before: '1', num_after: '0', narrow: '[]', op: 'add', flag: 'read' }
    const send = async (params: Record<string, string>) => {
      const body = new URLSearchParams(params)
      const response = await raw('/api/v1/messages/flags/narrow', { as: carol, method: 'POST', body })
      return (await response.json()) as object
    }
    expect(await send(good)).toMatchObject({ result: 'success' })
    for (const name of Object.keys(good)) {
      const { [name as keyof typeof good]: _, ...rest } = good
      expect(await send(rest), name).toMatchObject({ ...bodyWithReason('parameter-missing'), var_name: name })
    }
    const wrong: [change: Record<string, string>, reason: Reason][] = [
      [{ anchor: 'x' }, 'parameter-invalid'],
      [{ num_before: '-1' }, 'parameter-invalid'],
      [{ op: 'toggle' }, 'parameter-invalid'],
      [{ flag: 'mentioned' }, 'message-flag-read-only'],
      [{ flag: 'tasty' }, 'message-flag-not-found'],
      [{ include_anchor: 'false', num_after: '1' }, 'message-flag-anchor-required'],
    ]
    for (const [change, reason] of wrong) {
      const reply = await send({ ...good, ...change })
      expect(reply, JSON.stringify(change)).toMatchObject(bodyWithReason(reason))
    }
    expect(await send({ ...good, narrow: '[["is","tasty"]]' })).toMatchObject(
      bodyWithReason('narrow-is-operand-unknown'),
    )
  })
})

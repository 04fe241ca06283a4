import {
  contentsOf,
  createWorld,
  eventTypesOf,
  eventually,
  openQueue,
  parkedPolls,
  pendingEvents,
  sendDirectMessage,
  sendToGeneral,
  waitForParkedPolls,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { deleteIdleQueues } from './queue-store.ts'

describe('GET /events', () => {
  it('waits for the first event and returns it at once', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const queue = await openQueue(carol)
    const poll = carol.api.getEvents(queue)
    await waitForParkedPolls(world, 1)
    await sendToGeneral(alice, 'hello')
    const { events, queue_id } = await poll
    expect(contentsOf(events)).toEqual(['hello'])
    expect(queue_id).toBe(queue.queue_id)
  })

  it('returns pending events at once, and none if it must not wait', async () => {
    const { alice, carol } = await createWorld()
    const queue = await openQueue(carol)
    expect((await carol.api.getEvents({ ...queue, dont_block: true })).events).toEqual([])
    await sendToGeneral(alice, 'one')
    await sendToGeneral(alice, 'two')
    expect(contentsOf((await carol.api.getEvents(queue)).events)).toEqual(['one', 'two'])
  })

  it('repeats events until they are acknowledged, partially or completely', async () => {
    const { alice, carol } = await createWorld()
    const { queue_id, last_event_id } = await openQueue(carol)
    for (const word of ['one', 'two', 'three']) await sendToGeneral(alice, word)
    const first = await carol.api.getEvents({ queue_id, last_event_id })
    const again = await carol.api.getEvents({ queue_id, last_event_id })
    expect(again.events).toEqual(first.events)
    const middle = first.events[1]?.id ?? 0
    const rest = await carol.api.getEvents({ queue_id, last_event_id: middle })
    expect(contentsOf(rest.events)).toEqual(['three'])
    // More lenient than necessary: events that are still in the log can be read again.
    const back = await carol.api.getEvents({ queue_id, last_event_id })
    expect(back.events).toEqual(first.events)
  })

  it('accepts -1 as the position at which the queue was registered', async () => {
    const { alice, carol } = await createWorld()
    await sendToGeneral(alice, 'before')
    const { queue_id } = await openQueue(carol)
    await sendToGeneral(alice, 'after')
    const { events } = await carol.api.getEvents({ queue_id, last_event_id: -1 })
    expect(contentsOf(events)).toEqual(['after'])
  })

  it('refuses a position that was never issued', async () => {
    const { carol } = await createWorld()
    const { queue_id, last_event_id } = await openQueue(carol)
    const poll = carol.api.getEvents({ queue_id, last_event_id: last_event_id + 1_000 })
    await expect(poll).rejects.toMatchObject({
      ...withReason('event-queue-not-found'),
      body: { queue_id },
    })
  })

  it("gives the same error for another user's queue and an unknown one", async () => {
    const { carol, dave } = await createWorld()
    const { queue_id, last_event_id } = await openQueue(carol)
    for (const id of [queue_id, 'nonsense']) {
      const poll = dave.api.getEvents({ queue_id: id, last_event_id })
      await expect(poll).rejects.toMatchObject({
        ...withReason('event-queue-not-found'),
        body: { queue_id: id },
      })
      const deletion = dave.api.deleteQueue({ queue_id: id })
      await expect(deletion).rejects.toMatchObject(withReason('event-queue-not-found'))
    }
  })

  it('requires a queue and a position', async () => {
    const { carol } = await createWorld()
    const { queue_id } = await openQueue(carol)
    await expect(carol.api.getEvents({ last_event_id: 1 })).rejects.toMatchObject(
      withReason('event-queue-id-missing'),
    )
    await expect(carol.api.getEvents({ queue_id })).rejects.toMatchObject(withReason('last-event-id-missing'))
  })

  it('lets the newer of two polls win; the older is answered with an empty list', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const queue = await openQueue(carol)
    const older = carol.api.getEvents(queue)
    await waitForParkedPolls(world, 1)
    const newer = carol.api.getEvents(queue)
    expect((await older).events).toEqual([])
    await sendToGeneral(alice, 'for the newer')
    expect(contentsOf((await newer).events)).toEqual(['for the newer'])
  })

  it('drops a poll whose client disconnects and keeps its events', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const queue = await openQueue(carol)
    const leaving = new AbortController()
    const poll = carol.api.getEvents(queue, { signal: leaving.signal })
    await waitForParkedPolls(world, 1)
    leaving.abort()
    await expect(poll).rejects.toThrow()
    await waitForParkedPolls(world, 0)
    await sendToGeneral(alice, 'still here')
    expect(contentsOf((await carol.api.getEvents(queue)).events)).toEqual(['still here'])
  })

  it('sends a heartbeat within a minute, with the current position', async () => {
    const world = await createWorld()
    const { alice, carol, dave, clock } = world
    const earlier = dave.api.getEvents(await openQueue(dave, { narrow: [['topic', 'something else']] }))
    await waitForParkedPolls(world, 1)
    clock.advance(20)
    const queue = await openQueue(carol, { narrow: [['topic', 'something else']] })
    const poll = carol.api.getEvents(queue)
    await waitForParkedPolls(world, 2)
    await sendToGeneral(alice, 'not for this queue')
    clock.advance(40)
    // All heartbeats are sent together: this one is due, the other is not.
    expect((await earlier).events).toMatchObject([{ type: 'heartbeat' }])
    expect(await parkedPolls(world)).toBe(1)
    clock.advance(15)
    const { events } = await poll
    expect(events).toEqual([{ type: 'heartbeat', id: expect.any(Number) }])
    expect(events[0]?.id).toBeGreaterThan(queue.last_event_id)
  })
})

describe('A queue', () => {
  it('is deleted after ten minutes without a fetch', async () => {
    const { carol, app } = await createWorld()
    const queue = await openQueue(carol)
    const { db } = app.database
    await sql`update event_queue set last_active_at = now() - interval '9 minutes'`.execute(db)
    expect(await deleteIdleQueues(db)).toEqual([])
    await sql`update event_queue set last_active_at = now() - interval '11 minutes'`.execute(db)
    expect(await deleteIdleQueues(db)).toMatchObject([{ id: queue.queue_id }])
    for (const realm of app.realms.all()) realm.queues.forget(queue.queue_id)
    await expect(carol.api.getEvents(queue)).rejects.toMatchObject(withReason('event-queue-not-found'))
  })

  it('is not found by the next fetch even before the cleanup', async () => {
    const { carol, app, clock } = await createWorld()
    const queue = await openQueue(carol)
    await sql`update event_queue set last_active_at = now() - interval '11 minutes'`.execute(app.database.db)
    clock.advance(660)
    await expect(carol.api.getEvents(queue)).rejects.toMatchObject(withReason('event-queue-not-found'))
  })

  it('lives as long as its client requested', async () => {
    const { carol, app } = await createWorld()
    const queue = await openQueue(carol, { idle_queue_timeout: 3_600 })
    const { db } = app.database
    await sql`update event_queue set last_active_at = now() - interval '50 minutes'`.execute(db)
    expect(await deleteIdleQueues(db)).toEqual([])
    expect((await carol.api.getEvents({ ...queue, dont_block: true })).events).toEqual([])
    const tooLong = openQueue(carol, { idle_queue_timeout: 604_801 })
    await expect(tooLong).rejects.toMatchObject(withReason('parameter-invalid'))
  })

  it('is kept alive by fetches, also without waiting', async () => {
    const { carol, app, clock } = await createWorld()
    const queue = await openQueue(carol)
    const { db } = app.database
    await sql`update event_queue set last_active_at = now() - interval '9 minutes'`.execute(db)
    clock.advance(60)
    await carol.api.getEvents({ ...queue, dont_block: true })
    await eventually(async () => {
      const row = await sql<{ age: number }>`
        select extract(epoch from now() - last_active_at)::float as age from event_queue`.execute(db)
      expect(row.rows[0]?.age).toBeLessThan(60)
    })
  })

  it('can be deleted once, and its waiting poll is answered first', async () => {
    const world = await createWorld()
    const { carol } = world
    const queue = await openQueue(carol)
    const poll = carol.api.getEvents(queue)
    await waitForParkedPolls(world, 1)
    await carol.api.deleteQueue({ queue_id: queue.queue_id })
    expect((await poll).events).toEqual([])
    const again = carol.api.deleteQueue({ queue_id: queue.queue_id })
    await expect(again).rejects.toMatchObject(withReason('event-queue-not-found'))
  })

  it('gets only the requested types; an empty list means none, unknown names are ignored', async () => {
    const { alice, carol } = await createWorld()
    const some = await openQueue(carol, { event_types: ['stream', 'no_such_type'] })
    const none = await openQueue(carol, { event_types: [] })
    await sendToGeneral(alice, 'not wanted')
    await alice.api.subscribe({ subscriptions: [{ name: 'wanted' }] })
    expect(eventTypesOf(await pendingEvents(carol.api, some.queue_id, some.last_event_id))).toEqual([
      'stream:create',
    ])
    expect(await pendingEvents(carol.api, none.queue_id, none.last_event_id)).toEqual([])
  })

  it.each([
    ['channel', 'GENERAL', ['hi', 'resolved']],
    ['stream', 'general', ['hi', 'resolved']],
    ['stream', 'elsewhere', []],
    ['topic', 'PLUMS', ['hi']],
    ['sender', 'ALICE@example.com', ['hi', 'resolved', 'direct']],
    ['sender', 'bob@example.com', []],
    ['is', 'dm', ['direct']],
    ['is', 'private', ['direct']],
    ['is', 'unread', ['hi', 'resolved', 'direct']],
    ['is', 'starred', []],
    ['is', 'mentioned', []],
    ['is', 'resolved', ['resolved']],
    ['is', 'whatever', ['hi', 'resolved', 'direct']],
  ])('with the narrow %s:%s gets only matching messages', async (operator, operand, expected) => {
    const { alice, carol } = await createWorld()
    const queue = await openQueue(carol, { narrow: [[operator, operand]] })
    await sendToGeneral(alice, 'hi')
    await sendToGeneral(alice, 'resolved', '✔ done')
    await alice.api.sendMessage({ type: 'direct', to: [carol.id], content: 'direct' })
    const { events } = await carol.api.getEvents({ ...queue, dont_block: true })
    expect(contentsOf(events)).toEqual(expected)
  })

  it('refuses other operators in its narrow', async () => {
    const { carol } = await createWorld()
    for (const term of [
      ['search', 'x'],
      ['is', 'followed'],
      ['has', 'link'],
    ] as [string, string][]) {
      await expect(openQueue(carol, { narrow: [term] })).rejects.toMatchObject(
        withReason('event-queue-narrow-unsupported'),
      )
    }
  })

  it('follows all public channels on request, without flags, and never private ones', async () => {
    const { alice, carol, greta } = await createWorld()
    await alice.api.subscribe({ subscriptions: [{ name: 'open' }] })
    await alice.api.subscribe({ subscriptions: [{ name: 'closed' }], invite_only: true })
    const queue = await openQueue(carol, { all_public_streams: true })
    const plain = await openQueue(carol)
    for (const to of ['open', 'closed', 'general']) {
      await alice.api.sendMessage({ type: 'channel', to, topic: 'x', content: to })
    }
    const events = await pendingEvents(carol.api, queue.queue_id, queue.last_event_id)
    expect(contentsOf(events)).toEqual(['open', 'general'])
    expect(events.map((event) => event.type === 'message' && event.flags)).toEqual([[], []])
    expect(contentsOf(await pendingEvents(carol.api, plain.queue_id, plain.last_event_id))).toEqual([
      'general',
    ])
    await expect(openQueue(greta, { all_public_streams: true })).rejects.toMatchObject(
      withReason('event-queue-all-channels-denied'),
    )
  })

  it('wakes a waiting poll for a message in a public channel without a subscription', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    await alice.api.subscribe({ subscriptions: [{ name: 'open' }] })
    const queue = await openQueue(carol, { all_public_streams: true })
    const poll = carol.api.getEvents(queue)
    await waitForParkedPolls(world, 1)
    await alice.api.sendMessage({ type: 'channel', to: 'open', topic: 'x', content: 'overheard' })
    expect(contentsOf((await poll).events)).toEqual(['overheard'])
  })
})

describe('A message event', () => {
  it('equals the fetched message, for each combination of options', async () => {
    const { alice, carol } = await createWorld()
    for (const apply_markdown of [true, false]) {
      for (const client_external_avatar of [true, false]) {
        const queue = await openQueue(carol, { apply_markdown, client_external_avatar })
        const sent = [
          await sendToGeneral(alice, '*to* a channel', ''),
          (await alice.api.sendMessage({ type: 'direct', to: [carol.id], content: '*to* carol' })).id,
          await sendDirectMessage(carol, alice),
        ]
        const events = await pendingEvents(carol.api, queue.queue_id, queue.last_event_id)
        const { messages } = await carol.api.getMessages({
          message_ids: sent,
          apply_markdown,
          client_external_avatar,
        })
        const fromEvents = events.map((event) =>
          event.type === 'message' ? { ...event.message, flags: event.flags } : undefined,
        )
        expect(fromEvents).toEqual(messages)
      }
    }
  })

  it('shows the empty topic only to clients that support it', async () => {
    const { alice, carol } = await createWorld()
    const old = await openQueue(carol)
    const modern = await openQueue(carol, { client_capabilities: { empty_topic_name: true } })
    await sendToGeneral(alice, 'no topic', '')
    const subjects = async ({ queue_id, last_event_id }: typeof old) =>
      (await pendingEvents(carol.api, queue_id, last_event_id)).map(
        (event) => event.type === 'message' && event.message.subject,
      )
    expect(await subjects(old)).toEqual(['general chat'])
    expect(await subjects(modern)).toEqual([''])
  })
})

import {
  bodyWithReason,
  changeRows,
  eventsDuring,
  eventTypesOf,
  expectEventsToReproduceState,
  type Person,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { deliverDue } from './deliver.ts'
import { deleteOldDeliveries } from './jobs.ts'
import { inAnHour, listScheduled, withGeneral } from './testing/fixtures.ts'

describe('Scheduling a message', () => {
  it('stores it until it is due, with an event only to its owner', async () => {
    const world = await withGeneral()
    const { carol, dave, schedule, general } = world
    const time = inAnHour(world)
    let id = 0
    const others = await eventsDuring(dave, async () => {
      const [event] = await expectEventsToReproduceState(carol, async () => {
        id = await schedule(carol, { content: 'a *plum*  \n', scheduled_delivery_timestamp: time })
      })
      expect(event).toMatchObject({ type: 'scheduled_messages', op: 'add' })
    })
    expect(others).toEqual([])
    expect(await listScheduled(carol)).toEqual([
      {
        scheduled_message_id: id,
        type: 'stream',
        to: general,
        topic: 'plums',
        content: 'a *plum*',
        rendered_content: '<p>a <em>plum</em></p>',
        scheduled_delivery_timestamp: time,
        failed: false,
      },
    ])
    expect(await listScheduled(dave)).toEqual([])
  })

  it('lists recipients without the owner, unless alone, and the earliest first', async () => {
    const world = await withGeneral()
    const { carol, dave, alice, schedule } = world
    const later = inAnHour(world) + 60
    await schedule(carol, { type: 'direct', to: [carol.id], scheduled_delivery_timestamp: later })
    await schedule(carol, { type: 'private', to: [carol.id, dave.id, alice.id] })
    const rows = await listScheduled(carol)
    expect(rows.map(({ type, to }) => [type, to])).toEqual([
      ['private', [alice.id, dave.id].sort((a, b) => a - b)],
      ['private', [carol.id]],
    ])
    expect(rows[0]).not.toHaveProperty('topic')
  })

  it.each([
    ['a list for a channel', { to: [1] }, 'scheduled-message-channel-invalid'],
    ['one user by a bare ID', { type: 'direct', to: 1 }, 'recipient-ids-missing'],
    ['a time in the past', { scheduled_delivery_timestamp: 1 }, 'scheduled-message-time-past'],
    ['an empty text', { content: ' ' }, 'message-content-empty'],
    ['no recipient', { type: 'direct', to: [] }, 'message-recipients-empty'],
    ['an unknown user', { type: 'direct', to: [999] }, 'message-recipient-not-found'],
  ] as const)('rejects %s', async (_, change, reason) => {
    const { carol, schedule } = await withGeneral()
    await expect(schedule(carol, change)).rejects.toMatchObject(withReason(reason))
    expect(await listScheduled(carol)).toEqual([])
  })

  it('rejects past times, email addresses and unknown channels', async () => {
    const world = await withGeneral()
    const { carol, schedule, toChannel } = world
    const now = Math.floor(world.clock.now() / 1_000)
    await expect(schedule(carol, { scheduled_delivery_timestamp: now })).rejects.toMatchObject(
      withReason('scheduled-message-time-past'),
    )
    await expect(schedule(carol, { to: 999 })).rejects.toMatchObject(withReason('channel-id-unknown'))
    const body = new URLSearchParams({
      ...toChannel,
      type: 'direct',
      to: '["dave@example.com"]',
      scheduled_delivery_timestamp: String(inAnHour(world)),
    })
    const reply = await world.raw('/api/v1/scheduled_messages', { method: 'POST', body, as: carol })
    expect(await reply.json()).toMatchObject(bodyWithReason('parameter-invalid'))
  })

  it('converts the display value to the empty topic', async () => {
    const { carol, schedule } = await withGeneral()
    const id = await schedule(carol, { topic: 'general chat' })
    expect((await listScheduled(carol))[0]?.topic).toBe('')
    await carol.api.editScheduledMessage({ scheduled_message_id: id, topic: 'x' })
    await carol.api.editScheduledMessage({ scheduled_message_id: id, topic: 'general chat' })
    expect((await listScheduled(carol))[0]?.topic).toBe('')
  })
})

describe('Changing a scheduled message', () => {
  it('keeps fields that are not given', async () => {
    const world = await withGeneral()
    const { carol, dave, schedule, general } = world
    const scheduled_message_id = await schedule(carol)
    const edit = (change: object) =>
      expectEventsToReproduceState(carol, () =>
        carol.api.editScheduledMessage({ scheduled_message_id, ...change }),
      )
    const [event] = await edit({ content: 'other' })
    expect(event).toMatchObject({ op: 'update', scheduled_message: { content: 'other', topic: 'plums' } })
    await edit({ topic: 'x'.repeat(61) })
    const time = inAnHour(world) + 5
    await edit({ scheduled_delivery_timestamp: time })
    expect((await listScheduled(carol))[0]).toMatchObject({
      type: 'stream',
      to: general,
      topic: `${'x'.repeat(57)}...`,
      content: 'other',
      scheduled_delivery_timestamp: time,
    })
    await edit({ type: 'direct', to: [dave.id] })
    expect((await listScheduled(carol))[0]).toMatchObject({
      type: 'private',
      to: [dave.id],
      content: 'other',
    })
    await edit({ topic: 'ignored' })
    await edit({ type: 'stream', to: general, topic: 'back' })
    expect((await listScheduled(carol))[0]).toMatchObject({ to: general, topic: 'back' })
  })

  it.each([
    ['no change', {}, 'message-change-empty'],
    ['a type without recipients', { type: 'direct' }, 'scheduled-message-recipients-missing'],
    ['a channel without a topic', { type: 'channel', to: 1 }, 'message-topic-missing'],
    ['a time in the past', { scheduled_delivery_timestamp: 5 }, 'scheduled-message-time-past'],
    ['recipients of the other type', { to: [1] }, 'scheduled-message-channel-invalid'],
    ['an empty text', { content: '' }, 'message-content-empty'],
    ['an invalid topic', { topic: 'a\nb' }, 'topic-name-invalid'],
  ] as const)('rejects %s', async (_, change, reason) => {
    const { carol, schedule } = await withGeneral()
    const scheduled_message_id = await schedule(carol)
    const before = await listScheduled(carol)
    const edit = carol.api.editScheduledMessage({ scheduled_message_id, ...(change as object) })
    await expect(edit).rejects.toMatchObject(withReason(reason))
    expect(await listScheduled(carol)).toEqual(before)
  })

  it('is possible only for its owner, as is deleting it', async () => {
    const { carol, dave, schedule } = await withGeneral()
    const scheduled_message_id = await schedule(carol)
    await expect(dave.api.editScheduledMessage({ scheduled_message_id, content: 'x' })).rejects.toMatchObject(
      withReason('scheduled-message-not-found'),
    )
    await expect(dave.api.deleteScheduledMessage({ scheduled_message_id })).rejects.toMatchObject(
      withReason('scheduled-message-not-found'),
    )
    const events = await expectEventsToReproduceState(carol, () =>
      carol.api.deleteScheduledMessage({ scheduled_message_id }),
    )
    expect(events).toMatchObject([{ op: 'remove', scheduled_message_id }])
    await expect(carol.api.deleteScheduledMessage({ scheduled_message_id })).rejects.toMatchObject(
      withReason('scheduled-message-not-found'),
    )
  })
})

describe('A due scheduled message', () => {
  it('is sent like any other, and leaves the list', async () => {
    const { app, clock, carol, dave, schedule } = await withGeneral()
    const id = await schedule(carol, { content: '@**Dave Member** hello' })
    await deliverDue(app)
    expect(await listScheduled(carol)).toHaveLength(1)
    clock.advance(3_601)
    let mine: string[] = []
    const theirs = await expectEventsToReproduceState(dave, async () => {
      mine = eventTypesOf(await expectEventsToReproduceState(carol, () => deliverDue(app)))
    })
    expect(mine).toEqual(['muted_topics', 'user_topic', 'message', 'scheduled_messages:remove'])
    expect(theirs.at(-1)).toMatchObject({
      type: 'message',
      flags: ['mentioned'],
      message: { sender_id: carol.id },
    })
    expect(await listScheduled(carol)).toEqual([])
    await deliverDue(app)
    const { messages } = await dave.api.getMessages({ anchor: 'newest', num_before: 10, num_after: 0 })
    expect(messages.filter((message) => message.content.includes('hello'))).toHaveLength(1)
    expect(messages[0]?.timestamp).toBeGreaterThanOrEqual(Math.floor(clock.now() / 1_000) - 5)
    await expect(carol.api.deleteScheduledMessage({ scheduled_message_id: id })).rejects.toMatchObject(
      withReason('scheduled-message-not-found'),
    )
  })

  it('that was sent can no longer be changed, with an error only to its sender', async () => {
    const { app, clock, carol, dave, schedule } = await withGeneral()
    const scheduled_message_id = await schedule(carol)
    clock.advance(3_601)
    await deliverDue(app)
    const edit = ({ api }: Person) => api.editScheduledMessage({ scheduled_message_id, content: 'too late' })
    await expect(edit(carol)).rejects.toMatchObject(withReason('scheduled-message-sent'))
    await expect(edit(dave)).rejects.toMatchObject(withReason('scheduled-message-not-found'))
    clock.advance(31 * 86_400)
    await deleteOldDeliveries.run(app, {})
    await expect(edit(carol)).rejects.toMatchObject(withReason('scheduled-message-not-found'))
  })

  it('is sent once, regardless of the number of processes', async () => {
    const world = await withGeneral()
    const { app, clock, carol, dave, schedule } = world
    const other = await world.secondNode()
    for (let n = 0; n < 5; n++) await schedule(carol, { content: `number ${n}` })
    clock.advance(3_601)
    await Promise.all([deliverDue(app), deliverDue(other.app), deliverDue(app), deliverDue(other.app)])
    const { messages } = await dave.api.getMessages({ anchor: 'newest', num_before: 20, num_after: 0 })
    expect(messages.map((message) => message.content).sort()).toEqual(
      [0, 1, 2, 3, 4].map((n) => `<p>number ${n}</p>`),
    )
  })

  it('is unread for a script that sends to itself, and read for a full user interface', async () => {
    const { app, clock, carol, schedule } = await withGeneral()
    await schedule(carol)
    await schedule(carol, { type: 'direct', to: [carol.id], content: 'note to self' })
    clock.advance(3_601)
    await deliverDue(app)
    const { messages } = await carol.api.getMessages({ anchor: 'newest', num_before: 10, num_after: 0 })
    expect(messages.map((message) => message.flags)).toEqual([['read'], []])
  })

  it.each([
    ['it may no longer be sent', "You don't have permission to post"],
    ['it is more than ten minutes late', 'in time'],
  ])('fails when %s, and notifies its owner of the reason', async (which, why) => {
    const world = await withGeneral()
    const { app, clock, carol, schedule, general } = world
    const scheduled_message_id = await schedule(carol)
    if (which.startsWith('it may')) {
      await changeRows(
        world,
        { channels: [general] },
        sql`update channel set is_archived = true where id = ${general}`,
      )
    }
    clock.advance(which.startsWith('it is more') ? 3_600 + 601 : 3_601)
    const events = await expectEventsToReproduceState(carol, () => deliverDue(app))
    expect(eventTypesOf(events)).toEqual(['scheduled_messages:update', 'message'])
    expect(events[0]).toMatchObject({ scheduled_message: { failed: true } })
    const { messages } = await carol.api.getMessages({
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      apply_markdown: false,
    })
    expect(messages.at(-1)).toMatchObject({ sender_full_name: 'Notification Bot', type: 'private' })
    expect(messages.at(-1)?.content).toContain(why)
    // It is not retried, and needs a new time for any change.
    await deliverDue(app)
    expect(await listScheduled(carol)).toMatchObject([{ failed: true }])
    const edit = (change: object) => carol.api.editScheduledMessage({ scheduled_message_id, ...change })
    await expect(edit({ topic: 'x' })).rejects.toMatchObject(withReason('scheduled-message-time-missing'))
    await changeRows(
      world,
      { channels: [general] },
      sql`update channel set is_archived = false where id = ${general}`,
    )
    await edit({ scheduled_delivery_timestamp: inAnHour(world) })
    expect(await listScheduled(carol)).toMatchObject([{ failed: false }])
  })

  it('of a deactivated sender fails silently', async () => {
    const world = await withGeneral()
    const { app, clock, carol, alice, schedule } = world
    await schedule(carol)
    await changeRows(
      world,
      { users: [carol.id] },
      sql`update account set is_active = false where id = ${carol.id}`,
    )
    clock.advance(3_601)
    const events = await eventsDuring(alice, () => deliverDue(app))
    expect(events).toEqual([])
    const rows = await app.database.db.selectFrom('scheduled_message').select('failed').execute()
    expect(rows).toEqual([{ failed: true }])
  })
})

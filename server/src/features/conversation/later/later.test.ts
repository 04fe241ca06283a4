import { maxLaterItems } from '@loquat/contract'
import {
  createWorld,
  eventsDuring,
  eventTypesOf,
  expectEventsToReproduceState,
  type Person,
  sendChannelMessage,
  sendDirectMessage,
  type World,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { deactivate } from '../../places/channels/testing/fixtures.ts'
import { deleteOldDone } from './jobs.ts'
import { sendDueReminders } from './remind.ts'

const inMinutes = ({ clock }: World, minutes: number) => Math.floor(clock.now() / 1_000) + minutes * 60
const listed = async ({ api }: Person) => (await api.getLaterItems()).later_items
const newest = async ({ api }: Person) => {
  const range = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false } as const
  return (await api.getMessages(range)).messages[0]
}

describe('Messages saved for later', () => {
  it('are kept once each, with a note, until they are done or deleted', async () => {
    const { carol, dave } = await createWorld()
    const message_id = await sendChannelMessage(dave)
    const events = await eventsDuring(carol, async () => {
      const { later_id } = await carol.api.addLaterItem({ message_id })
      // Saved again, with a note.
      expect(await carol.api.addLaterItem({ message_id, note: ' plums ' })).toMatchObject({ later_id })
      await carol.api.editLaterItem({ later_id, is_done: true })
    })
    expect(eventTypesOf(events)).toEqual(['later_items:add', 'later_items:update', 'later_items:update'])
    const [item] = await listed(carol)
    const expected = { message_id, note: 'plums', remind_timestamp: null, is_reminded: false, is_done: true }
    expect(item).toMatchObject(expected)
    expect(await listed(dave)).toEqual([])
    const later_id = item?.later_id ?? 0
    const missing = withReason('later-item-not-found')
    await expect(dave.api.editLaterItem({ later_id, is_done: true })).rejects.toMatchObject(missing)
    await expect(dave.api.deleteLaterItem({ later_id })).rejects.toMatchObject(missing)
    const removed = await expectEventsToReproduceState(carol, () => carol.api.deleteLaterItem({ later_id }))
    expect(removed).toMatchObject([{ op: 'remove', later_id }])
    expect(await listed(carol)).toEqual([])
  })

  it('reject messages that the user cannot read, long notes, past times and too many items', async () => {
    const world = await createWorld()
    const { carol, dave, alice, app } = world
    const hidden = await sendDirectMessage(dave, alice)
    const add = (item: Parameters<typeof carol.api.addLaterItem>[0]) => carol.api.addLaterItem(item)
    await expect(add({ message_id: hidden })).rejects.toMatchObject(withReason('message-not-found'))
    await expect(add({ note: ' ' })).rejects.toMatchObject(withReason('later-item-empty'))
    await expect(add({ note: 'x'.repeat(501) })).rejects.toMatchObject({ reason: 'later-note-too-long' })
    for (const remind_timestamp of [0, inMinutes(world, 0), inMinutes(world, 60 * 24 * 366 * 101), 1e15]) {
      await expect(add({ note: 'x', remind_timestamp })).rejects.toMatchObject(
        withReason('later-time-invalid'),
      )
    }
    await sql`
      insert into later_item (realm_id, user_id, note, created_at)
      select realm_id, id, 'x', now() from account, generate_series(1, ${maxLaterItems}::integer)
      where id = ${carol.id}`.execute(app.database.db)
    await expect(add({ note: 'one more' })).rejects.toMatchObject(
      withReason('later-limit-reached', { limit: maxLaterItems }),
    )
  })

  it('that are done are forgotten after ninety days', async () => {
    const world = await createWorld()
    const { carol, app, clock } = world
    await carol.api.addLaterItem({ note: 'open' })
    const { later_id } = await carol.api.addLaterItem({ note: 'done' })
    await carol.api.editLaterItem({ later_id, is_done: true })
    clock.advance(91 * 86_400)
    await deleteOldDone.run(app, {})
    expect(await listed(carol)).toMatchObject([{ note: 'open' }])
  })
})

describe('A reminder', () => {
  it('arrives once, at its time, as a direct message with a link, the note and a quote', async () => {
    const world = await createWorld()
    const { app, clock, carol, dave } = world
    const message_id = await sendChannelMessage(dave, 'general', 'plums')
    const remind_timestamp = inMinutes(world, 20)
    const { later_id } = await carol.api.addLaterItem({ message_id, note: 'buy', remind_timestamp })
    await sendDueReminders(app)
    expect(await listed(carol)).toMatchObject([{ is_reminded: false, remind_timestamp }])
    clock.advance(20 * 60 + 1)
    const other = await world.secondNode()
    const events = await eventsDuring(carol, () =>
      Promise.all([sendDueReminders(app), sendDueReminders(other.app), sendDueReminders(app)]),
    )
    expect(eventTypesOf(events).sort()).toEqual(['later_items:update', 'message'])
    const message = await newest(carol)
    expect(message).toMatchObject({ sender_full_name: 'Notification Bot', type: 'private', flags: [] })
    expect(message?.content).toContain(`near/${message_id}`)
    expect(message?.content).toContain('Your note: buy')
    expect(message?.content).toMatch(/```quote\n[^`]+\n```$/)

    // Snoozed: it is open again, and arrives again.
    await carol.api.editLaterItem({ later_id, is_done: true })
    await carol.api.editLaterItem({ later_id, remind_timestamp: inMinutes(world, 60) })
    expect(await listed(carol)).toMatchObject([{ is_reminded: false, is_done: false }])
    clock.advance(3_601)
    expect(eventTypesOf(await eventsDuring(carol, () => sendDueReminders(app))).sort()).toEqual([
      'later_items:update',
      'message',
    ])
  })

  it('is not sent for items that are done, deleted or without a time', async () => {
    const world = await createWorld()
    const { app, clock, carol } = world
    const add = async () =>
      (await carol.api.addLaterItem({ note: 'x', remind_timestamp: inMinutes(world, 5) })).later_id
    await carol.api.editLaterItem({ later_id: await add(), is_done: true })
    await carol.api.deleteLaterItem({ later_id: await add() })
    await carol.api.editLaterItem({ later_id: await add(), remind_timestamp: null })
    clock.advance(3_600)
    expect(await eventsDuring(carol, () => sendDueReminders(app))).toEqual([])
  })

  it('keeps the note, but shows no message that was deleted or can no longer be read', async () => {
    const world = await createWorld()
    const { app, clock, alice, carol, dave } = world
    await dave.api.subscribe({
      subscriptions: [{ name: 'den' }],
      invite_only: true,
      principals: [dave.id, carol.id],
    })
    const hidden = await sendChannelMessage(dave, 'den', 'plums')
    const deleted = await sendChannelMessage(dave, 'general', 'plums')
    const remind_timestamp = inMinutes(world, 20)
    await carol.api.addLaterItem({ message_id: deleted, note: 'one', remind_timestamp })
    await carol.api.addLaterItem({ message_id: hidden, note: 'two', remind_timestamp: remind_timestamp + 1 })
    await alice.api.deleteMessage({ message_id: deleted })
    await carol.api.unsubscribe({ subscriptions: ['den'] })
    expect(await listed(carol)).toMatchObject([{ message_id: null }, { message_id: hidden }])
    clock.advance(3_600)
    await sendDueReminders(app)
    const range = { anchor: 'newest', num_before: 2, num_after: 0, apply_markdown: false } as const
    const { messages } = await carol.api.getMessages(range)
    expect(messages.map(({ content }) => content)).toEqual([
      "Here's your reminder.\n\nYour note: one",
      "Here's your reminder. The message is no longer available.\n\nYour note: two",
    ])
  })

  it('of a deactivated user is dropped', async () => {
    const world = await createWorld()
    const { app, clock, carol, alice } = world
    await carol.api.addLaterItem({ note: 'x', remind_timestamp: inMinutes(world, 5) })
    await deactivate(world, carol)
    clock.advance(3_600)
    expect(await eventsDuring(alice, () => sendDueReminders(app))).toEqual([])
    const rows = await app.database.db.selectFrom('later_item').select('reminded').execute()
    expect(rows).toEqual([{ reminded: true }])
  })
})

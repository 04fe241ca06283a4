import {
  castPassword,
  eventsPerUser,
  eventTypesOf,
  runJobs,
  sendChannelMessage,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { messageIdsIn, withChannels } from '../message-changes/testing/fixtures.ts'
import { deleteUnusedUploads } from '../uploads/jobs.ts'
import { statusFor, uploaded } from '../uploads/testing/fixtures.ts'
import { deleteInBulk } from './jobs.ts'

const hour = 3_600

describe('A bulk deletion', () => {
  it('deletes the messages of one user in batches, and its undoing restores them with all that belongs to them', async () => {
    const world = await withChannels()
    const { alice, mona, carol, dave, general, clock, app } = world
    const { url, link } = await uploaded(carol)
    const other = await sendChannelMessage(dave, 'general', 'plums', 'not mine')
    const first = await sendChannelMessage(carol, 'general', 'plums', link)
    const poll = await sendChannelMessage(carol, 'general', 'figs', '/poll When?\ntoday')
    const elsewhere = await sendChannelMessage(carol, 'plaza', 'plums')
    const direct = (await carol.api.sendMessage({ type: 'direct', to: [dave.id], content: 'psst' })).id
    await dave.api.addReaction({ message_id: first, emoji_name: 'tada' })
    await dave.api.updateMessageFlags({ messages: [first], op: 'add', flag: 'starred' })
    await dave.api.addLaterItem({ message_id: first, note: 'look' })
    await dave.api.pinMessage({ message_id: poll })
    await mona.api.hideMessage({ message_id: poll, reason: 'No.' })
    for (let n = 0; n < 120; n++) await sendChannelMessage(carol, 'general', `topic ${n % 2}`)
    const last = await sendChannelMessage(dave, 'general', 'plums', 'last')
    await runJobs(world)
    const before = {
      ids: await messageIdsIn(dave),
      message: (await dave.api.getMessage({ message_id: first })).message,
      unread: (await dave.api.register()).unread_msgs,
    }

    const { bulk_deletion_id } = await alice.api.startBulkDeletion({
      user_id: carol.id,
      channel_ids: [general],
    })
    expect((await alice.api.getBulkDeletions()).bulk_deletions).toMatchObject([
      { bulk_deletion_id, state: 'deleting', messages_total: 122, messages_deleted: 0, undo_until: null },
    ])
    await expect(alice.api.startBulkDeletion({ user_id: carol.id })).rejects.toMatchObject(
      withReason('bulk-deletion-running'),
    )
    const deleted = await eventsPerUser({ dave }, () => deleteInBulk.run(app, {}))
    expect(new Set(eventTypesOf(deleted.dave ?? []))).toEqual(new Set(['delete_message']))
    expect(await messageIdsIn(dave)).toEqual([other, last])
    expect(await messageIdsIn(dave, 'plaza')).toContain(elsewhere)
    await dave.api.getMessage({ message_id: direct })
    await runJobs(world)
    // The file is out of reach, but not deleted, even if it is old.
    expect(await statusFor(world, url, dave)).toBe(403)
    clock.advance(59 * 60)
    await deleteUnusedUploads.run(app, {})
    await deleteInBulk.run(app, {})
    expect(await statusFor(world, url, carol)).toBe(200)

    // The event does not tell which messages are unread: clients register again.
    const queue = await dave.api.register({ client_capabilities: { restored_messages: true } })
    await alice.api.undoBulkDeletion({ bulk_deletion_id })
    await deleteInBulk.run(app, {})
    const { queue_id = '', last_event_id = -1 } = queue
    const { events } = await dave.api.getEvents({ queue_id: queue_id ?? '', last_event_id, dont_block: true })
    expect(events.filter(({ type }) => type === 'restored_messages').length).toBeGreaterThan(2)
    expect(await messageIdsIn(dave)).toEqual(before.ids)
    expect((await dave.api.getMessage({ message_id: first })).message).toEqual(before.message)
    expect((await dave.api.register()).unread_msgs).toEqual(before.unread)
    expect(await statusFor(world, url, dave)).toBe(200)
    expect((await dave.api.getLaterItems()).later_items).toMatchObject([{ message_id: first, note: 'look' }])
    expect((await dave.api.getPinnedMessages({ stream_id: general })).pinned_messages).toMatchObject([
      { message_id: poll },
    ])
    await mona.api.unhideMessage({ message_id: poll })
    expect((await dave.api.getMessage({ message_id: poll })).message.submessages).toHaveLength(1)
    expect((await alice.api.getBulkDeletions()).bulk_deletions).toMatchObject([
      { state: 'restored', messages_deleted: 122, messages_restored: 122 },
    ])
  })

  it('is final after an hour, and leaves legal holds what they keep', async () => {
    const world = await withChannels()
    const { alice, carol, dave, clock, app } = world
    await alice.api.createLegalHold({ name: 'Plums', password: castPassword })
    const { url, link } = await uploaded(carol)
    const early = await sendChannelMessage(carol, 'general', 'plums', 'early')
    clock.advance(100)
    const message_id = await sendChannelMessage(carol, 'general', 'plums', link)
    const direct = (await carol.api.sendMessage({ type: 'direct', to: [dave.id], content: 'psst' })).id
    await sendChannelMessage(dave, 'general', 'plums', 'last')
    const held = async () => {
      const { rows } = await sql<{ id: number }>`
        select message_id as id from held_message order by 1`.execute(app.database.db)
      return rows.map((row) => row.id)
    }
    const start = () =>
      alice.api.startBulkDeletion({
        user_id: carol.id,
        include_direct: true,
        sent_from: Math.floor(clock.now() / 1_000) - 50,
      })
    const undone = await start()
    await deleteInBulk.run(app, {})
    expect(await held()).toEqual([message_id, direct])
    await alice.api.undoBulkDeletion(undone)
    await deleteInBulk.run(app, {})
    expect(await held()).toEqual([])
    const { bulk_deletion_id } = await start()
    await deleteInBulk.run(app, {})
    clock.advance(hour)
    await expect(alice.api.undoBulkDeletion({ bulk_deletion_id })).rejects.toMatchObject(
      withReason('bulk-deletion-final'),
    )
    await deleteInBulk.run(app, {})
    await runJobs(world)
    expect(await held()).toEqual([message_id, direct])
    expect(await statusFor(world, url, carol)).toBe(404)
    expect((await dave.api.getMessage({ message_id: early })).raw_content).toBe('early')
    expect((await alice.api.getBulkDeletions()).bulk_deletions[0]).toMatchObject({ state: 'final' })
    const { rows } = await sql`select from deleted_message`.execute(app.database.db)
    expect(rows).toEqual([])
  })

  it('needs an administrator, for owners an owner, and a scope that exists', async () => {
    const { alice, bob, mona, carol, greta } = await withChannels()
    for (const person of [mona, carol, greta]) {
      await expect(person.api.startBulkDeletion({ user_id: carol.id })).rejects.toMatchObject({ status: 400 })
      await expect(person.api.getBulkDeletions()).rejects.toMatchObject({ status: 400 })
      await expect(person.api.undoBulkDeletion({ bulk_deletion_id: 1 })).rejects.toMatchObject({
        status: 400,
      })
    }
    const refused: [Parameters<typeof bob.api.startBulkDeletion>[0], Parameters<typeof withReason>[0]][] = [
      [{ user_id: alice.id }, 'bulk-deletion-owner-denied'],
      [{ user_id: 999 }, 'user-not-found'],
      [{ user_id: carol.id, channel_ids: [999] }, 'channel-not-found'],
      [{ user_id: carol.id, sent_from: 20, sent_until: 20 }, 'message-scope-times-reversed'],
    ]
    for (const [request, reason] of refused) {
      await expect(bob.api.startBulkDeletion(request), reason).rejects.toMatchObject({ reason })
    }
    await expect(bob.api.undoBulkDeletion({ bulk_deletion_id: 999 })).rejects.toMatchObject(
      withReason('bulk-deletion-not-found'),
    )
  })
})

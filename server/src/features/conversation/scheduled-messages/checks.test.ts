import { createApi } from '@loquat/client'
import type { Reason } from '@loquat/contract'
import {
  changeRows,
  eventTypesOf,
  expectEventsToReproduceState,
  type Person,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { archive, deactivate, idOf, named, set } from '../../places/channels/testing/fixtures.ts'
import { addAccounts } from '../typing/testing/fixtures.ts'
import { deliverDue } from './deliver.ts'
import { listScheduled, withGeneral } from './testing/fixtures.ts'

const newest = async ({ api }: Person) => {
  const { messages } = await api.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 })
  return messages[0]
}

describe('A message that may not be sent', () => {
  it('may not be scheduled either, nor be the result of a change', async () => {
    const world = await withGeneral()
    const { alice, carol, dave, mona, schedule } = world
    await alice.api.subscribe({ ...named('podium'), can_send_message_group: set(alice) })
    await alice.api.subscribe({ ...named('den'), invite_only: true })
    await alice.api.subscribe(named('attic'))
    const crowd = await addAccounts(world, 16)
    await alice.api.subscribe({ ...named('crowd'), principals: [carol.id, ...crowd.map((one) => one.id)] })
    const [podium, den, attic, big] = [
      await idOf(alice, 'podium'),
      await idOf(alice, 'den'),
      await idOf(alice, 'attic'),
      await idOf(alice, 'crowd'),
    ]
    await archive(world, attic)
    await deactivate(world, mona)
    const bad: [change: object, reason: Reason][] = [
      [{ to: podium }, 'channel-posting-denied'],
      [{ to: den }, 'channel-id-unknown'],
      [{ to: attic }, 'channel-posting-denied'],
      [{ to: 404_404 }, 'channel-id-unknown'],
      [{ to: big, content: '@**all**' }, 'channel-wildcard-mention-denied'],
      [{ content: '@*role:members*' }, 'group-mention-denied'],
      [{ type: 'direct', to: [mona.id] }, 'message-recipient-deactivated'],
      [{ type: 'direct', to: [dave.id, 404_404] }, 'message-recipient-not-found'],
    ]
    const scheduled_message_id = await schedule(carol)
    const before = await listScheduled(carol)
    for (const [change, reason] of bad) {
      const error = withReason(reason)
      await expect(schedule(carol, change), JSON.stringify(change)).rejects.toMatchObject(error)
      const edit = carol.api.editScheduledMessage({ scheduled_message_id, ...change })
      await expect(edit, JSON.stringify(change)).rejects.toMatchObject(error)
    }
    expect(await listScheduled(carol)).toEqual(before)
  })

  it('without a topic is rejected if topics are mandatory, when it is scheduled and when it is due', async () => {
    const world = await withGeneral()
    const { carol, schedule, deliver } = world
    await schedule(carol, { topic: '' })
    await changeRows(world, { realm: true }, sql`update realm set settings = '{"mandatory_topics":true}'`)
    await expect(schedule(carol, { topic: 'general chat' })).rejects.toMatchObject(
      withReason('message-topic-required'),
    )
    await deliver()
    expect(await listScheduled(carol)).toMatchObject([{ failed: true }])
  })
})

describe('A due scheduled message', () => {
  it('has the current names', async () => {
    const { alice, carol, dave, schedule, deliver } = await withGeneral()
    await schedule(carol, { content: `@**|${dave.id}** in #**general**` })
    await alice.api.updateUser({ user_id: dave.id, full_name: 'Dave Renamed' })
    await deliver()
    const message = await newest(dave)
    expect(message).toMatchObject({ sender_id: carol.id, flags: ['mentioned'] })
    expect(message?.content).toContain('@Dave Renamed')
  })

  it('comes from the client that scheduled or last changed it', async () => {
    const { carol, url, schedule, deliver } = await withGeneral()
    const credentials = { email: carol.email, apiKey: carol.apiKey }
    const script = { api: createApi({ url, credentials, clientName: 'Script' }) }
    await schedule(script)
    await deliver()
    expect(await newest(carol)).toMatchObject({ client: 'Script', flags: [] })
    const scheduled_message_id = await schedule(carol)
    await script.api.editScheduledMessage({ scheduled_message_id, content: 'changed' })
    await deliver()
    // Whether it counts as read is decided when it is scheduled.
    expect(await newest(carol)).toMatchObject({
      client: 'Script',
      content: '<p>changed</p>',
      flags: ['read'],
    })
  })

  it('is read for its sender as requested', async () => {
    const { carol, schedule, deliver } = await withGeneral()
    await schedule(carol, { read_by_sender: false })
    await deliver()
    expect((await newest(carol))?.flags).toEqual([])
    await schedule(carol, { type: 'direct', to: [carol.id], read_by_sender: true })
    await deliver()
    expect((await newest(carol))?.flags).toEqual(['read'])
  })

  it('reactivates an inactive channel, like any other message', async () => {
    const world = await withGeneral()
    const { carol, dave, general, schedule, deliver } = world
    await carol.api.sendMessage({ type: 'channel', to: 'general', topic: 'plums', content: 'first' })
    await schedule(carol)
    await changeRows(world, { channels: [general] }, sql`update channel set is_recently_active = false`)
    const events = await expectEventsToReproduceState(dave, deliver)
    expect(eventTypesOf(events)).toEqual(['stream:update', 'message'])
    expect(events[0]).toMatchObject({ property: 'is_recently_active', value: true, stream_id: general })
  })

  it('is still sent ten minutes late', async () => {
    const { app, carol, clock, schedule } = await withGeneral()
    await schedule(carol)
    clock.advance(3_600 + 590)
    await deliverDue(app)
    expect(await listScheduled(carol)).toEqual([])
    expect((await newest(carol))?.content).toBe('<p>later</p>')
  })

  it('can become a poll', async () => {
    const { carol, schedule, deliver } = await withGeneral()
    await schedule(carol, { content: '/poll Ripe?\nyes' })
    await deliver()
    expect((await newest(carol))?.submessages).toMatchObject([{ msg_type: 'widget', sender_id: carol.id }])
  })
})

describe('A scheduled message', () => {
  it('whose recipients change during sending goes to the new ones', async () => {
    const { app, clock, alice, carol, dave, schedule } = await withGeneral()
    const scheduled_message_id = await schedule(carol, { type: 'direct', to: [dave.id] })
    clock.advance(3_601)
    const realm = (await app.realms.byHost(''))!
    const transact = realm.transact.bind(realm)
    vi.spyOn(realm, 'transact').mockImplementationOnce(async (work) => {
      await carol.api.editScheduledMessage({ scheduled_message_id, to: [alice.id] })
      return await transact(work)
    })
    await deliverDue(app)
    await deliverDue(app)
    expect(await newest(dave)).toBeUndefined()
    expect(await newest(alice)).toMatchObject({ sender_id: carol.id, content: '<p>later</p>' })
    expect(await listScheduled(carol)).toEqual([])
  })

  it('that failed stays in the list, is not retried, and can be deleted', async () => {
    const world = await withGeneral()
    const { app, carol, clock, schedule } = world
    const failed = await schedule(carol)
    clock.advance(3_600 + 601)
    await deliverDue(app)
    const waiting = await schedule(carol)
    expect((await listScheduled(carol)).map((one) => [one.scheduled_message_id, one.failed])).toEqual([
      [failed, true],
      [waiting, false],
    ])
    await deliverDue(app)
    const events = await expectEventsToReproduceState(carol, () =>
      carol.api.deleteScheduledMessage({ scheduled_message_id: failed }),
    )
    expect(events).toMatchObject([{ op: 'remove', scheduled_message_id: failed }])
  })

  it('to users ignores a new topic', async () => {
    const { carol, dave, schedule } = await withGeneral()
    const direct = await schedule(carol, { type: 'direct', to: [dave.id] })
    await carol.api.editScheduledMessage({ scheduled_message_id: direct, topic: 'plums' })
    expect((await listScheduled(carol))[0]).not.toHaveProperty('topic')
  })
})

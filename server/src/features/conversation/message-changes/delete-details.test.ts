import {
  addBot,
  bodyWithReason,
  changeRows,
  createWorld,
  eventsPerUser,
  eventTypesOf,
  type Person,
  pendingEvents,
  sendChannelMessage,
  sendDirectMessage,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { archive, idOf, named, set } from '../../places/channels/testing/fixtures.ts'
import { make, policiesBy } from '../../places/user-topics/testing/fixtures.ts'
import { tada } from '../reactions/testing/fixtures.ts'
import { messageIdsIn } from './testing/fixtures.ts'

const remove = ({ api }: Person, message_id: number) => api.deleteMessage({ message_id })

describe('Deleting a message', () => {
  it('is published to the caller, even to an administrator who is not subscribed', async () => {
    const { alice, bob, carol } = await createWorld()
    await carol.api.subscribe(named('plaza'))
    await sendChannelMessage(carol, 'plaza')
    const message_id = await sendChannelMessage(carol, 'plaza')
    const received = await eventsPerUser({ alice, bob }, () => remove(bob, message_id))
    expect(eventTypesOf(received.bob ?? [])).toEqual(['delete_message'])
    expect(received.alice).toEqual([])
  })

  it('is possible for members of can_delete_any_message_group, without a time limit, if they can read it', async () => {
    const world = await createWorld()
    const { bob, carol, dave, clock } = world
    await changeRows(
      world,
      { realm: true },
      sql`update realm set permissions =
        jsonb_build_object('can_delete_any_message_group', ${JSON.stringify(set(dave))}::jsonb)`,
    )
    await carol.api.subscribe({ ...named('den'), invite_only: true })
    const [open, hidden] = [await sendChannelMessage(carol), await sendChannelMessage(carol, 'den')]
    clock.advance(1_000_000)
    await expect(remove(bob, open)).rejects.toMatchObject(withReason('message-deletion-denied'))
    await expect(remove(dave, hidden)).rejects.toMatchObject(withReason('message-not-found'))
    await remove(dave, open)
  })

  it('is possible for a bot that sent it, within the time limit', async () => {
    const world = await createWorld()
    const bot = await addBot(world, world.carol)
    const [first, second] = [await sendChannelMessage(bot), await sendChannelMessage(bot)]
    await remove(bot, first)
    world.clock.advance(601)
    await expect(remove(bot, second)).rejects.toMatchObject(withReason('message-deletion-time-passed'))
  })

  it('removes stars, reactions and votes, for everyone', async () => {
    const { carol, dave, app } = await createWorld()
    await sendChannelMessage(carol)
    const message_id = await sendChannelMessage(carol, 'general', 'plums', '/poll Ripe?')
    await dave.api.addReaction({ message_id, ...tada })
    await dave.api.updateMessageFlags({ messages: [message_id], op: 'add', flag: 'starred' })
    const received = await eventsPerUser({ dave }, async () => {
      await remove(carol, message_id)
      await sendChannelMessage(carol)
    })
    expect(received.dave?.[0]).toMatchObject({ type: 'delete_message', message_ids: [message_id] })
    expect((await dave.api.register()).starred_messages).toEqual([])
    for (const table of ['reaction', 'submessage', 'message_flag'] as const) {
      expect(await app.database.db.selectFrom(table).selectAll().execute(), table).toEqual([])
    }
  })

  it('shows the display value to clients without the capability for empty topics', async () => {
    const { carol } = await createWorld()
    const message_id = await sendChannelMessage(carol, 'general', '')
    const { queue_id, last_event_id } = await carol.api.register({
      event_types: ['delete_message'],
      client_capabilities: { bulk_message_deletion: true },
    })
    await remove(carol, message_id)
    const events = await pendingEvents(carol.api, queue_id ?? '', last_event_id ?? -1)
    expect(events).toMatchObject([{ message_ids: [message_id], topic: 'general chat' }])
  })

  it('of a direct conversation names neither channel nor topic', async () => {
    const { carol, dave } = await createWorld()
    const message_id = await sendDirectMessage(carol, dave)
    await sendDirectMessage(carol, dave)
    const received = await eventsPerUser({ carol, dave }, () => remove(carol, message_id))
    const gone = { type: 'delete_message', message_ids: [message_id], message_type: 'private' }
    expect(received.dave).toEqual([{ ...gone, id: expect.any(Number) }])
    expect(received.carol).toEqual(received.dave)
  })
})

describe('Deleting a topic', () => {
  it('is refused in an archived or unknown channel, and without a name', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    await sendChannelMessage(carol)
    const stream_id = await idOf(alice, 'general')
    const path = `/api/v1/streams/${stream_id}/delete_topic`
    const reply = await world.raw(path, { method: 'POST', as: alice })
    expect(await reply.json()).toMatchObject({
      ...bodyWithReason('parameter-missing'),
      var_name: 'topic_name',
    })
    await archive(world, stream_id)
    for (const id of [stream_id, 404_404]) {
      const call = alice.api.deleteTopic({ stream_id: id, topic_name: 'plums' })
      await expect(call).rejects.toMatchObject(withReason('channel-not-found'))
    }
    expect(await messageIdsIn(carol)).toHaveLength(1)
  })

  it('takes the display value for the empty topic and the name unchanged, including spaces', async () => {
    const { alice, carol } = await createWorld()
    const stream_id = await idOf(alice, 'general')
    const named = await sendChannelMessage(carol)
    await sendChannelMessage(carol, 'general', '')
    await alice.api.deleteTopic({ stream_id, topic_name: ' plums' })
    await alice.api.deleteTopic({ stream_id, topic_name: 'general chat' })
    expect(await messageIdsIn(carol)).toEqual([named])
  })

  it('with a protected history keeps the preferences of users who still have messages there', async () => {
    const { alice, carol, dave } = await createWorld()
    const hidden = { invite_only: true, history_public_to_subscribers: false }
    await carol.api.subscribe({ ...named('vault'), ...hidden })
    const vault = await idOf(carol, 'vault')
    await sendChannelMessage(carol, 'vault')
    await carol.api.subscribe({ ...named('vault'), principals: [alice.id, dave.id] })
    await sendChannelMessage(carol, 'vault')
    await sendChannelMessage(alice)
    for (const person of [carol, dave]) await make(person, vault, 'plums', 1)
    const received = await eventsPerUser({ carol, dave }, () =>
      alice.api.deleteTopic({ stream_id: vault, topic_name: 'plums' }),
    )
    expect(eventTypesOf(received.dave ?? [])).toEqual(['delete_message', 'muted_topics', 'user_topic'])
    expect(eventTypesOf(received.carol ?? [])).toEqual(['delete_message'])
    expect(await policiesBy(dave)).toEqual([])
    expect(await policiesBy(carol)).toEqual([[vault, 'plums', 1]])
  })

  it('stops after 50 s with the newest messages deleted, and continues with the next call', async () => {
    const { app, alice, carol } = await createWorld()
    const stream_id = await idOf(alice, 'general')
    const sent = await Promise.all(Array.from({ length: 130 }, () => sendChannelMessage(carol)))
    const oldest = sent.sort((a, b) => a - b).slice(0, 30)
    await make(carol, stream_id, 'plums', 1)
    // Each batch takes a minute.
    const realm = (await app.realms.byHost(''))!
    const [tellTime, change] = [performance.now.bind(performance), realm.transactExclusively.bind(realm)]
    let passed = 0
    const slow = [
      vi.spyOn(performance, 'now').mockImplementation(() => tellTime() + passed),
      vi.spyOn(realm, 'transactExclusively').mockImplementation(async (work) => {
        const result = await change(work)
        passed += 60_000
        return result
      }),
    ]
    onTestFinished(() => {
      for (const spy of slow) spy.mockRestore()
    })
    const deleteMore = () => alice.api.deleteTopic({ stream_id, topic_name: 'plums' })
    expect(await deleteMore()).toEqual({ complete: false })
    expect(await messageIdsIn(carol)).toEqual(oldest)
    expect(await policiesBy(carol)).toHaveLength(1)
    expect(await deleteMore()).toEqual({ complete: true })
    expect(await messageIdsIn(carol)).toEqual([])
    expect(await policiesBy(carol)).toEqual([])
  })
})

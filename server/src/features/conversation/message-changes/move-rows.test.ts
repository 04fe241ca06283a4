import {
  changeRows,
  createWorld,
  eventsPerUser,
  eventTypesOf,
  type Person,
  pendingEvents,
  sendChannelMessage,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { cast, idOf, named } from '../../places/channels/testing/fixtures.ts'
import { make, policiesBy } from '../../places/user-topics/testing/fixtures.ts'
import { eventsOfType, withoutNotice } from './testing/fixtures.ts'

const ownCopy = async ({ api }: Person, id: number) =>
  (await api.getMessages({ message_ids: [id] })).messages.map((message) => message.flags)

/** Adds a second public channel with only some of the subscribers. */
async function withPlaza(...people: ('alice' | 'dave' | 'greta')[]) {
  const world = await createWorld()
  const { carol } = world
  const principals = [carol.id, ...people.map((name) => world[name].id)]
  await carol.api.subscribe({ ...named('plaza'), principals })
  // Later moves then have no side effects on first messages.
  for (const to of ['general', 'plaza']) await sendChannelMessage(carol, to, 'before')
  return Object.assign(world, { plaza: await idOf(carol, 'plaza'), general: await idOf(carol, 'general') })
}

describe('Moving messages to a public channel', () => {
  it('removes them from the history of previous subscribers who are not in it, who receive events without unread flags', async () => {
    const { bob, carol, dave, plaza, general } = await withPlaza('dave')
    const message_id = await sendChannelMessage(carol)
    await sendChannelMessage(carol, 'general', 'after')
    await bob.api.updateMessageFlags({ messages: [message_id], op: 'add', flag: 'starred' })
    const received = await eventsPerUser({ bob, dave }, () =>
      carol.api.updateMessage({ message_id, stream_id: plaza, ...withoutNotice }),
    )
    const move = {
      edit_timestamp: expect.any(Number),
      stream_id: general,
      stream_name: 'general',
      new_stream_id: plaza,
      propagate_mode: 'change_one',
    }
    expect(eventsOfType(received.bob, 'update_message')).toMatchObject([{ ...move, flags: ['read'] }])
    expect(eventsOfType(received.dave, 'update_message')).toMatchObject([{ ...move, flags: [] }])
    expect(await ownCopy(bob, message_id)).toEqual([])
    expect(await ownCopy(dave, message_id)).toEqual([[]])
    // It is still readable there.
    const { message } = await bob.api.getMessage({ message_id })
    expect(message).toMatchObject({
      flags: ['read', 'historical'],
      last_moved_timestamp: expect.any(Number),
      edit_history: [{ user_id: carol.id, prev_stream: general, stream: plaza }],
    })
    expect(message).not.toHaveProperty('last_edit_timestamp')
  })

  it('sends events as of read messages to users who were only in the new channel, except guests', async () => {
    const { alice, carol, dave, greta, plaza } = await withPlaza('alice', 'greta')
    await carol.api.subscribe({ ...named('attic'), principals: [carol.id, dave.id] })
    const message_id = await sendChannelMessage(carol, 'attic')
    await sendChannelMessage(carol)
    const received = await eventsPerUser({ alice, dave, greta }, () =>
      carol.api.updateMessage({ message_id, stream_id: plaza, ...withoutNotice }),
    )
    expect(eventsOfType(received.alice, 'update_message')).toMatchObject([{ message_id, flags: ['read'] }])
    expect(eventsOfType(received.dave, 'update_message')).toMatchObject([{ message_id, flags: ['read'] }])
    expect(received.greta).toEqual([])
  })

  it('from a protected history sends events only to users who had them', async () => {
    const { alice, bob, carol, dave, plaza } = await withPlaza('alice', 'dave')
    const hidden = { invite_only: true, history_public_to_subscribers: false }
    await carol.api.subscribe({ ...named('vault'), principals: [carol.id, dave.id], ...hidden })
    const message_id = await sendChannelMessage(carol, 'vault')
    await carol.api.subscribe({ ...named('vault'), principals: [bob.id] })
    const received = await eventsPerUser({ alice, bob, dave }, () =>
      carol.api.updateMessage({ message_id, stream_id: plaza, ...withoutNotice }),
    )
    expect(eventsOfType(received.dave, 'update_message')).toMatchObject([{ message_id, flags: [] }])
    expect([received.alice, received.bob]).toEqual([[], []])
  })

  it('reactivates an inactive channel, and leaves first messages unchanged', async () => {
    const world = await withPlaza('dave')
    const { carol, dave, plaza, general } = world
    const first = async (stream_id: number) =>
      (await carol.api.getChannel({ stream_id })).stream.first_message_id
    const before = [await first(general), await first(plaza)]
    const message_id = before[0] ?? 0
    await changeRows(world, { channels: [plaza] }, sql`update channel set is_recently_active = false`)
    const received = await eventsPerUser({ dave }, () =>
      carol.api.updateMessage({ message_id, stream_id: plaza, ...withoutNotice }),
    )
    const revived = { type: 'stream', property: 'is_recently_active', value: true, stream_id: plaza }
    expect(eventsOfType(received.dave, 'stream')).toMatchObject([revived])
    expect([await first(general), await first(plaza)]).toEqual(before)
  })
})

describe('A starred message of a user who was never subscribed', () => {
  const starredBy = async ({ api }: Person) => (await api.register()).starred_messages

  it('stays starred when it moves to a public channel, and is lost when it moves to a private one', async () => {
    const { bob, carol, plaza } = await withPlaza()
    await carol.api.subscribe(named('attic'))
    await carol.api.subscribe({ ...named('den'), invite_only: true })
    const message_id = await sendChannelMessage(carol, 'attic')
    await sendChannelMessage(carol)
    await bob.api.updateMessageFlags({ messages: [message_id], op: 'add', flag: 'starred' })
    const move = (stream_id: number) => () =>
      carol.api.updateMessage({ message_id, stream_id, ...withoutNotice })
    const received = await eventsPerUser({ bob }, move(plaza))
    expect(received.bob).toMatchObject([
      { type: 'update_message', new_stream_id: plaza, flags: ['read', 'starred', 'historical'] },
    ])
    expect(await starredBy(bob)).toEqual([message_id])
    const gone = await eventsPerUser({ bob }, move(await idOf(carol, 'den')))
    expect(gone.bob).toMatchObject([{ type: 'delete_message', message_ids: [message_id] }])
    expect(await starredBy(bob)).toEqual([])
  })
})

describe('Topic preferences for a topic that moved as a whole', () => {
  it('apply to a topic without messages, including the absence of a preference', async () => {
    const { carol, dave, greta, general } = await withPlaza()
    const message_id = await sendChannelMessage(carol)
    await make(dave, general, 'figs', 3)
    await make(greta, general, 'figs', 1)
    await make(greta, general, 'plums', 2)
    const received = await eventsPerUser({ dave, greta }, () =>
      carol.api.updateMessage({ message_id, topic: 'figs', ...withoutNotice }),
    )
    expect(eventTypesOf(received.dave ?? [])).toEqual(['muted_topics', 'user_topic', 'update_message'])
    expect(await policiesBy(dave)).toEqual([])
    expect(await policiesBy(greta)).toEqual([[general, 'figs', 2]])
  })

  it('are deleted for users who lose the messages, with events in order', async () => {
    const world = await withPlaza('dave')
    const { carol, dave, greta, plaza, general } = world
    const message_id = await sendChannelMessage(carol)
    await sendChannelMessage(carol, 'general', 'after')
    for (const person of [dave, greta]) await make(person, general, 'plums', 3)
    const received = await eventsPerUser(cast(world), () =>
      carol.api.updateMessage({ message_id, stream_id: plaza }),
    )
    expect(await policiesBy(dave)).toEqual([[plaza, 'plums', 3]])
    expect(await policiesBy(greta)).toEqual([])
    const keys = eventTypesOf(received.dave ?? []).filter((key) => key !== 'muted_topics')
    expect(keys).toEqual(['user_topic', 'user_topic', 'update_message', 'message'])
    expect(eventTypesOf(received.greta ?? []).at(-1)).toBe('delete_message')
  })
})

describe('Clients without the capability for empty topics', () => {
  it('receive the display value as the old topic of moved messages and as the topic of deleted ones', async () => {
    const { carol, dave, greta, plaza } = await withPlaza('dave')
    const message_id = await sendChannelMessage(carol, 'general', '')
    const hear = async ({ api }: Person) => {
      const { queue_id, last_event_id } = await api.register({
        event_types: ['update_message', 'delete_message'],
      })
      return () => pendingEvents(api, queue_id ?? '', last_event_id ?? -1)
    }
    const [dave_, greta_] = [await hear(dave), await hear(greta)]
    await carol.api.updateMessage({ message_id, stream_id: plaza, topic: 'figs', ...withoutNotice })
    expect(await dave_()).toMatchObject([{ orig_subject: 'general chat', subject: 'figs' }])
    expect(await greta_()).toMatchObject([{ type: 'delete_message', message_id, topic: 'general chat' }])
  })
})

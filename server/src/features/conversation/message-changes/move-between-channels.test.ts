import {
  changeRows,
  eventsPerUser,
  eventTypesOf,
  type Person,
  sendChannelMessage,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { idOf } from '../../places/channels/testing/fixtures.ts'
import { toChannel } from '../messages/testing/fixtures.ts'
import { eventsOfType, messagesIn, withChannels, withoutNotice } from './testing/fixtures.ts'

describe('Moving messages to another channel', () => {
  it('moves only messages visible to the caller, while within a channel it moves all', async () => {
    const { carol, dave, plaza } = await withChannels()
    await carol.api.subscribe({
      subscriptions: [{ name: 'cellar' }],
      invite_only: true,
      history_public_to_subscribers: false,
    })
    const hidden = await sendChannelMessage(carol, 'cellar', 'plums')
    await carol.api.subscribe({ subscriptions: [{ name: 'cellar' }], principals: [dave.id] })
    const message_id = await sendChannelMessage(carol, 'cellar', 'plums')
    await dave.api.updateMessage({
      message_id,
      topic: 'figs',
      propagate_mode: 'change_all',
      ...withoutNotice,
    })
    expect((await messagesIn(carol, 'cellar', 'figs')).map(({ id }) => id)).toEqual([hidden, message_id])
    await dave.api.updateMessage({
      message_id,
      stream_id: plaza,
      propagate_mode: 'change_all',
      ...withoutNotice,
    })
    expect((await messagesIn(carol, 'cellar', 'figs')).map(({ id }) => id)).toEqual([hidden])
    expect((await messagesIn(carol, 'plaza', 'figs')).map(({ id }) => id)).toEqual([message_id])
  })

  it('keeps the state of subscribers of both channels, and removes it from users who lose access', async () => {
    const { alice, carol, dave, greta, plaza, general } = await withChannels()
    await dave.api.sendMessage({ ...toChannel, to: 'plaza', topic: 'other' })
    const message_id = await sendChannelMessage(carol)
    await alice.api.updateMessageFlags({ messages: [message_id], op: 'add', flag: 'starred' })
    await dave.api.updateMessageFlags({ messages: [message_id], op: 'add', flag: 'read' })
    await sendChannelMessage(carol, 'general', 'last')
    const received = await eventsPerUser({ alice, dave, greta }, () =>
      carol.api.updateMessage({ message_id, stream_id: plaza, ...withoutNotice }),
    )
    const move = { message_id, stream_id: general, new_stream_id: plaza, orig_subject: 'plums' }
    expect(eventsOfType(received.alice, 'update_message')).toMatchObject([{ ...move, flags: ['starred'] }])
    expect(eventsOfType(received.alice, 'update_message')[0]).not.toHaveProperty('subject')
    expect(eventsOfType(received.dave, 'update_message')).toMatchObject([{ ...move, flags: ['read'] }])
    // A guest without a subscription to the new channel can no longer see it.
    expect(received.greta).toMatchObject([
      {
        type: 'delete_message',
        message_ids: [message_id],
        message_type: 'stream',
        stream_id: general,
        topic: 'plums',
      },
    ])
    const flags = async (person: Person) =>
      (await person.api.getMessages({ message_ids: [message_id] })).messages.map((message) => message.flags)
    expect(await flags(alice)).toEqual([['starred']])
    expect(await flags(dave)).toEqual([['read']])
    expect(await flags(greta)).toEqual([])
  })

  it('adds no rows for users who are only in the new channel, unless its history is protected', async () => {
    const world = await withChannels()
    const { carol, dave, bob, plaza } = world
    await carol.api.subscribe({ subscriptions: [{ name: 'attic' }] })
    await carol.api.subscribe({
      subscriptions: [{ name: 'cellar' }],
      principals: [carol.id, dave.id],
      invite_only: true,
      history_public_to_subscribers: false,
    })
    await sendChannelMessage(dave, 'plaza', 'x')
    const message_id = await sendChannelMessage(carol, 'attic', 'plums')
    await sendChannelMessage(dave, 'plaza', 'x')
    const seen = async (person: Person) =>
      (await person.api.getMessages({ message_ids: [message_id] })).messages.map((message) => message.flags)
    await carol.api.updateMessage({ message_id, stream_id: plaza, ...withoutNotice })
    expect(await seen(dave)).toEqual([])
    expect((await messagesIn(dave, 'plaza', 'plums'))[0]?.flags).toEqual(['read', 'historical'])
    await carol.api.updateMessage({ message_id, stream_id: await idOf(carol, 'cellar'), ...withoutNotice })
    expect(await seen(dave)).toEqual([['read']])
    expect(await seen(bob)).toEqual([])
  })

  it('to a private channel publishes a deletion to all users outside', async () => {
    const { alice, carol, dave, den } = await withChannels()
    const message_id = await sendChannelMessage(carol)
    await sendChannelMessage(carol, 'general', 'other')
    const received = await eventsPerUser({ alice, carol, dave }, () =>
      carol.api.updateMessage({ message_id, stream_id: den, ...withoutNotice }),
    )
    expect(eventTypesOf(received.alice ?? [])).toEqual(['delete_message'])
    expect(eventTypesOf(received.dave ?? [])).toEqual(['delete_message'])
    expect(eventsOfType(received.carol, 'update_message')).toHaveLength(1)
    await expect(alice.api.getMessage({ message_id })).rejects.toMatchObject(withReason('message-not-found'))
  })

  it('needs permission for the move, permission to post to the new channel, and access', async () => {
    const world = await withChannels()
    const { alice, carol, dave, greta, plaza, den } = world
    const message_id = await sendChannelMessage(carol)
    await expect(greta.api.updateMessage({ message_id, stream_id: plaza })).rejects.toMatchObject(
      withReason('channel-not-found'),
    )
    await expect(dave.api.updateMessage({ message_id, stream_id: den })).rejects.toMatchObject(
      withReason('channel-not-found'),
    )
    await changeRows(
      world,
      { channels: [plaza] },
      sql`update channel set permissions = permissions || jsonb_build_object('can_send_message_group',
        (select id from user_group where name = 'role:administrators' and realm_id = channel.realm_id))
        where id = ${plaza}`,
    )
    await expect(dave.api.updateMessage({ message_id, stream_id: plaza })).rejects.toMatchObject(
      withReason('channel-posting-denied'),
    )
    await alice.api.updateMessage({ message_id, stream_id: plaza })
    await changeRows(
      world,
      { channels: [plaza] },
      sql`update channel set is_archived = true where id = ${plaza}`,
    )
    const other = await sendChannelMessage(carol)
    await expect(alice.api.updateMessage({ message_id: other, stream_id: plaza })).rejects.toMatchObject(
      withReason('channel-not-found'),
    )
  })

  it('and back restores the messages for users who had them', async () => {
    const { carol, dave, plaza, general } = await withChannels()
    const message_id = await sendChannelMessage(carol)
    await sendChannelMessage(carol, 'general', 'other')
    await carol.api.updateMessage({ message_id, stream_id: plaza, ...withoutNotice })
    const received = await eventsPerUser({ dave }, () =>
      carol.api.updateMessage({ message_id, stream_id: general, ...withoutNotice }),
    )
    expect(eventsOfType(received.dave, 'update_message')).toMatchObject([
      { new_stream_id: general, flags: [] },
    ])
  })
})

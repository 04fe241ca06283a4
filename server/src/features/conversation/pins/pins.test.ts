import { maxPins } from '@loquat/contract'
import {
  createWorld,
  eventsPerUser,
  type Person,
  sendChannelMessage,
  sendDirectMessage,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { archive, idOf } from '../../places/channels/testing/fixtures.ts'
import { withChannels, withoutNotice } from '../message-changes/testing/fixtures.ts'

type Place = Parameters<Person['api']['getPinnedMessages']>[0]

const pinned = async ({ api }: Person, place: Place) =>
  (await api.getPinnedMessages(place)).pinned_messages.map(
    ({ message_id, scope }) => `${scope} ${message_id}`,
  )
const denied = withReason('pin-denied')

describe('A pinned message', () => {
  it('is listed in its topic, or in every topic of its channel, and changes by events', async () => {
    const { carol, dave, greta, general, clock } = await withChannels()
    const plum = await sendChannelMessage(carol, 'general', 'plums')
    const fig = await sendChannelMessage(carol, 'general', 'figs')
    const received = await eventsPerUser({ carol, greta }, () => dave.api.pinMessage({ message_id: plum }))
    expect(received.greta).toMatchObject([
      {
        type: 'pinned_message',
        op: 'add',
        stream_id: general,
        pinned_message: { message_id: plum, scope: 'topic', user_id: dave.id },
      },
    ])
    clock.advance(1)
    await carol.api.pinMessage({ message_id: fig, scope: 'channel' })
    // Again, without effect.
    expect(
      await eventsPerUser({ carol }, () => dave.api.pinMessage({ message_id: fig, scope: 'channel' })),
    ).toEqual({ carol: [] })
    const all = [`channel ${fig}`, `topic ${plum}`]
    expect(await pinned(greta, { stream_id: general, topic: 'PLUMS' })).toEqual(all)
    expect(await pinned(greta, { stream_id: general, topic: 'pears' })).toEqual([`channel ${fig}`])
    expect(await pinned(greta, { stream_id: general })).toEqual(all)
    clock.advance(1)
    await carol.api.pinMessage({ message_id: plum, scope: 'channel' })
    expect(await pinned(greta, { stream_id: general, topic: 'pears' })).toEqual([
      `channel ${plum}`,
      `channel ${fig}`,
    ])
    const gone = await eventsPerUser({ dave }, () => carol.api.unpinMessage({ message_id: plum }))
    expect(gone.dave).toMatchObject([{ op: 'remove', message_id: plum, stream_id: general }])
    expect(await pinned(greta, { stream_id: general })).toEqual([`channel ${fig}`])
    await expect(carol.api.unpinMessage({ message_id: plum })).rejects.toMatchObject(
      withReason('pin-not-found'),
    )
  })

  it('of a direct conversation is visible to its participants only', async () => {
    const { carol, dave, alice } = await createWorld()
    const message_id = await sendDirectMessage(carol, dave)
    const received = await eventsPerUser({ carol, alice }, () =>
      dave.api.pinMessage({ message_id, scope: 'channel' }),
    )
    expect(received.carol).toMatchObject([
      { pinned_message: { scope: 'direct' }, user_ids: [carol.id, dave.id].sort((a, b) => a - b) },
    ])
    expect(received.alice).toEqual([])
    expect(await pinned(carol, { user_ids: [dave.id] })).toEqual([`direct ${message_id}`])
    expect(await pinned(dave, { user_ids: [carol.id, dave.id] })).toEqual([`direct ${message_id}`])
    expect(await pinned(alice, { user_ids: [carol.id, dave.id] })).toEqual([])
    await expect(alice.api.pinMessage({ message_id })).rejects.toMatchObject(withReason('message-not-found'))
  })

  it('follows its message to another topic or channel, and disappears with it', async () => {
    const { alice, carol, dave, greta, general, plaza } = await withChannels()
    const message_id = await sendChannelMessage(carol, 'general', 'plums')
    await sendChannelMessage(carol, 'general', 'last')
    await carol.api.pinMessage({ message_id })
    await carol.api.updateMessage({ message_id, topic: 'figs', ...withoutNotice })
    expect(await pinned(greta, { stream_id: general, topic: 'figs' })).toEqual([`topic ${message_id}`])
    expect(await pinned(greta, { stream_id: general, topic: 'plums' })).toEqual([])
    await carol.api.updateMessage({ message_id, stream_id: plaza, ...withoutNotice })
    expect(await pinned(greta, { stream_id: general })).toEqual([])
    expect(await pinned(dave, { stream_id: plaza, topic: 'figs' })).toEqual([`topic ${message_id}`])
    await expect(pinned(greta, { stream_id: plaza })).rejects.toMatchObject(withReason('channel-not-found'))
    await alice.api.deleteMessage({ message_id })
    expect(await pinned(dave, { stream_id: plaza })).toEqual([])
  })

  it('is hidden from people who cannot read it: outsiders, and newcomers to a protected history', async () => {
    const { carol, dave, den } = await withChannels()
    await carol.api.subscribe({
      subscriptions: [{ name: 'cellar' }],
      invite_only: true,
      history_public_to_subscribers: false,
    })
    const cellar = await idOf(carol, 'cellar')
    const early = await sendChannelMessage(carol, 'cellar', 'plums')
    const inDen = await sendChannelMessage(carol, 'den', 'plums')
    await carol.api.pinMessage({ message_id: inDen })
    await carol.api.subscribe({ subscriptions: [{ name: 'cellar' }], principals: [dave.id] })
    const late = await sendChannelMessage(carol, 'cellar', 'plums')
    const received = await eventsPerUser({ dave }, async () => {
      await carol.api.pinMessage({ message_id: early })
      await carol.api.pinMessage({ message_id: late })
    })
    expect(received.dave).toMatchObject([{ pinned_message: { message_id: late } }])
    expect(await pinned(dave, { stream_id: cellar })).toEqual([`topic ${late}`])
    expect((await pinned(carol, { stream_id: cellar })).sort()).toEqual([`topic ${early}`, `topic ${late}`])
    await expect(pinned(dave, { stream_id: den })).rejects.toMatchObject(withReason('channel-not-found'))
    await expect(dave.api.unpinMessage({ message_id: inDen })).rejects.toMatchObject(
      withReason('message-not-found'),
    )
  })

  it('needs the permission to pin and to post, or to administer the channel', async () => {
    const { alice, carol, dave, greta, general, groups } = await withPermissions()
    const message_id = await sendChannelMessage(carol, 'general', 'plums')
    const direct = await sendDirectMessage(dave, carol)
    await expect(greta.api.pinMessage({ message_id })).rejects.toMatchObject(denied)
    await alice.api.updateRealm({ can_pin_messages_group: { new: groups('role:moderators') } })
    await expect(dave.api.pinMessage({ message_id })).rejects.toMatchObject(denied)
    await expect(dave.api.pinMessage({ message_id: direct })).rejects.toMatchObject(denied)
    await alice.api.updateChannel({
      stream_id: general,
      can_administer_channel_group: { new: { direct_members: [dave.id], direct_subgroups: [] } },
    })
    await dave.api.pinMessage({ message_id })
    await alice.api.updateRealm({ can_pin_messages_group: { new: groups('role:members') } })
    await alice.api.updateChannel({
      stream_id: general,
      can_send_message_group: { new: groups('role:administrators') },
    })
    await expect(carol.api.unpinMessage({ message_id })).rejects.toMatchObject(denied)
    await alice.api.unpinMessage({ message_id })
  })

  it('cannot be changed in an archived channel, and is one of at most fifty', async () => {
    const world = await withChannels()
    const { carol, general, plaza } = world
    const ids: number[] = []
    for (let n = 0; n <= maxPins; n++) ids.push(await sendChannelMessage(carol, 'general', 'plums'))
    for (const message_id of ids.slice(0, maxPins)) await carol.api.pinMessage({ message_id })
    const message_id = ids[maxPins] ?? 0
    await expect(carol.api.pinMessage({ message_id })).rejects.toMatchObject(
      withReason('pin-limit-reached', { limit: maxPins }),
    )
    await carol.api.pinMessage({ message_id, scope: 'channel' })
    expect(await pinned(carol, { stream_id: general })).toHaveLength(maxPins + 1)
    const inPlaza = await sendChannelMessage(carol, 'plaza', 'plums')
    await carol.api.pinMessage({ message_id: inPlaza })
    await archive(world, plaza)
    await expect(carol.api.unpinMessage({ message_id: inPlaza })).rejects.toMatchObject(
      withReason('message-not-found'),
    )
  })

  it.each<[string, Place]>([
    ['no place', {}],
    ['two places', { stream_id: 1, user_ids: [1] }],
    ['a topic without a channel', { topic: 'plums', user_ids: [1] }],
  ])('is not listed with %s', async (_, place) => {
    const { carol } = await createWorld()
    await expect(pinned(carol, place)).rejects.toMatchObject(withReason('pin-place-invalid'))
  })

  it('is unknown to clients without the capability', async () => {
    const { carol } = await createWorld()
    const message_id = await sendChannelMessage(carol)
    const { queue_id, last_event_id = -1 } = await carol.api.register({})
    await carol.api.pinMessage({ message_id })
    await carol.api.addBookmark({ stream_id: 1, title: 'Plan', url: 'https://example.com' })
    await carol.api.addReaction({ message_id, emoji_name: 'tada' })
    const { events } = await carol.api.getEvents({ queue_id: queue_id ?? '', last_event_id })
    expect(events).toMatchObject([{ type: 'reaction', op: 'add' }])
  })
})

async function withPermissions() {
  const world = await withChannels()
  const { user_groups } = await world.alice.api.getUserGroups()
  const groups = (name: string) => user_groups.find((group) => group.name === name)?.id ?? 0
  return Object.assign(world, { groups })
}

import { addBot, createWorld, type Person, sendChannelMessage, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { idOf, ids, named, set } from '../../places/channels/testing/fixtures.ts'
import { setPermissions, setRealmSettings } from '../messages/testing/fixtures.ts'
import { withoutNotice } from './testing/fixtures.ts'

const week = 604_800

/** The error about a topic of which only a part may move. */
const exceeded = (first: number | null, total: number, allowed: number) => ({
  ...withReason('message-move-limit-exceeded'),
  body: {
    first_message_id_allowed_to_move: first,
    total_messages_in_topic: total,
    total_messages_allowed_to_move: allowed,
  },
})

async function withPlaza() {
  const world = await createWorld()
  const { alice, bob, carol, dave, mona } = world
  await carol.api.subscribe({ ...named('plaza'), principals: ids(alice, bob, carol, dave, mona) })
  const plaza = await idOf(carol, 'plaza')
  const move = ({ api }: Person, message_id: number, change: object) =>
    api.updateMessage({ message_id, ...withoutNotice, ...change })
  return Object.assign(world, { plaza, move })
}

describe('The time limit for moving messages', () => {
  it.each([
    ['to another topic', (_: number) => ({ topic: 'figs' })],
    ['to another channel', (plaza: number) => ({ stream_id: plaza })],
  ])('%s is a week and 20 s of grace, except for moderators and above', async (_, changeTo) => {
    const world = await withPlaza()
    const { alice, bob, carol, dave, mona, plaza, move, clock } = world
    const sent = [
      await sendChannelMessage(carol),
      await sendChannelMessage(carol),
      await sendChannelMessage(carol),
      await sendChannelMessage(carol),
    ] as const
    clock.advance(week + 10)
    await move(dave, sent[0], changeTo(plaza))
    clock.advance(15)
    for (const person of [carol, dave]) {
      await expect(move(person, sent[1], changeTo(plaza))).rejects.toMatchObject(
        withReason('message-move-time-passed'),
      )
    }
    for (const [n, person] of [alice, bob, mona].entries()) await move(person, sent[n + 1]!, changeTo(plaza))
  })

  it('is a setting for each kind of move, and without it there is no limit', async () => {
    const world = await withPlaza()
    const { carol, dave, plaza, move, clock } = world
    const message_id = await sendChannelMessage(carol)
    await setRealmSettings(world, {
      move_messages_within_stream_limit_seconds: 100,
      move_messages_between_streams_limit_seconds: null,
    })
    clock.advance(10 * week)
    await expect(move(dave, message_id, { topic: 'figs' })).rejects.toMatchObject(
      withReason('message-move-time-passed'),
    )
    await expect(move(dave, message_id, { topic: 'figs', stream_id: plaza })).rejects.toMatchObject(
      withReason('message-move-time-passed'),
    )
    await move(dave, message_id, { stream_id: plaza })
    await setRealmSettings(world, {
      move_messages_within_stream_limit_seconds: null,
      move_messages_between_streams_limit_seconds: 100,
    })
    await move(dave, message_id, { topic: 'figs' })
    const stream_id = await idOf(dave, 'general')
    await expect(move(dave, message_id, { stream_id })).rejects.toMatchObject(
      withReason('message-move-time-passed'),
    )
  })

  it('does not depend on whether texts may be edited, or on the sender', async () => {
    const world = await withPlaza()
    const { carol, dave, move } = world
    await setRealmSettings(world, { allow_message_editing: false })
    await move(dave, await sendChannelMessage(carol), { topic: 'figs' })
  })
})

describe('Moving a whole topic', () => {
  it('is limited by the stricter limit if both apply, and refused for a message that is itself too old', async () => {
    const world = await withPlaza()
    const { carol, dave, mona, plaza, move, clock } = world
    await setRealmSettings(world, {
      move_messages_within_stream_limit_seconds: 1_000,
      move_messages_between_streams_limit_seconds: 100,
    })
    const old = await sendChannelMessage(carol)
    clock.advance(500)
    const young = await sendChannelMessage(carol)
    const all = { propagate_mode: 'change_all' }
    const both = { stream_id: plaza, topic: 'figs', ...all }
    await expect(move(dave, young, both)).rejects.toMatchObject(exceeded(young, 2, 1))
    await expect(move(dave, young, { stream_id: plaza, ...all })).rejects.toMatchObject(exceeded(young, 2, 1))
    await expect(move(dave, old, both)).rejects.toMatchObject(withReason('message-move-time-passed'))
    // Resolving has no limit, and a topic with only recent messages may move.
    await move(dave, young, { topic: 'figs', ...all })
    await move(dave, young, { topic: '\u2714 figs', ...all })
    await move(mona, young, { stream_id: plaza, ...all })
  })

  it('considers only received messages if history is protected', async () => {
    const { carol, dave, plaza, move, clock } = await withPlaza()
    const hidden = { invite_only: true, history_public_to_subscribers: false }
    await carol.api.subscribe({ ...named('vault'), ...hidden })
    await sendChannelMessage(carol, 'vault')
    await carol.api.subscribe({ ...named('vault'), principals: [dave.id] })
    await sendChannelMessage(carol, 'vault')
    clock.advance(week)
    const young = await sendChannelMessage(carol, 'vault')
    clock.advance(100)
    const all = { stream_id: plaza, propagate_mode: 'change_all' }
    await expect(move(dave, young, all)).rejects.toMatchObject(exceeded(young, 2, 1))
    await expect(move(carol, young, all)).rejects.toMatchObject(exceeded(young, 3, 1))
    await move(dave, young, { ...all, propagate_mode: 'change_later' })
  })
})

describe('Moving to another channel', () => {
  it('is never possible for guests, regardless of permissions', async () => {
    const world = await withPlaza()
    const { alice, carol, greta, plaza, move } = world
    await carol.api.subscribe({ ...named('plaza'), principals: [greta.id] })
    const message_id = await sendChannelMessage(carol)
    await setPermissions(world, { can_move_messages_between_channels_group: set(greta) })
    await expect(move(greta, message_id, { stream_id: plaza })).rejects.toMatchObject(
      withReason('message-move-to-channel-denied'),
    )
    await expect(move(alice, message_id, { stream_id: plaza })).rejects.toMatchObject(
      withReason('message-move-to-channel-denied'),
    )
    await setPermissions(world, { can_move_messages_between_channels_group: set(carol) })
    await move(carol, message_id, { stream_id: plaza })
  })

  it("needs the bot's own permission to post there: that of its owner is enough only for posting", async () => {
    const world = await withPlaza()
    const { carol, move } = world
    const bot = await addBot(world, carol)
    await carol.api.subscribe({ ...named('podium'), can_send_message_group: set(carol) })
    const stream_id = await idOf(carol, 'podium')
    await sendChannelMessage(bot, 'podium')
    await expect(move(bot, await sendChannelMessage(carol), { stream_id })).rejects.toMatchObject(
      withReason('channel-posting-denied'),
    )
    await move(carol, await sendChannelMessage(carol), { stream_id })
  })

  it('with another topic also needs the permission to change topics', async () => {
    const world = await withPlaza()
    const { carol, dave, plaza, move } = world
    await setPermissions(world, { can_move_messages_between_topics_group: set(carol) })
    const message_id = await sendChannelMessage(carol)
    const both = { stream_id: plaza, topic: 'figs' }
    await expect(move(dave, message_id, both)).rejects.toMatchObject(
      withReason('message-move-to-topic-denied'),
    )
    await move(dave, message_id, { stream_id: plaza })
    await expect(move(dave, message_id, { topic: 'figs' })).rejects.toMatchObject(
      withReason('message-move-to-topic-denied'),
    )
    await move(carol, message_id, { topic: 'figs' })
    // Repeating the move is an empty change.
    await expect(move(carol, message_id, both)).rejects.toMatchObject(withReason('message-change-empty'))
  })
})

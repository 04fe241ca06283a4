import { ApiError } from '@loquat/client'
import {
  addBot,
  createWorld,
  eventsPerUser,
  eventTypesOf,
  type Person,
  sendChannelMessage,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { idOf } from '../../places/channels/testing/fixtures.ts'
import { make, policiesBy } from '../../places/user-topics/testing/fixtures.ts'
import { reactionsTo, settle, tada } from './testing/fixtures.ts'

const history = async ({ api }: Person) =>
  (await api.getMessages({ anchor: 'newest', num_before: 50, num_after: 0 })).messages

describe('Reacting to a message that was never received', () => {
  it('adds it to the history of the caller, as read, permanently', async () => {
    const { carol, dave } = await createWorld()
    await carol.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    await sendChannelMessage(carol, 'plaza')
    const message_id = await sendChannelMessage(carol, 'plaza')
    await sendChannelMessage(carol, 'plaza')
    expect(await history(dave)).toEqual([])
    await dave.api.addReaction({ message_id, ...tada })
    expect(await history(dave)).toMatchObject([{ id: message_id, flags: ['read', 'historical'] }])
    await dave.api.removeReaction({ message_id, ...tada })
    expect(await history(dave)).toMatchObject([{ id: message_id, flags: ['read', 'historical'] }])
  })

  it('changes nothing for users who have it', async () => {
    const { carol, dave } = await createWorld()
    const received = await sendChannelMessage(carol)
    await carol.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    const starred = await sendChannelMessage(carol, 'plaza')
    await dave.api.updateMessageFlags({ messages: [starred], op: 'add', flag: 'starred' })
    for (const message_id of [received, starred]) await dave.api.addReaction({ message_id, ...tada })
    expect(await history(dave)).toMatchObject([
      { id: received, flags: [] },
      { id: starred, flags: ['read', 'starred', 'historical'] },
    ])
  })

  it('adds nothing if the reaction is rejected', async () => {
    const { carol, dave } = await createWorld()
    await carol.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    const message_id = await sendChannelMessage(carol, 'plaza')
    await expect(dave.api.addReaction({ message_id, emoji_name: 'nonsense' })).rejects.toMatchObject(
      withReason('emoji-name-not-found'),
    )
    await expect(dave.api.removeReaction({ message_id, ...tada })).rejects.toMatchObject(
      withReason('reaction-missing'),
    )
    expect(await history(dave)).toEqual([])
  })
})

describe('Reacting as participation in a topic', () => {
  it('follows the topic if the user has set that, before the event about the reaction', async () => {
    const world = await createWorld()
    const { alice, dave } = world
    const general = await idOf(dave, 'general')
    await settle(world, dave, { automatically_follow_topics_policy: 1 })
    const message_id = await sendChannelMessage(alice)
    // A muted topic is followed, too.
    await make(dave, general, 'plums', 1)
    const received = await eventsPerUser({ alice, dave }, () => dave.api.addReaction({ message_id, ...tada }))
    expect(eventTypesOf(received.dave ?? [])).toEqual(['muted_topics', 'user_topic', 'reaction:add'])
    expect(eventTypesOf(received.alice ?? [])).toEqual(['reaction:add'])
    expect(await policiesBy(dave)).toEqual([[general, 'plums', 3]])
    // Removing the reaction does not revert this.
    const back = await eventsPerUser({ dave }, () => dave.api.removeReaction({ message_id, ...tada }))
    expect(eventTypesOf(back.dave ?? [])).toEqual(['reaction:remove'])
    expect(await policiesBy(dave)).toEqual([[general, 'plums', 3]])
    const again = await eventsPerUser({ dave }, () => dave.api.addReaction({ message_id, ...tada }))
    expect(eventTypesOf(again.dave ?? [])).toEqual(['reaction:add'])
  })

  it('unmutes the topic in a muted channel if the user has set that, and never lowers the policy', async () => {
    const world = await createWorld()
    const { alice, dave } = world
    const general = await idOf(dave, 'general')
    await settle(world, dave, {
      automatically_follow_topics_policy: 4,
      automatically_unmute_topics_in_muted_streams_policy: 1,
    })
    await dave.api.addReaction({ message_id: await sendChannelMessage(alice, 'general', 'heard'), ...tada })
    expect(await policiesBy(dave)).toEqual([])
    const subscription_data = [{ stream_id: general, property: 'is_muted', value: true } as const]
    await dave.api.updateSubscriptionProperties({ subscription_data })
    await make(dave, general, 'followed', 3)
    for (const topic of ['followed', 'plums']) {
      await dave.api.addReaction({ message_id: await sendChannelMessage(alice, 'general', topic), ...tada })
    }
    expect((await policiesBy(dave)).sort()).toEqual([
      [general, 'followed', 3],
      [general, 'plums', 2],
    ])
  })

  it('changes nothing with other settings, for bots, without a subscription, or when rejected', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const bot = await addBot(world, carol)
    await bot.api.subscribe({ subscriptions: [{ name: 'general' }] })
    for (const policy of [2, 3, 4]) {
      await settle(world, carol, { automatically_follow_topics_policy: policy })
      await carol.api.addReaction({ message_id: await sendChannelMessage(alice), ...tada })
    }
    expect(await policiesBy(carol)).toEqual([])
    for (const person of [bot, dave]) await settle(world, person, { automatically_follow_topics_policy: 1 })
    await bot.api.addReaction({ message_id: await sendChannelMessage(alice), ...tada })
    expect(await policiesBy(bot)).toEqual([])
    await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    await dave.api.addReaction({ message_id: await sendChannelMessage(alice, 'plaza'), ...tada })
    const unknown = dave.api.addReaction({
      message_id: await sendChannelMessage(alice),
      emoji_name: 'nonsense',
    })
    await expect(unknown).rejects.toMatchObject(withReason('emoji-name-not-found'))
    expect(await policiesBy(dave)).toEqual([])
  })

  it('makes the user a participant, for wildcard mentions of the topic', async () => {
    const { alice, carol, dave } = await createWorld()
    const message_id = await sendChannelMessage(alice)
    await dave.api.addReaction({ message_id, ...tada })
    const mention = await sendChannelMessage(alice, 'general', 'Plums', '@**topic** hello')
    const flagsOf = async ({ api }: Person) =>
      (await api.getMessage({ message_id: mention })).message.flags.filter((flag) => flag !== 'read')
    expect(await flagsOf(dave)).toEqual(['topic_wildcard_mentioned', 'wildcard_mentioned'])
    expect(await flagsOf(carol)).toEqual([])
  })
})

describe('Reacting concurrently', () => {
  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => 'ok',
      (error: unknown) => {
        if (error instanceof ApiError) return error.reason
        throw error
      },
    )

  it('with the same emoji through two processes leaves one reaction', async () => {
    const world = await createWorld()
    const far = (await world.secondNode()).as(world.dave)
    for (let round = 0; round < 5; round++) {
      const message_id = await sendChannelMessage(world.carol)
      const calls = [world.dave.api, far, world.dave.api].map((api) =>
        outcome(api.addReaction({ message_id, ...tada })),
      )
      expect((await Promise.all(calls)).sort()).toEqual(['ok', 'reaction-exists', 'reaction-exists'])
      expect(await reactionsTo(world.carol, message_id)).toHaveLength(1)
      const back = [world.dave.api, far].map((api) => outcome(api.removeReaction({ message_id, ...tada })))
      expect((await Promise.all(back)).sort()).toEqual(['ok', 'reaction-missing'])
    }
  })

  it('with deleting or editing the message either succeeds or is rejected', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const far = (await world.secondNode()).as(carol)
    for (let round = 0; round < 5; round++) {
      const message_id = await sendChannelMessage(carol)
      const calls = [
        outcome(dave.api.addReaction({ message_id, ...tada })),
        outcome(far.updateMessage({ message_id, content: `edit ${round}` })),
        outcome(far.deleteMessage({ message_id })),
      ]
      const [reacted] = await Promise.all(calls)
      expect(['ok', 'message-not-found']).toContain(reacted)
    }
  })
})

import { ApiError } from '@loquat/client'
import { addBot, createWorld, keysOf, type Person, post, watched, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { idOf } from '../../places/channels/testing/fixtures.ts'
import { make, policiesBy } from '../../places/user-topics/testing/fixtures.ts'
import { reactionsTo, settle, tada } from './testing/fixtures.ts'

const history = async ({ api }: Person) =>
  (await api.getMessages({ anchor: 'newest', num_before: 50, num_after: 0 })).messages

describe('reacting to a message that one never received', () => {
  it('takes it into the own history, as read, and leaves it there', async () => {
    const { carol, dave } = await createWorld()
    await carol.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    await post(carol, 'plaza')
    const message_id = await post(carol, 'plaza')
    await post(carol, 'plaza')
    expect(await history(dave)).toEqual([])
    await dave.api.addReaction({ message_id, ...tada })
    expect(await history(dave)).toMatchObject([{ id: message_id, flags: ['read', 'historical'] }])
    await dave.api.removeReaction({ message_id, ...tada })
    expect(await history(dave)).toMatchObject([{ id: message_id, flags: ['read', 'historical'] }])
  })

  it('changes nothing for those who have it', async () => {
    const { carol, dave } = await createWorld()
    const received = await post(carol)
    await carol.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    const starred = await post(carol, 'plaza')
    await dave.api.updateMessageFlags({ messages: [starred], op: 'add', flag: 'starred' })
    for (const message_id of [received, starred]) await dave.api.addReaction({ message_id, ...tada })
    expect(await history(dave)).toMatchObject([
      { id: received, flags: [] },
      { id: starred, flags: ['read', 'starred', 'historical'] },
    ])
  })

  it('does not happen when the reaction is refused', async () => {
    const { carol, dave } = await createWorld()
    await carol.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    const message_id = await post(carol, 'plaza')
    await expect(dave.api.addReaction({ message_id, emoji_name: 'nonsense' })).rejects.toMatchObject(
      withReason('emoji-name-not-found'),
    )
    await expect(dave.api.removeReaction({ message_id, ...tada })).rejects.toMatchObject(
      withReason('reaction-missing'),
    )
    expect(await history(dave)).toEqual([])
  })
})

describe('reacting as taking part in a topic', () => {
  it('follows the topic for those who want that, before the reaction is told', async () => {
    const world = await createWorld()
    const { alice, dave } = world
    const general = await idOf(dave, 'general')
    await settle(world, dave, { automatically_follow_topics_policy: 1 })
    const message_id = await post(alice)
    // A muted topic is raised, too.
    await make(dave, general, 'plums', 1)
    const told = await watched({ alice, dave }, () => dave.api.addReaction({ message_id, ...tada }))
    expect(keysOf(told.dave ?? [])).toEqual(['muted_topics', 'user_topic', 'reaction:add'])
    expect(keysOf(told.alice ?? [])).toEqual(['reaction:add'])
    expect(await policiesBy(dave)).toEqual([[general, 'plums', 3]])
    // Taking it back does not revert this.
    const back = await watched({ dave }, () => dave.api.removeReaction({ message_id, ...tada }))
    expect(keysOf(back.dave ?? [])).toEqual(['reaction:remove'])
    expect(await policiesBy(dave)).toEqual([[general, 'plums', 3]])
    const again = await watched({ dave }, () => dave.api.addReaction({ message_id, ...tada }))
    expect(keysOf(again.dave ?? [])).toEqual(['reaction:add'])
  })

  it('unmutes the topic in a muted channel for those who want that, and never lowers it', async () => {
    const world = await createWorld()
    const { alice, dave } = world
    const general = await idOf(dave, 'general')
    await settle(world, dave, {
      automatically_follow_topics_policy: 4,
      automatically_unmute_topics_in_muted_streams_policy: 1,
    })
    await dave.api.addReaction({ message_id: await post(alice, 'general', 'heard'), ...tada })
    expect(await policiesBy(dave)).toEqual([])
    const subscription_data = [{ stream_id: general, property: 'is_muted', value: true } as const]
    await dave.api.updateSubscriptionProperties({ subscription_data })
    await make(dave, general, 'followed', 3)
    for (const topic of ['followed', 'plums']) {
      await dave.api.addReaction({ message_id: await post(alice, 'general', topic), ...tada })
    }
    expect((await policiesBy(dave)).sort()).toEqual([
      [general, 'followed', 3],
      [general, 'plums', 2],
    ])
  })

  it('changes nothing with other wishes, for bots, for those not subscribed, or when refused', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const bot = await addBot(world, carol)
    await bot.api.subscribe({ subscriptions: [{ name: 'general' }] })
    for (const policy of [2, 3, 4]) {
      await settle(world, carol, { automatically_follow_topics_policy: policy })
      await carol.api.addReaction({ message_id: await post(alice), ...tada })
    }
    expect(await policiesBy(carol)).toEqual([])
    for (const person of [bot, dave]) await settle(world, person, { automatically_follow_topics_policy: 1 })
    await bot.api.addReaction({ message_id: await post(alice), ...tada })
    expect(await policiesBy(bot)).toEqual([])
    await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    await dave.api.addReaction({ message_id: await post(alice, 'plaza'), ...tada })
    const refusal = dave.api.addReaction({ message_id: await post(alice), emoji_name: 'nonsense' })
    await expect(refusal).rejects.toMatchObject(withReason('emoji-name-not-found'))
    expect(await policiesBy(dave)).toEqual([])
  })

  it('makes one a participant, whom a mention of the topic reaches', async () => {
    const { alice, carol, dave } = await createWorld()
    const message_id = await post(alice)
    await dave.api.addReaction({ message_id, ...tada })
    const mention = await post(alice, 'general', 'Plums', '@**topic** hello')
    const flagsOf = async ({ api }: Person) =>
      (await api.getMessage({ message_id: mention })).message.flags.filter((flag) => flag !== 'read')
    expect(await flagsOf(dave)).toEqual(['topic_wildcard_mentioned', 'wildcard_mentioned'])
    expect(await flagsOf(carol)).toEqual([])
  })
})

describe('reacting at the same time', () => {
  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => 'ok',
      (error: unknown) => {
        if (error instanceof ApiError) return `${error.status} ${error.code}`
        throw error
      },
    )

  it('twice with one emoji, through two processes, leaves one reaction', async () => {
    const world = await createWorld()
    const far = (await world.secondNode()).as(world.dave)
    for (let round = 0; round < 5; round++) {
      const message_id = await post(world.carol)
      const calls = [world.dave.api, far, world.dave.api].map((api) =>
        outcome(api.addReaction({ message_id, ...tada })),
      )
      const taken = '400 REACTION_ALREADY_EXISTS'
      expect((await Promise.all(calls)).sort()).toEqual([taken, taken, 'ok'])
      expect(await reactionsTo(world.carol, message_id)).toHaveLength(1)
      const back = [world.dave.api, far].map((api) => outcome(api.removeReaction({ message_id, ...tada })))
      expect((await Promise.all(back)).sort()).toEqual(['400 REACTION_DOES_NOT_EXIST', 'ok'])
    }
  })

  it('as the message is deleted or edited is done or refused', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const far = (await world.secondNode()).as(carol)
    for (let round = 0; round < 5; round++) {
      const message_id = await post(carol)
      const calls = [
        outcome(dave.api.addReaction({ message_id, ...tada })),
        outcome(far.updateMessage({ message_id, content: `edit ${round}` })),
        outcome(far.deleteMessage({ message_id })),
      ]
      const [reacted] = await Promise.all(calls)
      expect(['ok', '400 BAD_REQUEST']).toContain(reacted)
    }
  })
})

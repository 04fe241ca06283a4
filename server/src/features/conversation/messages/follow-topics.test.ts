import { addBot, createWorld, eventsPerUser, eventTypesOf, type Person } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { settle } from '../reactions/testing/fixtures.ts'
import { toChannel } from './testing/fixtures.ts'

const follow = (policy: number) => ({ automatically_follow_topics_policy: policy })
const unmute = (policy: number) => ({ automatically_unmute_topics_in_muted_streams_policy: policy })

async function muteChannel(person: Person): Promise<void> {
  const { stream_id } = await person.api.getChannelId({ stream: 'general' })
  const subscription_data = [{ stream_id, property: 'is_muted' as const, value: true }]
  await person.api.updateSubscriptionProperties({ subscription_data })
}

const policyAfter = async (person: Person, topic = 'plums') =>
  (await person.api.sendMessage({ ...toChannel, topic })).automatic_new_visibility_policy

async function setPolicy(person: Person, visibility_policy: 0 | 1 | 2 | 3): Promise<void> {
  const { stream_id } = await person.api.getChannelId({ stream: 'general' })
  await person.api.updateUserTopic({ stream_id, topic: 'plums', visibility_policy })
}

describe('Sending a message', () => {
  it('makes the user who starts a topic follow it, before the message arrives', async () => {
    const { carol, dave } = await createWorld()
    const received = await eventsPerUser({ carol, dave }, async () => {
      expect(await policyAfter(carol)).toBe(3)
    })
    expect(eventTypesOf(received.carol ?? [])).toEqual(['muted_topics', 'user_topic', 'message'])
    expect(received.carol?.[1]).toMatchObject({ topic_name: 'plums', visibility_policy: 3 })
    expect(eventTypesOf(received.dave ?? [])).toEqual(['message'])
    expect(await policyAfter(dave, 'PLUMS')).toBeUndefined()
    expect(await policyAfter(carol)).toBeUndefined()
  })

  it('knows on every process whether a topic has messages', async () => {
    const world = await createWorld()
    const node = await world.secondNode()
    const first = await node.as(world.carol).sendMessage(toChannel)
    expect(first.automatic_new_visibility_policy).toBe(3)
    expect(await policyAfter(world.dave)).toBeUndefined()
    // Deleted and moved messages do not count.
    await world.carol.api.updateMessage({
      message_id: first.id,
      topic: 'pears',
      propagate_mode: 'change_all',
      send_notification_to_new_thread: false,
    })
    await node.app.realms.catchUp()
    const again = await node.as(world.dave).sendMessage(toChannel)
    expect(again.automatic_new_visibility_policy).toBe(3)
  })

  it.each([
    ['follow on participation follows', follow(1), 0, 3],
    ['follow on send follows', follow(2), 0, 3],
    ['follow on send raises a muted topic', follow(2), 1, 3],
    ['follow on send raises an unmuted topic', follow(2), 2, 3],
    ['follow on send leaves a followed topic', follow(2), 3, undefined],
    ['follow on initiation leaves a topic with messages', follow(3), 0, undefined],
    ['follow never', follow(4), 0, undefined],
  ] as const)('into a topic with messages: %s', async (_, settings, before, after) => {
    const world = await createWorld()
    const { carol, dave } = world
    await dave.api.sendMessage(toChannel)
    await settle(world, carol, settings)
    await setPolicy(carol, before)
    expect(await policyAfter(carol)).toBe(after)
  })

  it.each([
    ['unmute on send unmutes', unmute(2), 0, 2],
    ['unmute on send raises a muted topic', unmute(2), 1, 2],
    ['unmute on send leaves an unmuted topic', unmute(2), 2, undefined],
    ['unmute on initiation leaves a topic with messages', unmute(3), 0, undefined],
    ['unmute never', unmute(4), 0, undefined],
    ['following beats unmuting', { ...follow(2), ...unmute(2) }, 0, 3],
  ] as const)('into a muted channel: %s', async (_, settings, before, after) => {
    const world = await createWorld()
    const { carol, dave } = world
    await dave.api.sendMessage(toChannel)
    await settle(world, carol, settings)
    await muteChannel(carol)
    await setPolicy(carol, before)
    expect(await policyAfter(carol)).toBe(after)
  })

  it('to start a topic does not raise a muted topic, and unmutes only in muted channels', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    await setPolicy(carol, 1)
    expect(await policyAfter(carol)).toBeUndefined()
    await settle(world, dave, { ...follow(4), ...unmute(3) })
    expect(await policyAfter(dave, 'pears')).toBeUndefined()
    await muteChannel(dave)
    expect(await policyAfter(dave, 'figs')).toBe(2)
  })

  it('considers only received messages if history is protected', async () => {
    const { alice, carol } = await createWorld()
    await alice.api.subscribe({
      subscriptions: [{ name: 'cellar' }],
      invite_only: true,
      history_public_to_subscribers: false,
    })
    await alice.api.sendMessage({ ...toChannel, to: 'cellar' })
    await alice.api.subscribe({ subscriptions: [{ name: 'cellar' }], principals: [carol.id] })
    const send = () => carol.api.sendMessage({ ...toChannel, to: 'cellar' })
    expect((await send()).automatic_new_visibility_policy).toBe(3)
    expect((await send()).automatic_new_visibility_policy).toBeUndefined()
  })

  it('changes no policies for bots and in direct messages', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const bot = await addBot(world, carol)
    expect(await policyAfter(bot)).toBeUndefined()
    const direct = await carol.api.sendMessage({ type: 'direct', to: [dave.id], content: 'hi' })
    expect(direct).not.toHaveProperty('automatic_new_visibility_policy')
  })

  it('makes users follow a topic in which they are mentioned by name, unless they muted it or turned that off', async () => {
    const world = await createWorld()
    const { alice, carol, dave, greta } = world
    await carol.api.sendMessage(toChannel)
    await setPolicy(alice, 1)
    await settle(world, greta, { automatically_follow_topics_where_mentioned: false })
    const content = `@**|${dave.id}** @**|${alice.id}** @**|${greta.id}**`
    const received = await eventsPerUser({ alice, carol, dave, greta }, () =>
      carol.api.sendMessage({ ...toChannel, content }),
    )
    expect(eventTypesOf(received.dave ?? [])).toEqual(['muted_topics', 'user_topic', 'message'])
    expect(received.dave?.[1]).toMatchObject({ visibility_policy: 3 })
    for (const person of ['alice', 'carol', 'greta'])
      expect(eventTypesOf(received[person] ?? [])).toEqual(['message'])
    const silent = `@_**|${greta.id}** @**all**`
    expect(
      eventTypesOf(
        (await eventsPerUser({ dave }, () => carol.api.sendMessage({ ...toChannel, content: silent }))).dave!,
      ),
    ).toEqual(['message'])
  })
})

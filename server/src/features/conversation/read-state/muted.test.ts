import { createWorld, eventsDuring, expectEventsToReproduceState, type Person } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

async function muteable() {
  const world = await createWorld()
  const { alice, carol } = world
  await carol.api.subscribe({ subscriptions: [{ name: 'noise' }], principals: [alice.id, carol.id] })
  const { stream_id } = await carol.api.getChannelId({ stream: 'noise' })
  const mute = (value: boolean) =>
    carol.api.updateSubscriptionProperties({
      subscription_data: [{ stream_id, property: 'is_muted', value }],
    })
  const say = (to: string) => alice.api.sendMessage({ type: 'channel', to, topic: 'x', content: to })
  const count = async ({ api }: Person) => (await api.register()).unread_msgs?.count
  return { ...world, mute, say, count }
}

describe('A muted channel', () => {
  it('lists its unread messages and does not count them', async () => {
    const { carol, mute, say, count } = await muteable()
    await say('noise')
    await say('general')
    expect(await count(carol)).toBe(2)
    await expectEventsToReproduceState(carol, () => mute(true))
    expect(await count(carol)).toBe(1)
    await expectEventsToReproduceState(carol, () => say('noise'))
    const { unread_msgs } = await carol.api.register()
    expect(unread_msgs?.count).toBe(1)
    expect(unread_msgs?.streams.map((entry) => entry.unread_message_ids.length)).toEqual([1, 2])
    await expectEventsToReproduceState(carol, () => mute(false))
    expect(await count(carol)).toBe(3)
  })

  it('is skipped when finding the first unread message, unless the narrow names it', async () => {
    const { carol, mute, say } = await muteable()
    await mute(true)
    const inNoise = await say('noise')
    const inGeneral = await say('general')
    const anchorOf = async (narrow: { operator: string; operand: string }[]) =>
      (await carol.api.getMessages({ anchor: 'first_unread', num_before: 0, num_after: 0, narrow })).anchor
    expect(await anchorOf([])).toBe(inGeneral.id)
    expect(await anchorOf([{ operator: 'channel', operand: 'noise' }])).toBe(inNoise.id)
  })

  it('is marked as muted in the event about messages that become unread again', async () => {
    const { carol, mute, say } = await muteable()
    const { id } = await say('noise')
    await mute(true)
    const mark = (op: 'add' | 'remove') => carol.api.updateMessageFlags({ messages: [id], op, flag: 'read' })
    await mark('add')
    const [event] = await eventsDuring(carol, () => mark('remove'))
    expect(event).toMatchObject({ message_details: { [id]: { unmuted_stream_msg: false } } })
  })
})

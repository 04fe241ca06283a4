import { createWorld, expectEventsToReproduceState, type Person, sendChannelMessage } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { idOf, ids, named } from '../../places/channels/testing/fixtures.ts'
import { make } from '../../places/user-topics/testing/fixtures.ts'
import { withoutNotice } from './testing/fixtures.ts'

const unreadOf = async ({ api }: Person) => (await api.register()).unread_msgs

/** Dave mutes a topic in one channel and the whole other channel. */
async function withMuted() {
  const world = await createWorld()
  const { carol, dave } = world
  await carol.api.subscribe({ ...named('noise'), principals: ids(carol, dave) })
  const [general, noise] = [await idOf(carol, 'general'), await idOf(carol, 'noise')]
  for (const to of ['general', 'noise']) await sendChannelMessage(carol, to, 'before')
  await dave.api.markAllAsRead()
  await make(dave, general, 'muted', 1)
  await dave.api.updateSubscriptionProperties({
    subscription_data: [{ stream_id: noise, property: 'is_muted', value: true }],
  })
  const edit = (message_id: number, change: object) =>
    expectEventsToReproduceState(dave, () =>
      carol.api.updateMessage({ message_id, ...withoutNotice, ...change }),
    )
  return { ...world, general, noise, edit }
}

describe('An edit in a muted topic', () => {
  it('that mentions everyone does not count as a mention; one by name does', async () => {
    const { carol, dave, edit } = await withMuted()
    const message_id = await sendChannelMessage(carol, 'general', 'muted')
    await edit(message_id, { content: '@**all**' })
    expect((await unreadOf(dave))?.mentions).toEqual([])
    await edit(message_id, { content: '@**Dave Member**' })
    expect((await unreadOf(dave))?.mentions).toEqual([message_id])
    await edit(message_id, { content: '@**all** again' })
    expect((await unreadOf(dave))?.mentions).toEqual([])
  })
})

describe('Unread messages that are moved', () => {
  it('count in their new conversation', async () => {
    const { carol, dave, general, noise, edit } = await withMuted()
    const [message_id] = [await sendChannelMessage(carol), await sendChannelMessage(carol)]
    const counts: unknown[] = []
    for (const stream_id of [noise, general]) {
      await edit(message_id, { stream_id, propagate_mode: 'change_all' })
      counts.push((await unreadOf(dave))?.count)
    }
    expect(counts).toEqual([0, 2])
  })

  it('keep personal mentions everywhere, and lose wildcard mentions in a muted conversation', async () => {
    const { carol, dave, general, noise, edit } = await withMuted()
    const named = await sendChannelMessage(carol, 'general', 'plums', '@**Dave Member**')
    const everyone = await sendChannelMessage(carol, 'general', 'figs', '@**all**')
    // A mention makes the user follow the topic, which would notify in a muted channel, too.
    await make(dave, general, 'plums', 0)
    for (const message_id of [named, everyone]) await edit(message_id, { stream_id: noise })
    expect((await unreadOf(dave))?.mentions).toEqual([named])
    for (const message_id of [named, everyone]) await edit(message_id, { stream_id: general })
    expect((await unreadOf(dave))?.mentions).toEqual([named, everyone])
  })
})

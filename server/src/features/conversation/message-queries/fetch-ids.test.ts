import { bodyWithReason, createWorld, sendChannelMessage } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const idsOf = ({ messages }: { messages: { id: number }[] }) => messages.map((message) => message.id)

describe('Messages fetched by ID', () => {
  it('are sorted and unique, without an anchor, and leave out inaccessible ones', async () => {
    const { alice, bob, carol } = await createWorld()
    const first = await sendChannelMessage(alice)
    const { id: hidden } = await alice.api.sendMessage({ type: 'direct', to: [bob.id], content: 'psst' })
    const last = await sendChannelMessage(alice)
    const { messages, ...rest } = await carol.api.getMessages({
      message_ids: [last, 404_404, first, hidden, last],
    })
    expect(messages.map((message) => message.id)).toEqual([first, last])
    expect(rest).toEqual({
      found_anchor: false,
      found_oldest: false,
      found_newest: false,
      history_limited: false,
    })
    expect(idsOf(await carol.api.getMessages({ message_ids: [] }))).toEqual([])
    expect(idsOf(await carol.api.getMessages({ message_ids: [hidden] }))).toEqual([])
  })

  it('are filtered by the narrow, which also decides whether shared history counts', async () => {
    const { alice, carol } = await createWorld()
    await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    const unreceived = await sendChannelMessage(alice, 'plaza')
    const received = await sendChannelMessage(alice)
    const among = async (narrow: [string, string][]) =>
      idsOf(await carol.api.getMessages({ message_ids: [unreceived, received], narrow }))
    expect(await among([])).toEqual([received])
    expect(await among([['channel', 'plaza']])).toEqual([unreceived])
    expect(await among([['channels', 'public']])).toEqual([unreceived, received])
    expect(await among([['topic', 'y']])).toEqual([])
  })

  it('are rejected together with parameters of a range', async () => {
    const world = await createWorld()
    const parameters = 'num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor'
    for (const extra of [
      'anchor=newest',
      'num_before=0',
      'num_after=0',
      'include_anchor=true',
      'use_first_unread_anchor=false',
    ]) {
      const response = await world.raw(`/api/v1/messages?message_ids=[1]&${extra}`, { as: world.carol })
      expect(response.status, extra).toBe(400)
      expect(await response.json(), extra).toMatchObject({
        ...bodyWithReason('message-selection-ambiguous'),
        parameters,
      })
    }
  })

  it('are at most 5000, each a whole number from 0', async () => {
    const world = await createWorld()
    const status = async (ids: string) =>
      (await world.raw(`/api/v1/messages?message_ids=${ids}`, { as: world.carol })).status
    const many = (count: number) => `[${Array(count).fill(1).join()}]`
    expect(await status(many(5_000))).toBe(200)
    expect(await status(many(5_001))).toBe(400)
    for (const ids of ['[-1]', '[1.5]', '["1"]', '1', 'x']) expect(await status(ids), ids).toBe(400)
    const range = 'num_before=0&num_after=0&anchor=oldest'
    expect(await status(`null&${range}`)).toBe(200)
  })
})

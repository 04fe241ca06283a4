import { eventsDuring, expectEventsToReproduceState, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { allowed, createChannels } from '../channels/testing/fixtures.ts'
import { generalOf, make, topicsOf } from './testing/fixtures.ts'

const time = expect.any(Number)

describe('PATCH /users/me/subscriptions/muted_topics', () => {
  it('mutes and unmutes a topic by the name or ID of its channel', async () => {
    const { carol, general } = await generalOf()
    const patch = carol.api.updateMutedTopics
    const events = await expectEventsToReproduceState(carol, async () => {
      await patch({ stream: 'GENERAL', topic: 'plums', op: 'add' })
      await patch({ stream_id: general, topic: 'general chat', op: 'add' })
    })
    expect(events).toMatchObject([
      { muted_topics: [['general', 'plums', time]] },
      { topic_name: 'plums', visibility_policy: 1 },
      {
        muted_topics: [
          ['general', '', time],
          ['general', 'plums', time],
        ],
      },
      { topic_name: '', visibility_policy: 1 },
    ])
    await expectEventsToReproduceState(carol, async () => {
      await patch({ stream_id: general, topic: 'PLUMS', op: 'remove' })
      await patch({ stream: 'general', topic: '', op: 'remove' })
    })
    expect(await topicsOf(carol)).toEqual([])
  })

  it('clears every policy of a topic, and accepts topics without one', async () => {
    const { carol, general } = await generalOf()
    await make(carol, general, 'plums', 3)
    const remove = (topic: string) => carol.api.updateMutedTopics({ stream: 'general', topic, op: 'remove' })
    await expectEventsToReproduceState(carol, () => remove('plums'))
    expect(await topicsOf(carol)).toEqual([])
    expect(await eventsDuring(carol, () => remove('plums'))).toEqual([])
  })

  it('requires exactly one way to name the channel', async () => {
    const { carol, general } = await generalOf()
    const attempt = (channel: { stream?: string; stream_id?: number }) =>
      carol.api.updateMutedTopics({ ...channel, topic: 'plums', op: 'add' })
    await expect(attempt({})).rejects.toMatchObject(withReason('channel-reference-missing'))
    await expect(attempt({ stream: 'general', stream_id: general })).rejects.toMatchObject({
      ...withReason('channel-reference-ambiguous'),
      body: { parameters: expect.stringContaining('stream_id') },
    })
  })

  it('refuses unknown operations, long topics, and inaccessible channels', async () => {
    const channels = await createChannels()
    const { carol } = channels
    const patch = (op: 'add' | 'remove', channel: { stream?: string; stream_id?: number }, topic = 'plums') =>
      carol.api.updateMutedTopics({ ...channel, op, topic })
    await expect(patch('keep' as 'add', { stream: 'general' })).rejects.toMatchObject(
      withReason('parameter-invalid'),
    )
    await expect(patch('remove', { stream: 'general' }, 'x'.repeat(61))).rejects.toMatchObject(
      withReason('topic-name-too-long', { max: 60 }),
    )
    const open = ['public', 'web-public', 'addable', 'joinable']
    expect(await allowed(channels, (stream_id) => patch('add', { stream_id }))).toEqual(open)
    expect(await allowed(channels, (_, stream) => patch('add', { stream }))).toEqual(open)
    expect(await allowed(channels, (stream_id) => patch('remove', { stream_id }))).toHaveLength(7)
    expect(await allowed(channels, (_, stream) => patch('remove', { stream }))).toHaveLength(7)
  })
})

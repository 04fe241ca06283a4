import type { InitialState, QueueEvent, UserTopicObject, VisibilityPolicy } from '@loquat/contract'
import { describe, expect, it } from 'vitest'
import { reduce } from './reduce.ts'
import { mutedTopicLookup } from './user-topics.ts'

const topic = (
  stream_id: number,
  topic_name: string,
  visibility_policy: VisibilityPolicy,
): UserTopicObject => ({ stream_id, topic_name, last_updated: 1, visibility_policy })
const event = (...of: Parameters<typeof topic>): QueueEvent => ({
  type: 'user_topic',
  id: 1,
  ...topic(...of),
})

describe('Topics', () => {
  it('stay undefined if they were not fetched', () => {
    expect(reduce({}, event(5, 'plums', 1))).toEqual({})
    expect(reduce({}, { type: 'muted_topics', id: 1, muted_topics: [] })).toEqual({})
    expect(reduce({}, { type: 'muted_users', id: 1, muted_users: [] })).toEqual({})
  })

  it('are stored once by channel and name, in their first spelling', () => {
    const events = [event(7, 'a', 1), event(5, 'Plums', 2), event(5, 'apples', 3), event(5, 'pLUMS', 1)]
    const state = events.reduce(reduce, { user_topics: [] })
    expect(state.user_topics).toEqual([topic(5, 'apples', 3), topic(5, 'Plums', 1), topic(7, 'a', 1)])
    const rest = [event(5, 'PLUMS', 0), event(5, 'unknown', 0)].reduce(reduce, state)
    expect(rest.user_topics).toEqual([topic(5, 'apples', 3), topic(7, 'a', 1)])
  })

  it('are muted by their own policy, or by their channel without one', () => {
    const subscription = { stream_id: 5, is_muted: true }
    const state = {
      subscriptions: [subscription, { stream_id: 6, is_muted: false }],
      user_topics: [topic(5, 'Unmuted', 2), topic(5, 'Followed', 3), topic(6, 'Muted', 1)],
    } as InitialState
    const isMuted = mutedTopicLookup(state)
    const places = [
      [5, 'plain'],
      [5, 'UNMUTED'],
      [5, 'followed'],
      [6, 'plain'],
      [6, 'mUTED'],
    ] as const
    expect(places.filter(([channelId, name]) => isMuted(channelId, name))).toEqual([
      [5, 'plain'],
      [6, 'mUTED'],
    ])
    expect(mutedTopicLookup({})(5, 'plain')).toBe(false)
  })
})

describe('Muted topics and users', () => {
  it('follow a renamed channel, and disappear when it is archived', () => {
    const state: InitialState = {
      user_topics: [topic(5, 'plums', 1), topic(6, 'pears', 1)],
      muted_topics: [
        ['barn', 'plums', 1],
        ['plaza', 'pears', 1],
      ],
    }
    const update = { type: 'stream', op: 'update', id: 1, stream_id: 5 } as const
    const renamed = reduce(state, { ...update, name: 'barn', property: 'name', value: 'shed' })
    expect(renamed.muted_topics).toEqual([
      ['shed', 'plums', 1],
      ['plaza', 'pears', 1],
    ])
    expect(reduce(renamed, { ...update, name: 'shed', property: 'is_archived', value: true })).toEqual({
      user_topics: [topic(6, 'pears', 1)],
      muted_topics: [['plaza', 'pears', 1]],
    })
  })

  it('are those of the last event', () => {
    const state: InitialState = { muted_topics: [['general', 'plums', 1]], muted_users: [] }
    const events: QueueEvent[] = [
      { type: 'muted_topics', id: 1, muted_topics: [['general', 'pears', 2]] },
      { type: 'muted_users', id: 2, muted_users: [{ id: 3, timestamp: 4 }] },
    ]
    expect(events.reduce(reduce, state)).toEqual({
      muted_topics: [['general', 'pears', 2]],
      muted_users: [{ id: 3, timestamp: 4 }],
    })
  })
})

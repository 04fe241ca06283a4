import type { InitialState, UnreadMessages } from '@loquat/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keyOf } from '../navigation/conversation.ts'
import { badgeNumber, capped, channelMark, unreadIn } from './unread.ts'

const me = 1
interface Said {
  place: { channelId: number; topic: string } | { people: number[] }
  mention: boolean
}
interface World {
  said: Said[]
  subscribed: number[]
  mutedChannels: number[]
  policies: { channelId: number; topic: string; policy: 1 | 2 | 3 }[]
  mutedPeople: number[]
}

const channelId = fc.constantFrom(10, 11, 12)
const topic = fc.constantFrom('Plums', 'plums', 'figs', '')
const world: fc.Arbitrary<World> = fc.record({
  said: fc.array(
    fc.record({
      place: fc.oneof(
        fc.record({ channelId, topic }),
        fc.record({ people: fc.subarray([2, 3, 4], { minLength: 0 }) }),
      ),
      mention: fc.boolean(),
    }),
    { maxLength: 40 },
  ),
  subscribed: fc.subarray([10, 11, 12]),
  mutedChannels: fc.subarray([10, 11]),
  policies: fc.uniqueArray(
    fc.record({
      channelId,
      topic: fc.constantFrom('PLUMS', 'figs', ''),
      policy: fc.constantFrom(1 as const, 2 as const, 3 as const),
    }),
    { selector: (one) => `${one.channelId}${one.topic}` },
  ),
  mutedPeople: fc.subarray([2, 3]),
})

/** Unread messages in the groups of the server. */
function stateOf({ said, subscribed, mutedChannels, policies, mutedPeople }: World): InitialState {
  const unread: UnreadMessages = {
    count: 0,
    pms: [],
    streams: [],
    huddles: [],
    mentions: [],
    old_unreads_missing: false,
  }
  said.forEach(({ place, mention }, index) => {
    const id = index + 1
    if (mention) unread.mentions.push(id)
    if ('channelId' in place) {
      const found = unread.streams.find(
        (one) => one.stream_id === place.channelId && one.topic.toLowerCase() === place.topic.toLowerCase(),
      )
      if (found) found.unread_message_ids.push(id)
      else unread.streams.push({ stream_id: place.channelId, topic: place.topic, unread_message_ids: [id] })
    } else if (place.people.length > 1) {
      const name = [me, ...place.people].join(',')
      const found = unread.huddles.find((one) => one.user_ids_string === name)
      if (found) found.unread_message_ids.push(id)
      else unread.huddles.push({ user_ids_string: name, unread_message_ids: [id] })
    } else {
      const other = place.people[0] ?? me
      const found = unread.pms.find((one) => one.other_user_id === other)
      if (found) found.unread_message_ids.push(id)
      else unread.pms.push({ other_user_id: other, sender_id: other, unread_message_ids: [id] })
    }
  })
  return {
    user_id: me,
    unread_msgs: unread,
    subscriptions: subscribed.map((stream_id) => ({
      stream_id,
      is_muted: mutedChannels.includes(stream_id),
    })) as InitialState['subscriptions'],
    user_topics: policies.map(({ channelId, topic, policy }) => ({
      stream_id: channelId,
      topic_name: topic,
      last_updated: 0,
      visibility_policy: policy,
    })),
    muted_users: mutedPeople.map((id) => ({ id, timestamp: 0 })),
  }
}

/** The definitions, message by message. */
function judge(message: Said, world: World) {
  const { place, mention } = message
  if ('people' in place) {
    const isMuted = place.people.length > 0 && place.people.every((id) => world.mutedPeople.includes(id))
    return { isUnread: true, isMuted, isFollowed: false, toYou: !isMuted, isMention: mention && !isMuted }
  }
  const policy = world.policies.find(
    (one) => one.channelId === place.channelId && one.topic.toLowerCase() === place.topic.toLowerCase(),
  )?.policy
  return {
    isUnread: world.subscribed.includes(place.channelId),
    isMuted: policy === 1 || (policy === undefined && world.mutedChannels.includes(place.channelId)),
    isFollowed: policy === 3,
    toYou: mention,
    isMention: mention,
  }
}

it('unread counts are those of judging every message by itself', () => {
  fc.assert(
    fc.property(world, (world) => {
      const counts = unreadIn(stateOf(world))
      const all = world.said
        .map((message) => ({ ...message, ...judge(message, world) }))
        .filter((message) => message.isUnread)
      const number = (test: (message: (typeof all)[number]) => boolean) => all.filter(test).length

      expect(counts.unmuted).toBe(number((one) => !one.isMuted))
      expect(counts.direct).toBe(number((one) => 'people' in one.place && !one.isMuted))
      expect(counts.toYou).toBe(number((one) => one.toYou))
      expect(counts.mentions).toBe(number((one) => one.isMention))
      for (const channelId of [10, 11, 12]) {
        const here = all.filter((one) => 'channelId' in one.place && one.place.channelId === channelId)
        const channel = counts.channels.get(channelId) ?? { unmuted: 0, muted: 0, toYou: 0 }
        expect(channel).toEqual({
          unmuted: here.filter((one) => !one.isMuted).length,
          muted: here.filter((one) => one.isMuted).length,
          toYou: here.filter((one) => one.toYou).length,
        })
      }
      expect(badgeNumber(counts, 1)).toBe(counts.unmuted)
      expect(badgeNumber(counts, 2)).toBe(number((one) => one.toYou || one.isFollowed))
      expect(badgeNumber(counts, 3)).toBe(number((one) => one.toYou))
      expect(badgeNumber(counts, 4)).toBe(0)
      const total = [...counts.conversations.values()].reduce((sum, one) => sum + one.ids.length, 0)
      expect(total).toBe(all.length)
    }),
  )
})

it('unread counts are stored by conversation key', () => {
  const counts = unreadIn(
    stateOf({
      said: [
        { place: { channelId: 10, topic: 'Plums' }, mention: true },
        { place: { channelId: 10, topic: 'plums' }, mention: false },
        { place: { people: [2, 3] }, mention: false },
        { place: { people: [] }, mention: false },
      ],
      subscribed: [10],
      mutedChannels: [10],
      policies: [],
      mutedPeople: [],
    }),
  )
  expect(counts.conversations.get(keyOf({ kind: 'topic', channelId: 10, topic: 'PLUMS' }))).toMatchObject({
    ids: [1, 2],
    isMuted: true,
    toYou: 1,
  })
  expect(counts.conversations.get(keyOf({ kind: 'dm', userIds: [2, 3] }))?.ids).toEqual([3])
  expect(counts.conversations.get(keyOf({ kind: 'dm', userIds: [] }))?.ids).toEqual([4])
})

it('unread counts are empty before the state is loaded', () => {
  expect(unreadIn({})).toMatchObject({ unmuted: 0, toYou: 0, isPartial: false })
})

it('unread counts of channels follow the settings', () => {
  const some = { unmuted: 3, muted: 1, toYou: 0 }
  expect(channelMark(some, 1, true)).toBe('number')
  expect(channelMark(some, 2, false)).toBe('number')
  expect(channelMark(some, 2, true)).toBe('dot')
  expect(channelMark(some, 3, false)).toBe('dot')
  expect(channelMark({ ...some, unmuted: 0 }, 1, false)).toBe('nothing')
  expect([capped(999), capped(1000)]).toEqual([
    { count: 999, isMore: false },
    { count: 999, isMore: true },
  ])
})

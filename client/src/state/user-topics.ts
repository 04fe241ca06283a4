import type { BodyOf, InitialState, VisibilityPolicy } from '@loquat/contract'
import { caseless, visibility } from '@loquat/contract/light'
import { patch } from './people.ts'

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** A listed topic keeps its spelling, even if the event spells it differently. */
export function withUserTopic(state: InitialState, event: BodyOf<'user_topic'>): InitialState {
  if (state.user_topics === undefined) return state
  const { stream_id, topic_name, last_updated, visibility_policy } = event
  const known = state.user_topics.find(
    (one) => one.stream_id === stream_id && caseless(one.topic_name) === caseless(topic_name),
  )
  const others = state.user_topics.filter((one) => one !== known)
  if (visibility_policy === visibility.inherit) return patch(state, { user_topics: others })
  const spelled = known?.topic_name ?? topic_name
  const topics = [...others, { stream_id, topic_name: spelled, last_updated, visibility_policy }]
  return patch(state, {
    user_topics: topics.sort(
      (a, b) => a.stream_id - b.stream_id || compare(caseless(a.topic_name), caseless(b.topic_name)),
    ),
  })
}

export function withMutedTopics(state: InitialState, { muted_topics }: BodyOf<'muted_topics'>): InitialState {
  return patch(state, { muted_topics: state.muted_topics && muted_topics })
}

/** Muted topics contain the channel name; archived channels are in neither list. */
export function withChannelOfTopics(
  state: InitialState,
  { stream_id, name, property, value }: BodyOf<'stream:update'>,
): InitialState {
  const { user_topics: topics, muted_topics: muted } = state
  if (property === 'name' && typeof value === 'string') {
    return patch(state, {
      muted_topics: muted?.map(([channel, ...rest]) => [channel === name ? value : channel, ...rest]),
    })
  }
  if (property !== 'is_archived' || value !== true) return state
  return patch(state, {
    user_topics: topics?.filter((one) => one.stream_id !== stream_id),
    muted_topics: muted?.filter(([channel]) => channel !== name),
  })
}

/** Returns a lookup of topic visibility policies, ignoring case. */
export function topicPolicyLookup({
  user_topics: topics,
}: Pick<InitialState, 'user_topics'>): (channelId: number, topic: string) => VisibilityPolicy {
  const key = (channelId: number, topic: string) => `${channelId} ${caseless(topic)}`
  const policies = new Map(topics?.map((one) => [key(one.stream_id, one.topic_name), one.visibility_policy]))
  return (channelId, topic) => policies.get(key(channelId, topic)) ?? visibility.inherit
}

/** Returns a function that checks whether a topic is muted: by its own policy or, if it has none, by its channel. */
export function mutedTopicLookup(
  state: Pick<InitialState, 'subscriptions' | 'user_topics'>,
): (channelId: number, topic: string) => boolean {
  const channels = new Set(
    state.subscriptions?.filter((channel) => channel.is_muted).map((channel) => channel.stream_id),
  )
  const policyOf = topicPolicyLookup(state)
  return (channelId, topic) => {
    const policy = policyOf(channelId, topic)
    return policy === visibility.inherit ? channels.has(channelId) : policy === visibility.muted
  }
}

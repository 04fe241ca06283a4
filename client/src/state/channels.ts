import type { BodyOf, ChannelObject, InitialState, UnreadMessages } from '@loquat/contract'
import { patch } from './people.ts'
import { withoutUnread } from './unread.ts'

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
const ascending = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b)

interface ChannelEntry extends ChannelObject {
  subscribers?: number[] | undefined
}

/** Every visible channel is in exactly one of these lists. */
const lists = ['subscriptions', 'unsubscribed', 'never_subscribed'] as const

function inEveryList(
  state: InitialState,
  change: <T extends ChannelEntry>(channels: T[]) => T[],
): InitialState {
  return patch(state, {
    subscriptions: state.subscriptions && change(state.subscriptions),
    unsubscribed: state.unsubscribed && change(state.unsubscribed),
    never_subscribed: state.never_subscribed && change(state.never_subscribed),
  })
}

export function withChannels(state: InitialState, { streams }: BodyOf<'stream:create'>): InitialState {
  const known = new Set(lists.flatMap((list) => state[list]?.map((channel) => channel.stream_id) ?? []))
  const unknown = streams.filter((channel) => !known.has(channel.stream_id))
  const others = state.streams?.filter(
    (channel) => !streams.some((one) => one.stream_id === channel.stream_id),
  )
  return patch(state, {
    streams: others && [...others, ...streams].sort(byName),
    never_subscribed:
      state.never_subscribed &&
      [...state.never_subscribed, ...unknown.map((channel) => ({ ...channel, subscribers: [] }))].sort(
        byName,
      ),
  })
}

/** Properties that change together with another one. */
const companions = ['rendered_description', 'history_public_to_subscribers', 'is_web_public'] as const

export function withChannelProperty(state: InitialState, event: BodyOf<'stream:update'>): InitialState {
  const changed = Object.fromEntries([
    [event.property, event.value],
    ...companions.filter((name) => event[name] !== undefined).map((name) => [name, event[name]]),
  ])
  const change = <T extends ChannelEntry>(channels: T[]) =>
    channels
      .map((channel) => (channel.stream_id === event.stream_id ? { ...channel, ...changed } : channel))
      .sort(byName)
  return patch(inEveryList(state, change), { streams: state.streams && change(state.streams) })
}

export function withoutChannels(state: InitialState, { stream_ids }: BodyOf<'stream:delete'>): InitialState {
  const remaining = <T extends ChannelEntry>(channels: T[]) =>
    channels.filter((channel) => !stream_ids.includes(channel.stream_id))
  const rest = inEveryList(state, remaining)
  return patch(rest, { streams: state.streams && remaining(state.streams) })
}

export function withSubscriptions(
  state: InitialState,
  { subscriptions }: BodyOf<'subscription:add'>,
): InitialState {
  const added = new Set(subscriptions.map((channel) => channel.stream_id))
  const rest = inEveryList(state, (channels) => channels.filter((channel) => !added.has(channel.stream_id)))
  return patch(rest, {
    subscriptions: rest.subscriptions && [...rest.subscriptions, ...subscriptions].sort(byName),
  })
}

export function withoutSubscriptions(
  state: InitialState,
  { subscriptions }: BodyOf<'subscription:remove'>,
): InitialState {
  const gone = new Set(subscriptions.map((channel) => channel.stream_id))
  const left = state.subscriptions?.filter((channel) => gone.has(channel.stream_id)) ?? []
  const withoutMe = left.map((channel) => ({
    ...channel,
    ...(channel.subscribers && { subscribers: channel.subscribers.filter((id) => id !== state.user_id) }),
  }))
  return patch(state, {
    subscriptions: state.subscriptions?.filter((channel) => !gone.has(channel.stream_id)),
    unsubscribed: state.unsubscribed && [...state.unsubscribed, ...withoutMe].sort(byName),
    // Flag events follow later; messages in lost channels stop counting as unread immediately.
    unread_msgs: state.unread_msgs && withoutUnread(state.unread_msgs, unreadIn(state.unread_msgs, gone)),
  })
}

const unreadIn = ({ streams }: UnreadMessages, channelIds: ReadonlySet<number>) =>
  streams
    .filter(({ stream_id }) => channelIds.has(stream_id))
    .flatMap(({ unread_message_ids }) => unread_message_ids)

export function withSubscriptionProperty(
  state: InitialState,
  { stream_id, property, value }: BodyOf<'subscription:update'>,
): InitialState {
  return patch(state, {
    subscriptions: state.subscriptions?.map((channel) =>
      channel.stream_id === stream_id ? { ...channel, [property]: value } : channel,
    ),
  })
}

export function withPeers(state: InitialState, event: BodyOf<'subscription:peer_add'>): InitialState {
  return withSubscribers(state, event.stream_ids, (ids) => ascending([...ids, ...event.user_ids]))
}

export function withoutPeers(state: InitialState, event: BodyOf<'subscription:peer_remove'>): InitialState {
  return withSubscribers(state, event.stream_ids, (ids) => ids.filter((id) => !event.user_ids.includes(id)))
}

function withSubscribers(
  state: InitialState,
  channelIds: number[],
  change: (ids: number[]) => number[],
): InitialState {
  return inEveryList(state, (channels) =>
    channels.map((channel) =>
      channelIds.includes(channel.stream_id) && channel.subscribers !== undefined
        ? { ...channel, subscribers: change(channel.subscribers) }
        : channel,
    ),
  )
}

/** Sets the first message of a channel, for which there is no separate event. */
export function withFirstMessage(state: InitialState, channelId: number, messageId: number): InitialState {
  const note = <T extends ChannelEntry>(channels: T[]) =>
    channels.map((channel) =>
      channel.stream_id === channelId && channel.first_message_id === null
        ? { ...channel, first_message_id: messageId }
        : channel,
    )
  return patch(inEveryList(state, note), { streams: state.streams && note(state.streams) })
}

export function withDefaultChannels(
  state: InitialState,
  { default_streams }: BodyOf<'default_streams'>,
): InitialState {
  return patch(state, { realm_default_streams: state.realm_default_streams && default_streams })
}

export function withDefaultChannelGroups(
  state: InitialState,
  { default_stream_groups }: BodyOf<'default_stream_groups'>,
): InitialState {
  return patch(state, {
    realm_default_stream_groups: state.realm_default_stream_groups && default_stream_groups,
  })
}

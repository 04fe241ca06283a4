import type { ChannelObject, SubscriptionObject } from '@loquat/contract'
import { caseless } from '@loquat/contract/light'
import { memoized } from '../lib/memoized.ts'
import { org, useOrg } from '../session/session.ts'

/** All channels visible to the reader, by ID. */
export const channelsById = memoized(
  (org) => [org.streams, org.subscriptions, org.unsubscribed, org.never_subscribed],
  (org) => {
    const all = new Map<number, ChannelObject>()
    for (const list of [org.never_subscribed, org.unsubscribed, org.streams, org.subscriptions])
      for (const channel of list ?? []) all.set(channel.stream_id, channel as ChannelObject)
    return all
  },
)

export const subscriptionsById = memoized(
  (org) => [org.subscriptions],
  ({ subscriptions = [] }) => new Map(subscriptions.map((one) => [one.stream_id, one])),
)

const channelsByName = memoized(
  (org) => [org.streams, org.subscriptions, org.unsubscribed, org.never_subscribed],
  (org) => new Map([...channelsById(org).values()].map((channel) => [caseless(channel.name), channel])),
)

export const channelById = (id: number): ChannelObject | undefined => channelsById(org()).get(id)
export const channelByName = (name: string): ChannelObject | undefined =>
  channelsByName(org()).get(caseless(name))
export const subscriptionTo = (id: number): SubscriptionObject | undefined => subscriptionsById(org()).get(id)
export const useChannel = (id: number): ChannelObject | undefined =>
  useOrg((org) => channelsById(org).get(id))
export const useSubscription = (id: number): SubscriptionObject | undefined =>
  useOrg((org) => subscriptionsById(org).get(id))

import type { ChannelObject } from '@loquat/contract'
import { compareNames } from '../lib/collation.ts'
import { memoized } from '../lib/memoized.ts'
import { useOrg } from '../session/session.ts'
import { channelsById } from './channels.ts'

const channelsByName = memoized(
  (org) => [org.streams, org.subscriptions, org.unsubscribed, org.never_subscribed],
  (org): readonly ChannelObject[] =>
    [...channelsById(org).values()].sort((a, b) => compareNames(a.name, b.name)),
)

/** All channels visible to the reader, sorted by name. */
export const useChannels = (): readonly ChannelObject[] => useOrg(channelsByName)

import type { ChannelObject } from '@loquat/contract'
import { foldText } from '../lib/fold-text.ts'

export const browseTabs = ['subscribed', 'others', 'all', 'archived'] as const
export type BrowseTab = (typeof browseTabs)[number]
export const browseOrders = ['name', 'people', 'traffic'] as const
export type BrowseOrder = (typeof browseOrders)[number]

interface BrowseFilter {
  tab: BrowseTab
  order: BrowseOrder
  filter: string
  /** If set, only these channels. */
  among?: ReadonlySet<number> | undefined
  isSubscribed: (channelId: number) => boolean
  /** Undefined until known. */
  subscriberCount: (channelId: number) => number | undefined
}

/** Expects channels sorted by name. Channels with equal numbers stay in that order. */
export function filterChannels(
  channels: readonly ChannelObject[],
  filter: BrowseFilter,
): readonly ChannelObject[] {
  const { tab, order, among, isSubscribed, subscriberCount } = filter
  const words = foldText(filter.filter.trim())
  const found = channels.filter(
    (channel) =>
      channel.is_archived === (tab === 'archived') &&
      (tab === 'all' || tab === 'archived' || isSubscribed(channel.stream_id) === (tab === 'subscribed')) &&
      among?.has(channel.stream_id) !== false &&
      foldText(`${channel.name} ${channel.description}`).includes(words),
  )
  if (order === 'name') return found
  const numberOf = (channel: ChannelObject) =>
    (order === 'people' ? subscriberCount(channel.stream_id) : channel.stream_weekly_traffic) ?? -1
  return found.sort((a, b) => numberOf(b) - numberOf(a))
}

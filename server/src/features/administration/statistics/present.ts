import type { Statistics, StatisticsDay } from '@loquat/contract'
import type { Directory, User } from '../../../directory/directory.ts'
import { canReadChannel } from '../../../directory/permissions.ts'
import { dateOf, startOfDay } from './days.ts'
import type { ChannelTotal, CountProgress, StoredDay } from './store.ts'

/** Channels that are listed by name. */
const maxChannels = 10

/** All days of the period. Days without a row had no activity; files stay until they are deleted. */
export function presentDays(stored: readonly StoredDay[], now: number, days: number): StatisticsDay[] {
  const byDate = new Map(stored.map((day) => [day.date, day]))
  const since = dateOf(startOfDay(now, 1 - days))
  let storage_bytes = stored.findLast(({ date }) => date < since)?.storage_bytes ?? 0
  return Array.from({ length: days }, (_, n) => {
    const date = dateOf(startOfDay(now, n + 1 - days))
    const day = byDate.get(date)
    storage_bytes = day?.storage_bytes ?? storage_bytes
    return { ...(day ?? { date, ...quietDay }), storage_bytes }
  })
}

const quietDay = {
  public_messages: 0,
  private_messages: 0,
  direct_messages: 0,
  bot_messages: 0,
  active_users: 0,
  active_users_7_days: 0,
  active_users_30_days: 0,
}

/** The most active channels. Private channels that the viewer cannot read are only counted together. */
export function presentChannels(
  directory: Directory,
  viewer: User,
  totals: readonly ChannelTotal[],
): Pick<Statistics, 'channels' | 'other_channels' | 'hidden_channels'> {
  const found = totals.flatMap(({ channelId, messages }) => {
    const channel = directory.channels.get(channelId)
    return channel === undefined ? [] : [{ channel, messages }]
  })
  const readable = found.filter(({ channel }) => canReadChannel(directory, viewer, channel))
  const sum = (some: typeof found) => ({
    channels: some.length,
    messages: some.reduce((total, { messages }) => total + messages, 0),
  })
  return {
    channels: readable
      .slice(0, maxChannels)
      .map(({ channel, messages }) => ({ stream_id: channel.id, name: channel.name, messages })),
    other_channels: sum(readable.slice(maxChannels)),
    hidden_channels: sum(found.filter((one) => !readable.includes(one))),
  }
}

export const presentProgress = ({ countedUntil, isComplete }: CountProgress) => ({
  counted_until: countedUntil === null ? null : Math.floor(countedUntil.getTime() / 1_000),
  is_complete: isComplete,
})

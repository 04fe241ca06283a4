import { z } from 'zod'

/** Periods that statistics can be shown for, in days. */
export const statisticsPeriods = [30, 90, 365] as const
export type StatisticsPeriod = (typeof statisticsPeriods)[number]

export const statisticsDay = z.strictObject({
  date: z.string(),
  public_messages: z.int(),
  private_messages: z.int(),
  direct_messages: z.int(),
  bot_messages: z.int(),
  active_users: z.int(),
  active_users_7_days: z.int(),
  active_users_30_days: z.int(),
  storage_bytes: z.int(),
})
export type StatisticsDay = z.output<typeof statisticsDay>

const channelSum = z.strictObject({ channels: z.int(), messages: z.int() })

export const statistics = z.strictObject({
  days: z.array(statisticsDay),
  channels: z.array(z.strictObject({ stream_id: z.int(), name: z.string(), messages: z.int() })),
  other_channels: channelSum,
  hidden_channels: channelSum,
  counted_until: z.int().nullable(),
  is_complete: z.boolean(),
})
export type Statistics = z.output<typeof statistics>

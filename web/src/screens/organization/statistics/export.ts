import type { Statistics, StatisticsDay } from '@loquat/contract'
import { toCsv } from '../../../lib/csv.ts'

const columns = [
  'date',
  'public_messages',
  'private_messages',
  'direct_messages',
  'bot_messages',
  'active_users',
  'active_users_7_days',
  'active_users_30_days',
  'storage_bytes',
] as const satisfies readonly (keyof StatisticsDay)[]

/** The figures of each day. Names are those of the API, for scripts. */
export const daysCsv = (days: readonly StatisticsDay[]): string =>
  toCsv([columns, ...days.map((day) => columns.map((column) => day[column]))])

/** Messages of each channel. */
export const channelsCsv = ({ channels }: Pick<Statistics, 'channels'>): string =>
  toCsv([
    ['stream_id', 'name', 'messages'],
    ...channels.map(({ stream_id, name, messages }) => [stream_id, name, messages]),
  ])

import type { Statistics, StatisticsDay, StatisticsPeriod } from '@loquat/contract'
import { binaryUnit } from '../../../components/chart/axis.ts'
import { Chart } from '../../../components/chart/Chart.tsx'
import { useLocale, useText } from '../../../texts/texts.tsx'
import { SettingGroup } from '../../forms/Setting.tsx'
import { fileSize } from '../../settings/file-size.ts'
import { ChannelList } from './ChannelList.tsx'
import { dateFormats, groupDays } from './periods.ts'
import { Summary } from './Summary.tsx'

const messageKinds = ['public_messages', 'private_messages', 'direct_messages', 'bot_messages'] as const
const activities = ['active_users_30_days', 'active_users_7_days', 'active_users'] as const

export function Charts({ statistics, period }: { statistics: Statistics; period: StatisticsPeriod }) {
  const text = useText()
  const locale = useLocale()
  const { days } = statistics
  const dates = dateFormats(locale)
  const groups = groupDays(days, period)
  const columns = groups.map((group) => ({ name: dates.group(group), label: dates.axis(group.last) }))
  const number = (value: number) => value.toLocaleString(locale)
  const compact = (value: number) =>
    value.toLocaleString(locale, value < 10_000 ? {} : { notation: 'compact', maximumFractionDigits: 1 })
  const size = (bytes: number) => fileSize(bytes, locale)
  const latest = (key: keyof StatisticsDay) => Number(days.at(-1)?.[key] ?? 0)
  /** Values at the end of each group, for figures that are not sums. */
  const ends = (key: keyof StatisticsDay) => groups.map((group) => Number(group.days.at(-1)?.[key] ?? 0))
  const sum = (some: readonly StatisticsDay[], key: (typeof messageKinds)[number]) =>
    some.reduce((total, day) => total + day[key], 0)
  const storage = ends('storage_bytes')
  return (
    <>
      <Summary statistics={statistics} />
      <SettingGroup title={text('statistics.people')} note={text('statistics.people.note')}>
        <Chart
          name={text('statistics.people')}
          shape="lines"
          columns={columns}
          series={activities.map((key) => ({
            name: text(`statistics.${key}`),
            values: ends(key),
            summary: number(latest(key)),
          }))}
          format={compact}
        />
      </SettingGroup>
      <SettingGroup
        title={text(period === 365 ? 'statistics.messages.weeks' : 'statistics.messages')}
        note={text('statistics.messages.note')}
      >
        <Chart
          name={text(period === 365 ? 'statistics.messages.weeks' : 'statistics.messages')}
          shape="bars"
          columns={columns}
          series={messageKinds.map((key) => ({
            name: text(`statistics.${key}`),
            values: groups.map((group) => sum(group.days, key)),
            summary: number(sum(days, key)),
          }))}
          format={compact}
        />
      </SettingGroup>
      <ChannelList statistics={statistics} />
      <SettingGroup title={text('statistics.storage')} note={text('statistics.storage.note')}>
        <Chart
          name={text('statistics.storage')}
          shape="lines"
          columns={columns}
          series={[
            {
              name: text('statistics.storage_bytes'),
              values: storage,
              summary: size(latest('storage_bytes')),
            },
          ]}
          format={size}
          unit={binaryUnit(Math.max(...storage))}
        />
      </SettingGroup>
    </>
  )
}

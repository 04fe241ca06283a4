import type { Statistics } from '@loquat/contract'
import { Download } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { saveCsv } from '../../../lib/csv.ts'
import { useLocale, useText } from '../../../texts/texts.tsx'
import lists from '../../forms/Lists.module.css'
import { SettingGroup } from '../../forms/Setting.tsx'
import { channelsCsv } from './export.ts'
import styles from './Statistics.module.css'

/** The most active channels as horizontal bars. */
export function ChannelList({ statistics }: { statistics: Statistics }) {
  const text = useText()
  const locale = useLocale()
  const { channels, other_channels: others, hidden_channels: hidden } = statistics
  const sums = [
    { id: 'others', name: text('statistics.channels.others', { count: others.channels }), ...others },
    { id: 'hidden', name: text('statistics.channels.hidden', { count: hidden.channels }), ...hidden },
  ].filter((sum) => sum.channels > 0)
  const rows = [
    ...channels.map(({ stream_id, name, messages }) => ({
      id: String(stream_id),
      name: `#${name}`,
      messages,
    })),
    ...sums.map(({ id, name, messages }) => ({ id, name, messages, isSum: true })),
  ]
  const max = Math.max(1, ...rows.map(({ messages }) => messages))
  return (
    <SettingGroup title={text('statistics.channels')}>
      {rows.length === 0 && <p className={lists.nothing}>{text('statistics.channels.none')}</p>}
      <ul className={styles.channels}>
        {rows.map((row) => (
          <li key={row.id} data-sum={'isSum' in row || undefined}>
            <span className={styles.name}>{row.name}</span>
            <span className={styles.track} aria-hidden="true">
              <span style={{ inlineSize: `${(100 * row.messages) / max}%` }} />
            </span>
            <span className={styles.count}>
              {row.messages.toLocaleString(locale)}
              <span className="hidden-visually"> {text('statistics.channels.messages')}</span>
            </span>
          </li>
        ))}
      </ul>
      {channels.length > 0 && (
        <Button kind="quiet" onClick={() => saveCsv('channels.csv', channelsCsv(statistics))}>
          <Download size={16} aria-hidden="true" />
          {text('statistics.channels.download')}
        </Button>
      )}
    </SettingGroup>
  )
}

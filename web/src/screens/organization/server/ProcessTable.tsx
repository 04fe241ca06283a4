import type { ServerProcess } from '@loquat/contract'
import { useLocale, useText } from '../../../texts/texts.tsx'
import lists from '../../forms/Lists.module.css'
import { SettingGroup } from '../../forms/Setting.tsx'
import { fileSize } from '../../settings/file-size.ts'
import styles from './Server.module.css'

/** The processes of the server that answered. */
export function ProcessTable({ processes }: { processes: readonly ServerProcess[] }) {
  const text = useText()
  const locale = useLocale()
  const milliseconds = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'millisecond',
    maximumFractionDigits: 0,
  })
  const number = (value: number) => value.toLocaleString(locale)
  return (
    <SettingGroup title={text('server.processes')}>
      {processes.length === 0 ? (
        <p className={lists.nothing}>{text('server.processes.unknown')}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text('server.process')}</th>
              <th scope="col">{text('server.memory')}</th>
              <th scope="col">{text('server.eventLoop')}</th>
              <th scope="col">{text('server.connections')}</th>
              <th scope="col">{text('server.logLag')}</th>
            </tr>
          </thead>
          <tbody>
            {processes.map((one) => (
              <tr key={one.number}>
                <th scope="row">{text('server.process.number', { number: one.number })}</th>
                <td translate="no" data-label={text('server.memory')}>
                  {fileSize(one.memory_bytes, locale)}
                </td>
                <td translate="no" data-label={text('server.eventLoop')}>
                  {milliseconds.format(one.event_loop_delay_seconds * 1_000)}
                </td>
                <td data-label={text('server.connections')}>{number(one.parked_polls + one.open_streams)}</td>
                <td data-label={text('server.logLag')}>
                  {text('server.events', { count: one.log_lag_events })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </SettingGroup>
  )
}

import type { ServerStatus } from '@loquat/contract'
import { useLocale, useText } from '../../../texts/texts.tsx'
import lists from '../../forms/Lists.module.css'
import { SettingGroup } from '../../forms/Setting.tsx'
import styles from './Server.module.css'

const states = ['queued', 'running', 'scheduled', 'failed'] as const

/** Background jobs, and how long the oldest one has waited. */
export function JobTable({ jobs }: { jobs: ServerStatus['jobs'] }) {
  const text = useText()
  const locale = useLocale()
  const number = (value: number) => value.toLocaleString(locale)
  if (jobs === null)
    return (
      <SettingGroup title={text('server.jobs')}>
        <p className={lists.nothing}>{text('server.jobs.unknown')}</p>
      </SettingGroup>
    )
  const oldest = Math.round(jobs.oldest_seconds)
  const note = jobs.queued === 0 ? text('server.jobs.idle') : text('server.jobs.oldest', { seconds: oldest })
  return (
    <SettingGroup title={text('server.jobs')} note={note}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text('server.job')}</th>
            {states.map((state) => (
              <th key={state} scope="col">
                {text(`server.jobs.${state}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {jobs.by_name.map((job) => (
            <tr key={job.name}>
              <th scope="row" translate="no">
                {job.name}
              </th>
              {states.map((state) => (
                <td
                  key={state}
                  data-label={text(`server.jobs.${state}`)}
                  data-problem={(state === 'failed' && job.failed > 0) || undefined}
                >
                  {number(job[state])}
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">{text('server.jobs.all')}</th>
            {states.map((state) => (
              <td key={state} data-label={text(`server.jobs.${state}`)}>
                {number(jobs[state])}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </SettingGroup>
  )
}

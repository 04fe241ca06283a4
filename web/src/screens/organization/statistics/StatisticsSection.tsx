import type { StatisticsPeriod } from '@loquat/contract'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { saveCsv } from '../../../lib/csv.ts'
import { useOrg } from '../../../session/session.ts'
import { useStatistics } from '../../../settings/statistics.ts'
import { useText } from '../../../texts/texts.tsx'
import lists from '../../forms/Lists.module.css'
import { Loaded } from '../../forms/Loaded.tsx'
import { ReadOnlyNote } from '../../forms/Setting.tsx'
import { Charts } from './Charts.tsx'
import { daysCsv } from './export.ts'
import { periods } from './periods.ts'

/** How active the organization is. */
export function StatisticsSection() {
  const text = useText()
  const isAdmin = useOrg((org) => org.is_admin === true)
  return isAdmin ? <Statistics /> : <ReadOnlyNote>{text('statistics.denied')}</ReadOnlyNote>
}

function Statistics() {
  const text = useText()
  const [period, setPeriod] = useState<StatisticsPeriod>(30)
  const resource = useStatistics(period)
  const { value } = resource
  return (
    <>
      <div className={lists.bar}>
        <select
          aria-label={text('statistics.period')}
          value={period}
          onChange={({ target }) => setPeriod(Number(target.value) as StatisticsPeriod)}
        >
          {periods.map((days) => (
            <option key={days} value={days}>
              {text(`statistics.period.${days}`)}
            </option>
          ))}
        </select>
        <Button
          denied={value === undefined ? text('common.loading') : undefined}
          onClick={() => value && saveCsv(`statistics-${value.days.at(-1)?.date}.csv`, daysCsv(value.days))}
        >
          <Download size={16} aria-hidden="true" />
          {text('statistics.download')}
        </Button>
      </div>
      <Loaded resource={resource}>
        {(statistics) => <Charts statistics={statistics} period={period} />}
      </Loaded>
    </>
  )
}

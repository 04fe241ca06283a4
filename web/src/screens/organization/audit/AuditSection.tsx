import { auditKinds } from '@loquat/contract/light'
import { useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { ErrorCard } from '../../../components/EmptyState.tsx'
import { useOrg } from '../../../session/session.ts'
import { type AuditFilter, useAuditLog } from '../../../settings/audit-log.ts'
import { useText } from '../../../texts/texts.tsx'
import { FilterField } from '../../forms/FilterField.tsx'
import lists from '../../forms/Lists.module.css'
import { SectionSkeleton } from '../../forms/SectionSkeleton.tsx'
import { ReadOnlyNote, SectionNote } from '../../forms/Setting.tsx'
import { useProblemText } from '../../forms/saving.ts'
import { AuditRow } from './AuditRow.tsx'
import { AuditWebhookForm } from './AuditWebhookForm.tsx'

/** The areas of events, by the first part of their names. */
const areas = [...new Set(auditKinds.map((kind) => kind.split('.')[0] ?? ''))]
const kindsOf = (area: string) => auditKinds.filter((kind) => kind.split('.')[0] === area)

/** The audit log, for owners. */
export function AuditSection() {
  const text = useText()
  const isOwner = useOrg((org) => org.is_owner === true)
  return isOwner ? <AuditLog /> : <ReadOnlyNote>{text('audit.denied')}</ReadOnlyNote>
}

function AuditLog() {
  const text = useText()
  const [area, setArea] = useState('')
  const [filter, setFilter] = useState<AuditFilter>({ text: '', kinds: undefined, since: '', until: '' })
  const change = (part: Partial<AuditFilter>) => setFilter((before) => ({ ...before, ...part }))
  return (
    <>
      <SectionNote>{text('audit.about')}</SectionNote>
      <div className={lists.bar}>
        <FilterField
          label={text('audit.search')}
          value={filter.text}
          onChange={(wanted) => change({ text: wanted })}
        />
        <select
          aria-label={text('audit.area')}
          value={area}
          onChange={({ target }) => {
            setArea(target.value)
            change({ kinds: target.value === '' ? undefined : kindsOf(target.value) })
          }}
        >
          <option value="">{text('audit.area.all')}</option>
          {areas.map((one) => (
            <option key={one} value={one}>
              {text(`audit.area.${one}`)}
            </option>
          ))}
        </select>
        {(['since', 'until'] as const).map((end) => (
          <label key={end} className={lists.date}>
            {text(`audit.${end}`)}
            <input
              type="date"
              value={filter[end]}
              onChange={({ target }) => change({ [end]: target.value })}
            />
          </label>
        ))}
        <a className={lists.plainLink} href="/audit-log.jsonl" download>
          {text('audit.download')}
        </a>
      </div>
      <AuditWebhookForm />
      <Entries filter={filter} />
    </>
  )
}

function Entries({ filter }: { filter: AuditFilter }) {
  const text = useText()
  const say = useProblemText()
  const [isLoading, setLoading] = useState(false)
  const { loaded, problem, loadMore } = useAuditLog(filter)
  if (problem !== undefined) return <ErrorCard text={say(problem) ?? ''} code={problem.code} />
  if (loaded === undefined) return <SectionSkeleton />
  return (
    <>
      <ul className={lists.list} data-wide aria-label={text('organization.section.audit')}>
        {loaded.entries.map((entry) => (
          <AuditRow key={entry.id} entry={entry} />
        ))}
      </ul>
      {loaded.entries.length === 0 && <p className={lists.nothing}>{text('audit.none')}</p>}
      {loaded.next !== null && (
        <Button
          busy={isLoading}
          onClick={() => {
            setLoading(true)
            void loadMore().finally(() => setLoading(false))
          }}
        >
          {text('audit.older')}
        </Button>
      )}
    </>
  )
}

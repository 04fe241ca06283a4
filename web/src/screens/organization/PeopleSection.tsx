import type { RegisteredUser } from '@loquat/contract'
import { roles } from '@loquat/contract/light'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { foldText } from '../../lib/fold-text.ts'
import { useActivePeople, useFormerPeople } from '../../people/all-people.ts'
import { useImportedPeople } from '../../people/imported-people.ts'
import { useText } from '../../texts/texts.tsx'
import { FilterField } from '../forms/FilterField.tsx'
import lists from '../forms/Lists.module.css'
import styles from './Organization.module.css'
import { PersonRow } from './PersonRow.tsx'

const rowHeight = 56
const views = ['active', 'deactivated', 'bots'] as const
type PeopleView = (typeof views)[number]

/** All users, virtualized. */
export function PeopleSection() {
  const text = useText()
  const active = useActivePeople()
  const former = useFormerPeople()
  const [view, setView] = useState<PeopleView>('active')
  const [role, setRole] = useState(0)
  const [filter, setFilter] = useState('')
  const shown = useMemo(() => {
    const wanted = foldText(filter.trim())
    const all = view === 'deactivated' ? former : active
    return all.filter(
      (person) =>
        (view === 'deactivated' || person.is_bot === (view === 'bots')) &&
        (role === 0 || person.role === role) &&
        (wanted === '' ||
          foldText(`${person.full_name} ${person.delivery_email ?? person.email}`).includes(wanted)),
    )
  }, [view, role, filter, active, former])
  return (
    <>
      <div className={lists.bar}>
        <FilterField label={text('organization.people.filter')} value={filter} onChange={setFilter} />
        <select
          aria-label={text('organization.people.which')}
          value={view}
          onChange={({ target }) => setView(target.value as PeopleView)}
        >
          {views.map((one) => (
            <option key={one} value={one}>
              {text(`organization.people.${one}`)}
            </option>
          ))}
        </select>
        <select
          aria-label={text('organization.people.role')}
          value={role}
          onChange={({ target }) => setRole(Number(target.value))}
        >
          <option value={0}>{text('organization.people.anyRole')}</option>
          {Object.values(roles).map((one) => (
            <option key={one} value={one}>
              {text(`profile.role.${one}`)}
            </option>
          ))}
        </select>
        <span className={lists.soft} role="status">
          {text('organization.people.count', { count: shown.length })}
        </span>
      </div>
      <Table people={shown} isFormer={view === 'deactivated'} />
    </>
  )
}

function Table({ people, isFormer }: { people: readonly RegisteredUser[]; isFormer: boolean }) {
  const text = useText()
  const imported = useImportedPeople()
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: people.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  if (people.length === 0) return <p className={lists.nothing}>{text('organization.people.none')}</p>
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed by hand
    <div
      ref={box}
      className={styles.table}
      role="table"
      aria-rowcount={people.length}
      aria-label={text('organization.section.people')}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div className={styles.rows} role="rowgroup" style={{ blockSize: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const person = people[index]
          return person === undefined ? null : (
            <PersonRow
              key={person.user_id}
              ref={rows.measureElement}
              person={person}
              index={index}
              offset={start}
              isFormer={isFormer}
              isUnused={imported.has(person.user_id)}
            />
          )
        })}
      </div>
    </div>
  )
}

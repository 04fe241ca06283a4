import type { RegisteredUser } from '@loquat/contract'
import { type ReactNode, useMemo, useState } from 'react'
import { foldText } from '../../lib/fold-text.ts'
import { addressOf } from '../../navigation/router.ts'
import { Avatar } from '../../people/Avatar.tsx'
import { useText } from '../../texts/texts.tsx'
import { FilterField } from './FilterField.tsx'
import lists from './Lists.module.css'
import { VirtualRows } from './VirtualRows.tsx'

interface Props {
  people: readonly RegisteredUser[]
  label: string
  action?: (person: RegisteredUser) => ReactNode
}

const rowHeight = 52

/** A filterable, virtualized list of people. */
export function PeopleRows({ people, label, action }: Props) {
  const text = useText()
  const [filter, setFilter] = useState('')
  const shown = useMemo(() => {
    const wanted = foldText(filter.trim())
    return people.filter((one) => foldText(`${one.full_name} ${one.delivery_email ?? ''}`).includes(wanted))
  }, [people, filter])
  return (
    <>
      <div className={lists.bar}>
        <FilterField label={text('forms.filterPeople')} value={filter} onChange={setFilter} />
        <span className={lists.soft} role="status">
          {text('organization.people.count', { count: shown.length })}
        </span>
      </div>
      {shown.length === 0 ? (
        <p className={lists.nothing}>{text('organization.people.none')}</p>
      ) : (
        <VirtualRows label={label} items={shown} rowHeight={rowHeight} keyOf={(one) => one.user_id}>
          {(person) => (
            <>
              <Avatar userId={person.user_id} size={28} />
              <span className={lists.main}>
                <a href={addressOf({ kind: 'person', userId: person.user_id })} dir="auto">
                  {person.full_name}
                </a>
                {person.delivery_email !== null && (
                  <div className={lists.soft} dir="auto">
                    {person.delivery_email}
                  </div>
                )}
              </span>
              {action?.(person)}
            </>
          )}
        </VirtualRows>
      )}
    </>
  )
}

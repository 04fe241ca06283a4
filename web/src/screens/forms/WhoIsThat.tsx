import type { GroupSettingValue } from '@loquat/contract'
import { useMemo, useState } from 'react'
import { addressOf } from '../../navigation/router.ts'
import { Avatar } from '../../people/Avatar.tsx'
import { useActivePeople } from '../../people/all-people.ts'
import { membersIn } from '../../people/user-groups.ts'
import { org, useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './GroupPicker.module.css'

const mostNamed = 200

/** Who holds a permission in the end, through roles and groups. */
export function WhoIsThat({ value, withoutGuests }: { value: GroupSettingValue; withoutGuests: boolean }) {
  const text = useText()
  const people = useActivePeople()
  const groups = useOrg((state) => state.realm_user_groups)
  const [isOpen, setOpen] = useState(false)
  const holders = useMemo(() => {
    const ids = membersIn(org(), value)
    return people.filter((person) => ids.has(person.user_id) && !(withoutGuests && person.is_guest))
  }, [people, groups, value, withoutGuests])
  return (
    <details className={styles.who} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text('forms.whoIsThat', { count: holders.length })}</summary>
      {isOpen && (
        <ul className={styles.people}>
          {holders.slice(0, mostNamed).map((person) => (
            <li key={person.user_id}>
              <a href={addressOf({ kind: 'person', userId: person.user_id })}>
                <Avatar userId={person.user_id} size={20} />
                <span dir="auto">{person.full_name}</span>
              </a>
            </li>
          ))}
          {holders.length > mostNamed && (
            <li>{text('forms.andMore', { count: holders.length - mostNamed })}</li>
          )}
        </ul>
      )}
    </details>
  )
}

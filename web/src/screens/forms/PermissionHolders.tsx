import type { GroupSettingValue } from '@loquat/contract'
import { useMemo, useState } from 'react'
import { addressOf } from '../../navigation/router.ts'
import { Avatar } from '../../people/Avatar.tsx'
import { useActivePeople } from '../../people/all-people.ts'
import { membersIn } from '../../people/user-groups.ts'
import { org, useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './GroupPicker.module.css'

const maxListed = 200

/** Lists all users who hold a permission through roles and groups. */
export function PermissionHolders({
  value,
  withoutGuests,
}: {
  value: GroupSettingValue
  withoutGuests: boolean
}) {
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
          {holders.slice(0, maxListed).map((person) => (
            <li key={person.user_id}>
              <a href={addressOf({ kind: 'person', userId: person.user_id })}>
                <Avatar userId={person.user_id} size={20} />
                <span dir="auto">{person.full_name}</span>
              </a>
            </li>
          ))}
          {holders.length > maxListed && (
            <li>{text('forms.andMore', { count: holders.length - maxListed })}</li>
          )}
        </ul>
      )}
    </details>
  )
}

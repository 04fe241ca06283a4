import type { RegisteredUser } from '@loquat/contract'
import { UsersRound } from 'lucide-react'
import { addressOf } from '../../navigation/router.ts'
import { membersIn, namedGroups } from '../../people/user-groups.ts'
import { org, useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'

export function GroupsTab({ person }: { person: RegisteredUser }) {
  const text = useText()
  const groups = useOrg(namedGroups).filter(
    (group) => !group.deactivated && membersIn(org(), group.id).has(person.user_id),
  )
  if (groups.length === 0) return <p className={lists.nothing}>{text('profile.noGroups')}</p>
  return (
    <ul className={lists.list}>
      {groups.map((group) => (
        <li key={group.id} className={lists.row}>
          <UsersRound size={18} aria-hidden="true" />
          <span className={lists.main}>
            <a href={addressOf({ kind: 'group-settings', groupId: group.id, tab: 'members' })}>
              <bdi>{group.name}</bdi>
            </a>
            <div className={lists.soft}>{group.description}</div>
          </span>
        </li>
      ))}
    </ul>
  )
}

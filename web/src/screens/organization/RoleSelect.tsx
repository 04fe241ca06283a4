import type { RegisteredUser } from '@loquat/contract'
import { roles } from '@loquat/contract/light'
import { changeRole } from '../../people/people-actions.ts'
import { isAllowed } from '../../permissions/is-allowed.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { showToast } from '../../shell/toasts.ts'
import { useText } from '../../texts/texts.tsx'

interface Props {
  person: RegisteredUser
  /** Why the reader cannot change the role, if so. */
  denied: string | undefined
  /** The role of deactivated users and the reader's own role cannot be changed here. */
  isFixed: boolean
}

/** The role of a user, with the roles that the reader may choose. */
export function RoleSelect({ person, denied, isFixed }: Props) {
  const text = useText()
  const setRole = async (role: number) => {
    if (showProblemToast(await changeRole(person.user_id, role)))
      showToast('organization.people.nowRole', {
        values: { name: person.full_name, role: text(`profile.role.${role}`) },
      })
  }
  return (
    <select
      aria-label={text('organization.people.roleOf', { name: person.full_name })}
      value={person.role}
      disabled={denied !== undefined || isFixed}
      title={denied}
      onChange={({ target }) => void setRole(Number(target.value))}
    >
      {Object.values(roles)
        .filter(
          (role) => role === person.role || isAllowed({ kind: 'change-role', from: person.role, to: role }),
        )
        .map((role) => (
          <option key={role} value={role}>
            {text(`profile.role.${role}`)}
          </option>
        ))}
    </select>
  )
}

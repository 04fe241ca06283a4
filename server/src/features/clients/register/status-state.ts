import type { InitialState } from '@loquat/contract'
import { canSeeUser } from '../../../directory/access-users.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import { presentStatus } from '../../identity/user-status/present.ts'
import type { Status } from '../../identity/user-status/store.ts'

/** Fetch type `user_status`. */
export function statusState(
  directory: Directory,
  viewer: User,
  statuses: readonly Status[],
): Partial<InitialState> {
  const shown = statuses.flatMap((status) => {
    const user = directory.users.get(status.userId)
    return user?.isActive && canSeeUser(directory, viewer, user)
      ? [[`${user.id}`, presentStatus(user, status)] as const]
      : []
  })
  return { user_status: Object.fromEntries(shown.filter(([, status]) => Object.keys(status).length > 0)) }
}

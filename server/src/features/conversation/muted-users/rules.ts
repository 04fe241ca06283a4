import { apiError } from '@loquat/contract'
import { canSeeUser } from '../../../directory/access-users.ts'
import type { Directory, User } from '../../../directory/directory.ts'

export const isMuted = (directory: Directory, user: User, mutedUserId: number) =>
  directory.mutedBy.get(mutedUserId)?.has(user.id) === true

/** All other users may be muted, including bots, deactivated accounts and system bots. */
export function assertMayMute(directory: Directory, user: User, mutedUserId: number): void {
  if (mutedUserId === user.id) throw apiError('mute-of-self-denied')
  const muted = directory.users.get(mutedUserId)
  if (muted === undefined || !canSeeUser(directory, user, muted)) {
    throw apiError('mute-user-not-found')
  }
  if (isMuted(directory, user, mutedUserId)) {
    throw apiError('mute-exists')
  }
}

import { canSeeUserById } from '../../../directory/access-users.ts'
import type { Directory, User } from '../../../directory/directory.ts'

/** Hides the names of users that a limited guest cannot see. */
export const nameFor = (directory: Directory, reader: User, id: number, unknown: string): string =>
  canSeeUserById(directory, reader.id, id) ? (directory.users.get(id)?.fullName ?? '') : unknown

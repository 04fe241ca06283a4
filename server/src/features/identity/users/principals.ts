import { apiError, maxPeople } from '@loquat/contract'
import { canSeeUser } from '../../../directory/access-users.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import { apiEmail } from './present.ts'

export interface Principals {
  users: User[]
  /** Whether the request names anyone but the caller. Email addresses always count as others. */
  others: boolean
}

/** The caller's current state, which may have changed since the request arrived. */
export function callerOf(directory: Directory, id: number): User {
  const user = directory.users.get(id)
  if (user === undefined) throw apiError('caller-not-found')
  return user
}

/** The users a request names, by ID or email address; by default the caller. */
export function resolvePrincipals(
  directory: Directory,
  caller: User,
  principals: readonly (number | string)[] | undefined,
): Principals {
  if (principals === undefined || principals.length === 0) return { users: [caller], others: false }
  const users = [...new Set(principals)].map((principal) => {
    const user =
      typeof principal === 'number'
        ? directory.users.get(principal)
        : userByApiEmail(directory, caller, principal)
    if (user === undefined || !user.isActive || user.isSystemBot) {
      throw apiError('principal-not-found', { user: JSON.stringify(principal) })
    }
    return user
  })
  const others = principals.some((principal) => principal !== caller.id)
  return { users: [...new Set(users)], others }
}

/** Limits a request: each pair of user and channel is a row written while the log is locked. */
export function assertFewPairs(users: readonly unknown[], channels: readonly unknown[]): void {
  if (users.length * channels.length > maxPeople) {
    throw apiError('principals-too-many', { max: maxPeople })
  }
}

/** Finds a user by API email, ignoring case. Users that the viewer cannot see are not found. */
export function userByApiEmail(directory: Directory, viewer: User, email: string): User | undefined {
  const address = email.trim().toLowerCase()
  const candidates = [directory.userByEmail(address), userByGeneratedEmail(directory, address)]
  return candidates.find(
    (user) =>
      user !== undefined &&
      apiEmail(directory, user).toLowerCase() === address &&
      canSeeUser(directory, viewer, user),
  )
}

function userByGeneratedEmail(directory: Directory, address: string): User | undefined {
  const id = /^user(\d+)@/.exec(address)?.[1]
  return id === undefined ? undefined : directory.users.get(Number(id))
}

import { apiError, maxPeople } from '@loquat/contract'
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
      typeof principal === 'number' ? directory.users.get(principal) : userByApiEmail(directory, principal)
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

/** By API address, ignoring case. */
export function userByApiEmail(directory: Directory, email: string): User | undefined {
  const address = email.trim().toLowerCase()
  const byAddress = directory.userByEmail(address)
  if (byAddress !== undefined && apiEmail(directory, byAddress).toLowerCase() === address) return byAddress
  const id = /^user(\d+)@/.exec(address)?.[1]
  const byId = id === undefined ? undefined : directory.users.get(Number(id))
  return byId !== undefined && apiEmail(directory, byId).toLowerCase() === address ? byId : undefined
}

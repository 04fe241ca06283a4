import { type Directory, isBot, type User } from '../../../directory/directory.ts'
import { ScimError } from './errors.ts'
import type { StoredToken } from './token-store.ts'

/**
 * The owner with whose permissions a token acts: its creator or, if they are no longer an owner, another one, so that provisioning does
 * not end when a person leaves. Not the user who is changed, unless there is no other owner.
 */
export function actingOwner(directory: Directory, token: StoredToken, target?: User): User {
  const owners = [...directory.activeUsers()].filter((user) => user.role === 100 && !isBot(user))
  const others = owners.filter((user) => user.id !== target?.id).sort((a, b) => a.id - b.id)
  const owner = others.find((user) => user.id === token.creatorId) ?? others[0] ?? owners[0]
  if (owner === undefined) throw new ScimError(403, 'The organization has no owner.')
  return owner
}

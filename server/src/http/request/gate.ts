import { type Gate, refuse } from '@loquat/contract'
import { isAdmin, isBot, isGuest, type User } from '../../directory/directory.ts'

/** Rejects callers without the required role, before the parameters are parsed. */
export function assertRole(gate: Gate | undefined, user: User): void {
  if ((gate === 'human' || gate === 'member') && isBot(user)) {
    throw refuse('BadRequest', 'Bots may not do this.')
  }
  if ((gate === 'member' || gate === 'not-guest') && isGuest(user)) {
    throw refuse('BadRequest', 'Guests may not do this.')
  }
  if (gate === 'admin' && !isAdmin(user)) {
    throw refuse('UnauthorizedPrincipal', 'Only administrators may do this.')
  }
  if (gate === 'owner' && user.role !== 100) {
    throw refuse('UnauthorizedPrincipal', 'Only owners may do this.')
  }
}

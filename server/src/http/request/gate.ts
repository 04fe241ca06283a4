import { apiError, type Gate } from '@loquat/contract'
import { isAdmin, isBot, isGuest, type User } from '../../directory/directory.ts'

/** Rejects callers without the required role, before the parameters are parsed. */
export function assertRole(gate: Gate | undefined, user: User): void {
  if ((gate === 'human' || gate === 'member') && isBot(user)) {
    throw apiError('caller-is-bot')
  }
  if ((gate === 'member' || gate === 'not-guest') && isGuest(user)) {
    throw apiError('caller-is-guest')
  }
  if (gate === 'admin' && !isAdmin(user)) {
    throw apiError('caller-not-administrator')
  }
  if (gate === 'owner' && user.role !== 100) {
    throw apiError('caller-not-owner')
  }
}

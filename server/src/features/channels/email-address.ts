import { refuse } from '@loquat/contract'
import { type Directory, isAdmin, isBot, type User } from '../../directory/directory.ts'
import { isEmailGateway } from '../../realms/system.ts'

/**
 * Checks as whom somebody wants mail to a channel to appear: the mail gateway, themselves, or a bot they may
 * administer.
 */
export function assertMaySendMailAs(directory: Directory, user: User, senderId: number): void {
  if (senderId === user.id) return
  const sender = directory.users.get(senderId)
  if (sender !== undefined && isEmailGateway(sender)) return
  if (sender === undefined || !isBot(sender) || sender.isSystemBot || !sender.isActive) throw notAsThem()
  if (sender.botOwnerId !== user.id && !isAdmin(user)) throw notAsThem()
  // Who writes as such a bot would hold more than an administrator may give.
  if (sender.canCreateUsers && user.role !== 100) {
    throw refuse('UnauthorizedPrincipal', 'Only owners may do this with a bot that can create users.')
  }
}

const notAsThem = () => refuse('BadRequest', 'sender_id: this must be you or a bot that you administer.')

/** Where mail to the channel is sent. There is no mail gateway yet, and so there are no addresses. */
export const emailAddressOf = (): string => ''

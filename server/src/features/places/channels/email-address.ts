import { refuse } from '@loquat/contract'
import { type Directory, isBot, type User } from '../../../directory/directory.ts'
import { isEmailGateway } from '../../../realms/system.ts'
import { assertAdministers } from '../../identity/bots/rules.ts'

/**
 * Checks as whom somebody wants mail to a channel to appear: the mail gateway, themselves, or a bot they may
 * administer.
 */
export function assertMaySendMailAs(directory: Directory, user: User, senderId: number): void {
  if (senderId === user.id) return
  const sender = directory.users.get(senderId)
  if (sender !== undefined && isEmailGateway(sender)) return
  if (sender === undefined || !isBot(sender) || sender.isSystemBot || !sender.isActive) throw notAsThem()
  assertAdministers(user, sender)
}

const notAsThem = () => refuse('BadRequest', 'sender_id: this must be you or a bot that you administer.')

/** Where mail to the channel is sent. There is no mail gateway yet, and so there are no addresses. */
export const emailAddressOf = (): string => ''

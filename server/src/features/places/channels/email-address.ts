import { apiError } from '@loquat/contract'
import { type Directory, isBot, type User } from '../../../directory/directory.ts'
import { isEmailGateway } from '../../../realms/system.ts'
import { assertAdministers } from '../../identity/bots/rules.ts'

/**
 * Checks the sender for emails to a channel: the email gateway, the caller, or a bot the caller may
 * administer.
 */
export function assertMaySendEmailAs(directory: Directory, user: User, senderId: number): void {
  if (senderId === user.id) return
  const sender = directory.users.get(senderId)
  if (sender !== undefined && isEmailGateway(sender)) return
  if (sender === undefined || !isBot(sender) || sender.isSystemBot || !sender.isActive)
    throw apiError('channel-email-sender-denied')
  assertAdministers(user, sender)
}

/** The channel's email address. Empty because there is no email gateway yet. */
export const emailAddressOf = (): string => ''

import { apiError, maxDirectRecipients, type WireError } from '@loquat/contract'
import { canSeeUser } from '../../../directory/access-users.ts'
import type { Channel, Directory, User } from '../../../directory/directory.ts'
import { escapeHtml } from '../../../text.ts'
import { userByApiEmail } from '../../identity/users/principals.ts'
import { checkedChannelName } from '../../places/channels/rules.ts'

/** Parses `to` for channels: a name or an ID, bare or as the only element of a list. */
export function channelReference(to: unknown): string | number {
  const one = Array.isArray(to) && to.length === 1 ? to[0] : to
  if (typeof one === 'string') return checkedChannelName(one)
  if (typeof one === 'number') return one
  throw apiError('message-channel-reference-invalid')
}

export function findChannel(directory: Directory, reference: string | number): Channel {
  const channel =
    typeof reference === 'number' ? directory.channels.get(reference) : directory.channelByName(reference)
  if (channel === undefined) throw noSuchChannel(reference)
  return channel
}

/** The same error for missing and hidden channels. */
export function noSuchChannel(reference: string | number): WireError {
  if (typeof reference === 'number') {
    return apiError('channel-id-unknown', { id: reference }, { stream_id: reference })
  }
  const stream = escapeHtml(reference)
  return apiError('channel-name-unknown', { name: stream }, { stream })
}

/**
 * Parses `to` for direct messages: a list of IDs, a list of email addresses, or comma-separated addresses.
 */
export function personReferences(to: unknown): number[] | string[] {
  const list = typeof to === 'string' ? to.split(',') : to
  if (!Array.isArray(list)) throw apiError('message-recipients-invalid')
  if (list.length > maxDirectRecipients) {
    throw apiError('message-recipients-too-many', { max: maxDirectRecipients })
  }
  if (list.every((one) => typeof one === 'number') && list.length > 0) return [...new Set(list)]
  if (!list.every((one) => typeof one === 'string')) {
    throw apiError('message-recipients-mixed')
  }
  const addresses = list.map((address) => address.trim()).filter((address) => address !== '')
  if (addresses.length === 0) throw apiError('message-recipients-empty')
  return [...new Set(addresses)]
}

/** All participants of the conversation including the sender, by ascending ID. */
export function participantsOf(
  directory: Directory,
  sender: User,
  references: readonly (number | string)[],
): User[] {
  const people = references.map((reference) => {
    const user =
      typeof reference === 'number'
        ? directory.users.get(reference)
        : userByApiEmail(directory, sender, reference)
    // The same error for missing and hidden users.
    if (user === undefined || !canSeeUser(directory, sender, user)) {
      throw apiError('message-recipient-not-found', { user: JSON.stringify(reference) })
    }
    return user
  })
  return [...new Set([sender, ...people])].sort((a, b) => a.id - b.id)
}

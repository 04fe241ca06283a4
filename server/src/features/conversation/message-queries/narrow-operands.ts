import {
  apiError,
  type KindOf,
  messageOf,
  type NarrowTerm,
  type ParamsOfReason,
  type Reason,
  type WireError,
} from '@loquat/contract'
import type { Channel, Directory, User } from '../../../directory/directory.ts'
import { userByApiEmail } from '../../identity/users/principals.ts'

export type Operand = NarrowTerm['operand']

/** The error for a well-formed narrow with invalid values. */
export function badNarrow<R extends NarrowReason>(reason: R, params: ParamsOfReason<R>): WireError {
  const desc = messageOf(reason, params).slice('Invalid narrow operator: '.length)
  return apiError<NarrowReason>(reason, params as ParamsOfReason<NarrowReason>, { desc })
}

type NarrowReason = { [R in Reason]: KindOf<R> extends 'BadNarrow' ? R : never }[Reason]

export function wordOf(operand: Operand): string {
  if (typeof operand !== 'string') throw apiError('narrow-operand-not-text')
  return operand
}

/** A string is always a name and a number always an ID. */
export function channelOf(directory: Directory, operand: Operand): Channel {
  if (Array.isArray(operand)) throw apiError('narrow-channel-reference-invalid')
  const channel =
    typeof operand === 'number' ? directory.channels.get(operand) : directory.channelByName(operand)
  if (channel === undefined) throw badNarrow('narrow-channel-not-found', {})
  return channel
}

/** A string is always an email address and a number always an ID. */
export function personOf(directory: Directory, viewer: User, operand: Operand): User {
  if (Array.isArray(operand)) throw apiError('narrow-person-reference-invalid')
  const user =
    typeof operand === 'number' ? directory.users.get(operand) : userByApiEmail(directory, viewer, operand)
  if (user === undefined) throw badNarrow('narrow-user-not-found', {})
  return user
}

/** User IDs in a conversation with the viewer, ascending; empty if it cannot exist. */
export function conversationOf(directory: Directory, viewer: User, operand: Operand): number[] {
  if (typeof operand === 'number') throw apiError('narrow-conversation-invalid')
  const references = typeof operand === 'string' ? operand.split(',') : operand
  if (references.length === 0) return []
  const ids = references.map((reference) => personOf(directory, viewer, reference).id)
  return [...new Set([...ids, viewer.id])].sort((a, b) => a - b)
}

const maxMessageId = 0x7fffffff

export function messageIdOf(operand: Operand): number {
  const id = typeof operand === 'string' && /^\d+$/.test(operand) ? Number(operand) : operand
  if (typeof id !== 'number' || id < 0 || id > maxMessageId) throw badNarrow('narrow-message-id-invalid', {})
  return id
}

const kindsOfChannels = new Map<string, (channel: Channel) => boolean>([
  ['public', (channel) => !channel.inviteOnly],
  ['web-public', (channel) => channel.isWebPublic],
])

/** Recipients of all channels of a kind. */
export function channelsOf(directory: Directory, operand: Operand): number[] {
  const kind = wordOf(operand)
  const test = kindsOfChannels.get(kind)
  if (test === undefined) throw badNarrow('narrow-channels-operand-unknown', { operand: kind })
  return [...directory.channels.values()].filter(test).map((channel) => channel.recipientId)
}

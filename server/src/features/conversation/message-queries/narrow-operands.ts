import { type NarrowTerm, refuse } from '@loquat/contract'
import type { Channel, Directory, User } from '../../../directory/directory.ts'
import { userByApiEmail } from '../../identity/users/principals.ts'

export type Operand = NarrowTerm['operand']

/** The error for a well-formed narrow with invalid values. */
export const badNarrow = (desc: string) => refuse('BadNarrow', `Invalid narrow operator: ${desc}`, { desc })

const badType = (what: string) => refuse('BadRequest', `narrow: ${what}`)

export function wordOf(operand: Operand): string {
  if (typeof operand !== 'string') throw badType('this operand must be a string.')
  return operand
}

/** A string is always a name and a number always an ID. */
function nameOrId(operand: Operand, what: string): string | number {
  if (!Array.isArray(operand)) return operand
  throw badType(`name one ${what}, by text or ID.`)
}

export function channelOf(directory: Directory, operand: Operand): Channel {
  const reference = nameOrId(operand, 'channel')
  const channel =
    typeof reference === 'number' ? directory.channels.get(reference) : directory.channelByName(reference)
  if (channel === undefined) throw badNarrow('There is no such channel.')
  return channel
}

export function personOf(directory: Directory, operand: Operand): User {
  const reference = nameOrId(operand, 'person')
  const user =
    typeof reference === 'number' ? directory.users.get(reference) : userByApiEmail(directory, reference)
  if (user === undefined) throw badNarrow('There is no such user.')
  return user
}

/** User IDs in a conversation with the viewer, ascending; empty if it cannot exist. */
export function conversationOf(directory: Directory, viewer: User, operand: Operand): number[] {
  if (typeof operand === 'number') throw badType('list the people of the conversation.')
  const references = typeof operand === 'string' ? operand.split(',') : operand
  if (references.length === 0) return []
  const ids = references.map((reference) => personOf(directory, reference).id)
  return [...new Set([...ids, viewer.id])].sort((a, b) => a - b)
}

const maxMessageId = 0x7fffffff

export function messageIdOf(operand: Operand): number {
  const id = typeof operand === 'string' && /^\d+$/.test(operand) ? Number(operand) : operand
  if (typeof id !== 'number' || id < 0 || id > maxMessageId) throw badNarrow('This is not a message ID.')
  return id
}

const kindsOfChannels = new Map<string, (channel: Channel) => boolean>([
  ['public', (channel) => !channel.inviteOnly],
  ['web-public', (channel) => channel.isWebPublic],
])

/** Recipients of all channels of a kind. */
export function channelsOf(directory: Directory, operand: Operand): number[] {
  const test = kindsOfChannels.get(wordOf(operand))
  if (test === undefined) throw badNarrow(`There are no channels '${operand}'.`)
  return [...directory.channels.values()].filter(test).map((channel) => channel.recipientId)
}

import { type NarrowTerm, refuse } from '@loquat/contract'
import { type Channel, type Directory, isGuest, type User } from '../../directory/directory.ts'
import { mayReadHistory } from '../../directory/permissions.ts'
import { userByApiEmail } from '../channels/principals.ts'
import { bits } from './flag-bits.ts'
import { fromWire } from './topics.ts'

/** One condition on a message. All conditions of a narrow must hold. */
export type Condition = { negated: boolean } & (
  | { kind: 'channel'; recipientId: number }
  | { kind: 'public-channels'; recipientIds: number[] }
  /** Null: a group of people that may or may not have talked; the store looks it up. */
  | { kind: 'conversation'; userIds: number[] }
  | { kind: 'topic'; topic: string }
  | { kind: 'sender'; userId: number }
  | { kind: 'id'; id: number }
  | { kind: 'direct' }
  | { kind: 'resolved' }
  | { kind: 'unread' }
  | { kind: 'flag'; mask: number }
)

export interface Narrow {
  conditions: Condition[]
  /** Whether messages count that the reader did not receive; then the conditions name the channels. */
  sharedHistory: boolean
}

const bad = (desc: string) => refuse('BadNarrow', `Invalid narrow operator: ${desc}`, { desc })

/** Which part of the feed a term is about, to find combinations that cannot match. */
const isAboutChannels = ({ kind, negated }: Condition) =>
  (!negated && (kind === 'channel' || kind === 'public-channels' || kind === 'topic')) ||
  (kind === 'direct' && negated)
const isAboutPeople = ({ kind, negated }: Condition) =>
  !negated && (kind === 'conversation' || kind === 'direct')

export function parseNarrow(directory: Directory, viewer: User, terms: readonly NarrowTerm[]): Narrow {
  const conditions = terms.flatMap((term) => {
    const meant = conditionOf(directory, viewer, term)
    return meant === undefined ? [] : [{ ...meant, negated: term.negated } as Condition]
  })
  if (conditions.some(isAboutChannels) && conditions.some(isAboutPeople)) {
    throw bad('No message is both in a channel and direct.')
  }
  return { conditions, sharedHistory: readsSharedHistory(directory, viewer, terms) }
}

type Meaning<C = Condition> = C extends Condition ? Omit<C, 'negated'> : never

/** Undefined: the term restricts nothing. */
function conditionOf(
  directory: Directory,
  viewer: User,
  { operator, operand }: NarrowTerm,
): Meaning | undefined {
  switch (operator) {
    case 'channel':
    case 'stream':
      return { kind: 'channel', recipientId: channelOf(directory, operand).recipientId }
    case 'channels':
    case 'streams':
      return publicChannels(directory, operand)
    case 'topic':
      return { kind: 'topic', topic: fromWire(wordOf(operand)) }
    case 'dm':
    case 'pm-with':
    case 'pm_with':
      return { kind: 'conversation', userIds: conversationOf(directory, viewer, operand) }
    case 'sender':
      return { kind: 'sender', userId: personOf(directory, operand).id }
    case 'id':
      return { kind: 'id', id: idOf(operand) }
    case 'near':
      wordOf(operand)
      return undefined
    case 'is':
      return isOperand(wordOf(operand))
    default:
      throw bad(`There is no operator '${operator}'.`)
  }
}

function isOperand(operand: string): Meaning {
  switch (operand) {
    case 'dm':
    case 'private':
      return { kind: 'direct' }
    case 'unread':
      return { kind: 'unread' }
    case 'starred':
      return { kind: 'flag', mask: bits.starred }
    case 'mentioned':
      return {
        kind: 'flag',
        mask:
          bits.mentioned |
          bits.stream_wildcard_mentioned |
          bits.topic_wildcard_mentioned |
          bits.group_mentioned,
      }
    case 'alerted':
      return { kind: 'flag', mask: bits.has_alert_word }
    case 'resolved':
      return { kind: 'resolved' }
    default:
      throw bad(`There is nothing that is '${operand}'.`)
  }
}

function readsSharedHistory(directory: Directory, viewer: User, terms: readonly NarrowTerm[]): boolean {
  let shared = false
  for (const { operator, operand, negated } of terms) {
    if (negated) continue
    if (operator === 'channel' || operator === 'stream') {
      shared = mayReadHistory(directory, viewer, channelOf(directory, operand))
    }
    if ((operator === 'channels' || operator === 'streams') && operand === 'public' && !isGuest(viewer)) {
      shared = true
    }
  }
  return shared && !terms.some(({ operator, operand }) => operator === 'is' && operand !== 'resolved')
}

type Operand = NarrowTerm['operand']

function wordOf(operand: Operand): string {
  if (typeof operand !== 'string') throw refuse('BadRequest', 'narrow: this operand must be a string.')
  return operand
}

function channelOf(directory: Directory, operand: Operand): Channel {
  if (Array.isArray(operand)) throw refuse('BadRequest', 'narrow: name one channel.')
  const channel =
    typeof operand === 'number' ? directory.channels.get(operand) : directory.channelByName(operand)
  if (channel === undefined) throw bad('There is no such channel.')
  return channel
}

const kindsOfChannels = new Map<string, (channel: Channel) => boolean>([
  ['public', (channel) => !channel.inviteOnly],
  ['web-public', (channel) => channel.isWebPublic],
])

function publicChannels(directory: Directory, operand: Operand): Meaning {
  const test = kindsOfChannels.get(wordOf(operand))
  if (test === undefined) throw bad(`There are no channels '${operand}'.`)
  const recipientIds = [...directory.channels.values()].filter(test).map((channel) => channel.recipientId)
  return { kind: 'public-channels', recipientIds }
}

function personOf(directory: Directory, operand: Operand): User {
  if (Array.isArray(operand)) throw refuse('BadRequest', 'narrow: name one person.')
  const user = typeof operand === 'number' ? directory.users.get(operand) : userByApiEmail(directory, operand)
  if (user === undefined) throw bad('There is no such user.')
  return user
}

/** The people of a conversation with the viewer, ascending; empty for a conversation that cannot exist. */
function conversationOf(directory: Directory, viewer: User, operand: Operand): number[] {
  if (typeof operand === 'number') throw refuse('BadRequest', 'narrow: list the people of the conversation.')
  const references = typeof operand === 'string' ? operand.split(',') : operand
  if (references.length === 0) return []
  const ids = references.map((reference) => personOf(directory, reference).id)
  return [...new Set([...ids, viewer.id])].sort((a, b) => a - b)
}

function idOf(operand: Operand): number {
  const id = typeof operand === 'string' && /^\d+$/.test(operand) ? Number(operand) : operand
  if (typeof id !== 'number' || id < 0 || id > 0x7fffffff) throw bad('This is not a message ID.')
  return id
}

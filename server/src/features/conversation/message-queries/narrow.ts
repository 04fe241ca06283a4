import type { NarrowTerm } from '@loquat/contract'
import { type Directory, isGuest, type User } from '../../../directory/directory.ts'
import { canReadHistory } from '../../../directory/permissions.ts'
import { isSpectator } from '../../../directory/spectator.ts'
import { fromWire } from '../../../directory/topics.ts'
import { flagBits } from '../../../events/flag-bits.ts'
import { dayOf, type IdBounds } from './narrow-dates.ts'
import {
  badNarrow,
  channelOf,
  channelsOf,
  conversationOf,
  messageIdOf,
  personOf,
  wordOf,
} from './narrow-operands.ts'
import { parseSearch, type SearchQuery } from './search-query.ts'

/** The requirement of a condition. */
export type Predicate =
  | { kind: 'channel'; recipientId: number }
  | { kind: 'channels'; recipientIds: number[] }
  /** An exact set of participants; empty if the conversation cannot exist. */
  | { kind: 'conversation'; userIds: number[] }
  /** Conversations that include a user, or only group conversations. */
  | { kind: 'including'; userId: number; groupsOnly: boolean }
  | { kind: 'topic'; topic: string }
  | { kind: 'sender'; userId: number }
  | { kind: 'id'; id: number }
  | { kind: 'direct' | 'resolved' | 'unread' | 'mentioned' | 'followed' | 'muted' | 'home' | 'reaction' }
  | { kind: 'flag'; bit: number }
  | { kind: 'property'; column: 'has_link' | 'has_image' | 'has_attachment' }
  | { kind: 'search'; query: SearchQuery }
  /** Sent before a moment, or from it on, in milliseconds. */
  | { kind: 'sent'; side: 'before' | 'from'; moment: number }

/** One condition on a message. All conditions of a narrow must hold. */
export type Condition = { negated: boolean } & Predicate

export interface Narrow {
  conditions: Condition[]
  /** Whether to include messages the reader did not receive; the conditions then name the channels. */
  sharedHistory: boolean
  /** Bounds on the IDs of messages that can match. */
  bounds?: IdBounds
}

/** Classifies conditions, to detect combinations that cannot match. */
const isAboutChannels = ({ kind, negated }: Condition) =>
  (!negated && (kind === 'channel' || kind === 'channels' || kind === 'topic')) ||
  (kind === 'direct' && negated)
const isAboutPeople = ({ kind, negated }: Condition) =>
  !negated && (kind === 'conversation' || kind === 'including' || kind === 'direct')

export function parseNarrow(directory: Directory, viewer: User, terms: readonly NarrowTerm[]): Narrow {
  const conditions = withFirstTopicResolved(terms).flatMap((term): Condition[] => {
    const predicate = parseTerm(directory, viewer, term)
    return predicate === undefined ? [] : [{ ...predicate, negated: term.negated }]
  })
  if (conditions.some(isAboutChannels) && conditions.some(isAboutPeople)) {
    throw badNarrow('narrow-contradictory', {})
  }
  const search = searchOf(terms)
  if (search !== undefined) conditions.push({ kind: 'search', query: search, negated: false })
  return { conditions: unique(conditions), sharedHistory: readsSharedHistory(directory, viewer, terms) }
}

/** Removes duplicate conditions. */
const unique = (conditions: readonly Condition[]) => [
  ...new Map(conditions.map((condition) => [JSON.stringify(condition), condition])).values(),
]

/** The search query of a narrow, for highlighting. */
export const searchIn = ({ conditions }: Narrow): SearchQuery | undefined =>
  conditions.find((condition) => condition.kind === 'search')?.query

/** Resolves the display name of the empty topic in the first topic term only. */
function withFirstTopicResolved(terms: readonly NarrowTerm[]): NarrowTerm[] {
  const first = terms.findIndex(({ operator }) => operator === 'topic')
  return terms.map((term, n) =>
    n === first && typeof term.operand === 'string' ? { ...term, operand: fromWire(term.operand) } : term,
  )
}

/** Combines all search terms into one query, ignoring negation. */
function searchOf(terms: readonly NarrowTerm[]): SearchQuery | undefined {
  const operands = terms.flatMap(({ operator, operand }) => (operator === 'search' ? [wordOf(operand)] : []))
  return operands.length === 0 ? undefined : parseSearch(operands.join(' '))
}

/** Returns undefined for a term that restricts nothing by itself. */
function parseTerm(
  directory: Directory,
  viewer: User,
  { operator, operand }: NarrowTerm,
): Predicate | undefined {
  switch (operator) {
    case 'channel':
    case 'stream':
      return { kind: 'channel', recipientId: channelOf(directory, operand).recipientId }
    case 'channels':
    case 'streams':
      return { kind: 'channels', recipientIds: channelsOf(directory, operand) }
    case 'topic':
      return { kind: 'topic', topic: wordOf(operand) }
    case 'pm_with':
      return { kind: 'conversation', userIds: conversationOf(directory, viewer, wordOf(operand)) }
    case 'dm':
    case 'pm-with':
      return { kind: 'conversation', userIds: conversationOf(directory, viewer, operand) }
    case 'dm-including':
      return { kind: 'including', userId: personOf(directory, viewer, operand).id, groupsOnly: false }
    case 'group_pm_with':
      return { kind: 'including', userId: personOf(directory, viewer, wordOf(operand)).id, groupsOnly: true }
    case 'group-pm-with':
      return { kind: 'including', userId: personOf(directory, viewer, operand).id, groupsOnly: true }
    case 'sender':
      return { kind: 'sender', userId: personOf(directory, viewer, operand).id }
    case 'id':
      return { kind: 'id', id: messageIdOf(operand) }
    case 'before':
      return { kind: 'sent', side: 'before', moment: dayOf(operand, viewer.timezone).start }
    case 'after':
      return { kind: 'sent', side: 'from', moment: dayOf(operand, viewer.timezone).end }
    case 'near':
      wordOf(operand)
      return undefined
    case 'is':
      return isOperand(wordOf(operand))
    case 'has':
      return hasOperand(wordOf(operand))
    case 'in':
      return inOperand(wordOf(operand))
    case 'search':
      if (wordOf(operand).trim() === '') throw badNarrow('narrow-search-empty', {})
      return undefined
    default:
      throw badNarrow('narrow-operator-unknown', { operator })
  }
}

function isOperand(operand: string): Predicate {
  switch (operand) {
    case 'dm':
    case 'private':
      return { kind: 'direct' }
    case 'starred':
      return { kind: 'flag', bit: flagBits.starred }
    case 'alerted':
      return { kind: 'flag', bit: flagBits.has_alert_word }
    case 'unread':
    case 'mentioned':
    case 'followed':
    case 'muted':
    case 'resolved':
      return { kind: operand }
    default:
      throw badNarrow('narrow-is-operand-unknown', { operand })
  }
}

function hasOperand(operand: string): Predicate {
  switch (operand) {
    case 'link':
    case 'image':
    case 'attachment':
      return { kind: 'property', column: `has_${operand}` }
    case 'reaction':
      return { kind: 'reaction' }
    default:
      throw badNarrow('narrow-has-operand-unknown', { operand })
  }
}

function inOperand(operand: string): Predicate | undefined {
  switch (operand) {
    case 'home':
      return { kind: 'home' }
    case 'all':
      return undefined
    default:
      throw badNarrow('narrow-in-operand-unknown', { operand })
  }
}

function readsSharedHistory(directory: Directory, viewer: User, terms: readonly NarrowTerm[]): boolean {
  let shared = false
  for (const { operator, operand, negated } of terms) {
    if (negated) continue
    if (operator === 'channel' || operator === 'stream') {
      shared = canReadHistory(directory, viewer, channelOf(directory, operand))
    }
    const isOpen = operand === 'public' ? !isGuest(viewer) : operand === 'web-public' && isSpectator(viewer)
    if ((operator === 'channels' || operator === 'streams') && isOpen) shared = true
  }
  return shared && !terms.some(({ operator, operand }) => operator === 'is' && operand !== 'resolved')
}

import type { FetchedMessage, NarrowTerm } from '@loquat/contract'
import { caseless, visibility } from '@loquat/contract/light'
import { conversationOf, dmAmong, keyOf } from '../navigation/conversation.ts'
import type { FeedView } from '../navigation/narrow.ts'

/** `unknown` if only the server can tell. */
export type NarrowMatch = boolean | 'unknown'

export interface MatchContext {
  me: number
  isMuted(channelId: number, topic: string): boolean
  policyOf(channelId: number, topic: string): number
  channelIdOf(name: string): number | undefined
  isPublic(channelId: number): boolean
  isWebPublic(channelId: number): boolean
}

type Message = Pick<
  FetchedMessage,
  'id' | 'stream_id' | 'subject' | 'display_recipient' | 'sender_id' | 'flags' | 'reactions'
>

/** Whether a message belongs to a view. `terms` are used for searches only. */
export function matchesView(
  view: FeedView,
  message: Message,
  context: MatchContext,
  terms: readonly NarrowTerm[] = [],
): NarrowMatch {
  const { stream_id: channelId, subject: topic } = message
  switch (view.kind) {
    case 'feed':
      return channelId === undefined || !context.isMuted(channelId, topic)
    case 'mentions':
      return isMention(message)
    case 'starred':
      return message.flags.includes('starred')
    case 'dms':
      return channelId === undefined
    case 'channel':
      // Opening a muted channel shows it; only topics that are muted themselves are left out.
      return channelId === view.channelId && context.policyOf(channelId, topic) !== visibility.muted
    case 'topic':
    case 'dm': {
      const place = view.kind === 'dm' ? dmAmong(view.userIds, context.me) : view
      return keyOf(conversationOf(message, context.me)) === keyOf(place)
    }
    case 'search':
      return matchesNarrow(terms, message, context)
  }
}

/** Whether a message matches all terms, by the rules of the server. */
export function matchesNarrow(
  terms: readonly NarrowTerm[],
  message: Message,
  context: MatchContext,
): NarrowMatch {
  const answers = terms.map((term): NarrowMatch => {
    const answer = matchesTerm(term, message, context)
    const isNegated = term.negated && !['near', 'with', 'search'].includes(term.operator)
    if (answer === 'unknown' || !isNegated || (term.operator === 'in' && term.operand === 'all'))
      return answer
    return !answer
  })
  if (answers.includes(false)) return false
  return answers.includes('unknown') ? 'unknown' : true
}

const mentionFlags = [
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'group_mentioned',
  'wildcard_mentioned',
] as const
const isMention = ({ flags }: Message) => mentionFlags.some((flag) => flags.includes(flag))

function matchesTerm(
  { operator, operand }: NarrowTerm,
  message: Message,
  context: MatchContext,
): NarrowMatch {
  const { stream_id: channelId, subject: topic } = message
  const people = () => conversationOf(message, context.me)
  switch (operator) {
    case 'channel': {
      const id = typeof operand === 'string' ? context.channelIdOf(operand) : operand
      return channelId !== undefined && channelId === id
    }
    case 'channels':
      if (channelId === undefined) return false
      return operand === 'public' ? context.isPublic(channelId) : context.isWebPublic(channelId)
    case 'topic':
      return channelId !== undefined && caseless(topic) === caseless(String(operand))
    case 'dm':
      if (!Array.isArray(operand)) return 'unknown'
      return channelId === undefined && keyOf(people()) === keyOf(dmAmong(operand, context.me))
    case 'dm-including': {
      if (typeof operand !== 'number') return 'unknown'
      const place = people()
      return place.kind === 'dm' && (operand === context.me || place.userIds.includes(operand))
    }
    case 'sender':
      return typeof operand === 'number' ? message.sender_id === operand : 'unknown'
    case 'id':
      return message.id === Number(operand)
    case 'near':
      return true
    case 'is':
      return matchesWord(String(operand), message, context)
    case 'in':
      return operand === 'all' || channelId === undefined || !context.isMuted(channelId, topic)
    case 'has':
      return operand === 'reaction' ? message.reactions.length > 0 : 'unknown'
    default:
      return 'unknown'
  }
}

function matchesWord(word: string, message: Message, context: MatchContext): NarrowMatch {
  const { stream_id: channelId, subject: topic, flags } = message
  switch (word) {
    case 'dm':
    case 'private':
      return channelId === undefined
    case 'mentioned':
      return isMention(message)
    case 'starred':
      return flags.includes('starred')
    case 'unread':
      return !flags.includes('read')
    case 'alerted':
      return flags.includes('has_alert_word')
    case 'followed':
      return channelId !== undefined && context.policyOf(channelId, topic) === visibility.followed
    case 'muted':
      return channelId !== undefined && context.isMuted(channelId, topic)
    case 'resolved':
      return channelId !== undefined && topic.startsWith('✔ ')
    default:
      return 'unknown'
  }
}

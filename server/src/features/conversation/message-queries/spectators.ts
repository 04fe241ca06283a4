import { apiError, type NarrowTerm } from '@loquat/contract'
import type { Directory } from '../../../directory/directory.ts'
import { badNarrow, channelOf } from './narrow-operands.ts'

const allowedOperators = new Set([
  'channel',
  'stream',
  'channels',
  'streams',
  'topic',
  'sender',
  'has',
  'search',
  'before',
  'after',
  'near',
  'id',
  'with',
])

const isChannel = ({ operator }: NarrowTerm) => operator === 'channel' || operator === 'stream'

/**
 * Validates a spectator's narrow: it must be limited to web-public channels and use no personal operators.
 */
export function narrowForSpectators(directory: Directory, terms: readonly NarrowTerm[]): NarrowTerm[] {
  const allowedTerms = terms.filter(
    ({ operator, operand, negated }) => operator !== 'in' || operand !== 'home' || negated,
  )
  const isOpen = ({ operator, operand, negated }: NarrowTerm) =>
    (operator === 'channels' || operator === 'streams') && operand === 'web-public' && !negated
  const isAllowed = ({ operator, operand }: NarrowTerm) =>
    allowedOperators.has(operator) || (operator === 'is' && operand === 'resolved')
  if (!allowedTerms.some(isOpen) || !allowedTerms.every(isAllowed)) {
    throw apiError('spectator-narrow-denied')
  }
  for (const term of allowedTerms.filter(isChannel)) {
    if (!channelOf(directory, term.operand).isWebPublic) throw badNarrow('narrow-channel-not-found', {})
  }
  return allowedTerms
}

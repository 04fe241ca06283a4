import type { NarrowTerm } from '@loquat/contract'
import type { Db } from '../../../db/database.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { mayReadMessage } from '../messages/access.ts'
import { type Relation, relationsOf } from '../read-state/flags-store.ts'
import { badNarrow, messageIdOf } from './narrow-operands.ts'

const channelOperators = ['channel', 'stream']
const directOperators = ['dm', 'pm-with', 'pm_with']
const conversationOperators = new Set([...channelOperators, ...directOperators, 'topic'])

/**
 * Resolves the `with` operator. A link to a conversation includes the ID of one of its messages and follows
 * that message after a move, replacing the channel and topic of the link.
 */
export async function resolveWith(
  db: Db,
  realm: Realm,
  viewer: User,
  terms: readonly NarrowTerm[],
): Promise<readonly NarrowTerm[]> {
  const [named, ...more] = terms.filter(({ operator }) => operator === 'with')
  if (named === undefined) return terms
  if (more.length > 0) throw badNarrow('narrow-with-repeated', {})
  const [relation] = await relationsOf(db, realm.id, viewer.id, [messageIdOf(named.operand)])
  const others = terms.filter(({ operator }) => operator !== 'with')
  if (relation !== undefined && mayReadMessage(realm.directory, viewer, relation)) {
    return [...others.filter(({ operator }) => !conversationOperators.has(operator)), ...termsFor(relation)]
  }
  if (!namesConversation(others)) throw badNarrow('narrow-with-not-found', {})
  return others
}

function termsFor({ channelId, userIds, topic }: Relation): NarrowTerm[] {
  if (channelId === null) return [{ operator: 'dm', operand: userIds ?? [], negated: false }]
  return [
    { operator: 'channel', operand: channelId, negated: false },
    { operator: 'topic', operand: topic, negated: false },
  ]
}

function namesConversation(terms: readonly NarrowTerm[]): boolean {
  const has = (operators: readonly string[]) => terms.some(({ operator }) => operators.includes(operator))
  return has(directOperators) || (has(channelOperators) && has(['topic']))
}

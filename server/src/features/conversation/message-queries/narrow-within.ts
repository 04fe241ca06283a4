import { apiError, type NarrowTerm } from '@loquat/contract'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { parseNarrow } from './narrow.ts'

/**
 * Requires that a narrow finds only messages of these channels: one of its conditions must be one of them. Terms with `with` could
 * replace that condition by the channel that a message was moved to.
 */
export async function assertNarrowWithin(
  realm: Realm,
  viewer: User,
  channels: ReadonlySet<number>,
  terms: readonly NarrowTerm[],
): Promise<void> {
  const { directory } = realm
  await realm.decideFresh(() => {
    if (terms.some(({ operator }) => operator === 'with')) throw apiError('token-narrow-required')
    const isWithin = parseNarrow(directory, viewer, terms).conditions.some(
      (condition) =>
        condition.kind === 'channel' &&
        !condition.negated &&
        channels.has(directory.channelByRecipient(condition.recipientId)?.id ?? 0),
    )
    if (!isWithin) throw apiError('token-narrow-required')
  })
}

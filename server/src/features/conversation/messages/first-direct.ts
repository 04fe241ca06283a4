import { type Directory, isGuest } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishVisibilityAfterFirstDirectMessage } from '../../identity/users/guest-visibility.ts'
import type { Draft } from './draft.ts'
import { storeWithin } from './outbox.ts'

/**
 * Whether this may be the first message between these users and involves a guest, who may thereby gain sight
 * of the others. Applies even where guests can see everyone, in case that setting changes concurrently.
 */
export const isFirstGuestDirectMessage = (directory: Directory, { channelId, maybeFirst, userIds }: Draft) =>
  maybeFirst &&
  channelId === null &&
  userIds.some((id) => {
    const user = directory.users.get(id)
    return user !== undefined && isGuest(user)
  })

/** Stores such a message in an exclusive transaction. Publishes newly visible users first. */
export async function storeFirstGuestDirectMessage(
  tx: Tx,
  { directory }: Realm,
  draft: Draft,
): Promise<number> {
  await publishVisibilityAfterFirstDirectMessage(tx, directory, draft.userIds)
  const [id] = await storeWithin(tx, [draft])
  return id!
}

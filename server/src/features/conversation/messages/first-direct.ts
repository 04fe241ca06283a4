import { type Directory, isGuest } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishVisibilityAfterFirstDirectMessage } from '../../identity/users/guest-visibility.ts'
import type { Draft } from './draft.ts'
import { storeWithin } from './outbox.ts'

/**
 * Whether guests may meet somebody by this message: it is the first between these people, as far as we know. Asked whether or
 * not guests may know everybody, so that it makes no difference when that changes at the same moment.
 */
export const isFirstGuestDirectMessage = (directory: Directory, { channelId, maybeFirst, userIds }: Draft) =>
  maybeFirst &&
  channelId === null &&
  userIds.some((id) => {
    const user = directory.users.get(id)
    return user !== undefined && isGuest(user)
  })

/** Stores such a message in an exclusive transaction: whom guests meet, they are told before. */
export async function storeFirstGuestDirectMessage(
  tx: Tx,
  { directory }: Realm,
  draft: Draft,
): Promise<number> {
  await publishVisibilityAfterFirstDirectMessage(tx, directory, draft.userIds)
  const [id] = await storeWithin(tx, [draft])
  return id!
}

import { apiError } from '@loquat/contract'
import { isModerator, type User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { lockMessage, type StoredMessage } from '../message-changes/store.ts'
import { mayReadMessage } from '../messages/access.ts'
import { relationsOf } from '../read-state/flags-store.ts'
import { isReported } from './report-store.ts'

export function assertModerator(user: User): void {
  if (!isModerator(user)) throw apiError('moderation-denied')
}

/** Locks a message that the user can read, in an archived channel as well. */
export async function readableMessage(tx: Tx, realm: Realm, user: User, id: number): Promise<StoredMessage> {
  const message = await lockMessage(tx, id)
  const [relation] = await relationsOf(tx.db, realm.id, user.id, [id])
  if (message === undefined || relation === undefined || !mayReadMessage(realm.directory, user, relation)) {
    throw apiError('message-not-found')
  }
  return message
}

/** Locks a message that a moderator can read, or that a participant showed them by a report. */
export async function messageToModerate(
  tx: Tx,
  realm: Realm,
  user: User,
  id: number,
): Promise<StoredMessage> {
  if (!(await isReported(tx, id))) return await readableMessage(tx, realm, user, id)
  const message = await lockMessage(tx, id)
  if (message === undefined) throw apiError('message-not-found')
  return message
}

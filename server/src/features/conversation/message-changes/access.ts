import { apiError, changeMessageDenial } from '@loquat/contract'
import type { Db } from '../../../db/database.ts'
import type { User } from '../../../directory/directory.ts'
import { permissionsOf } from '../../../directory/permissions.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { isInHistory, mayReadMessage } from '../messages/access.ts'
import { type Relation, relationsOf } from '../read-state/flags-store.ts'
import { lockMessage, type StoredMessage } from './store.ts'

/** The user's relation to a message they may read. */
export async function readableRelation(db: Db, realm: Realm, user: User, id: number): Promise<Relation> {
  const [relation] = await relationsOf(db, realm.id, user.id, [id])
  if (relation === undefined) throw apiError('message-not-found')
  await realm.decideFresh(() => {
    if (!mayReadMessage(realm.directory, user, relation)) throw apiError('message-not-found')
  })
  return relation
}

export interface MessageToChange extends StoredMessage {
  /** Whether the message is in the user's own history. */
  inHistory: boolean
}

/** Loads a message that the user may read, for a change. Messages in archived channels cannot change. */
export async function messageToChange(
  tx: Tx,
  realm: Realm,
  user: User,
  id: number,
): Promise<MessageToChange> {
  const { directory } = realm
  const message = await lockMessage(tx, id)
  const [relation] = await relationsOf(tx.db, realm.id, user.id, [id])
  if (message === undefined || relation === undefined || !mayReadMessage(directory, user, relation)) {
    throw apiError('message-not-found')
  }
  const inHistory = isInHistory(relation)
  const channel = message.channelId === null ? undefined : directory.channels.get(message.channelId)
  if (channel && changeMessageDenial(permissionsOf(directory), user, channel, inHistory) !== undefined) {
    throw apiError('message-not-found')
  }
  return { ...message, inHistory }
}

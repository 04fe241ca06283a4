import { refuse } from '@loquat/contract'
import type { Db } from '../../../db/database.ts'
import type { User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { isInHistory, mayReadMessage } from '../messages/access.ts'
import { type Relation, relationsOf } from '../read-state/flags-store.ts'
import { type StoredMessage, takeMessage } from './store.ts'

/** The same words whether a message does not exist or must not be known to exist. */
export const noSuchMessage = () => refuse('BadRequest', 'There is no such message.')

/** What a message is to the user, if they may read it. */
export async function readableRelation(db: Db, realm: Realm, user: User, id: number): Promise<Relation> {
  const [relation] = await relationsOf(db, realm.id, user.id, [id])
  if (relation === undefined) throw noSuchMessage()
  await realm.decideFresh(() => {
    if (!mayReadMessage(realm.directory, user, relation)) throw noSuchMessage()
  })
  return relation
}

export interface MessageToChange extends StoredMessage {
  /** Whether it is part of the user's own history. */
  inHistory: boolean
}

/** A message that the user may read and that may be changed: those of archived channels may not. */
export async function messageToChange(
  tx: Tx,
  realm: Realm,
  user: User,
  id: number,
): Promise<MessageToChange> {
  const { directory } = realm
  const message = await takeMessage(tx, id)
  const [relation] = await relationsOf(tx.db, realm.id, user.id, [id])
  if (message === undefined || relation === undefined || !mayReadMessage(directory, user, relation)) {
    throw noSuchMessage()
  }
  if (message.channelId !== null && directory.channels.get(message.channelId)?.isArchived !== false) {
    throw noSuchMessage()
  }
  return { ...message, inHistory: isInHistory(relation) }
}

import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { mayReadMessage } from '../messages/access.ts'
import { type Relation, relationsOf } from '../read-state/flags-store.ts'
import { findCall, type ParticipantRow, type StoredCall } from './store.ts'

export function assertCallsEnabled({ config }: App): void {
  if (!config.calls) throw apiError('calls-disabled')
}

export interface ReadableCall {
  call: StoredCall
  /** The message of the call, as this user may read it. */
  place: Relation
}

/** A call in progress in a conversation that the user can read. The same error for missing, ended and hidden calls. */
export async function readableCall(db: Db, realm: Realm, user: User, callId: number): Promise<ReadableCall> {
  const call = await findCall(db, realm.id, callId)
  const place = call === undefined ? undefined : await placeFor(db, realm, user.id, call)
  if (call === undefined || place === undefined) throw apiError('call-not-found')
  return { call, place }
}

/** The place of a call for a user; undefined if the user cannot read there. */
export async function placeFor(
  db: Db,
  realm: Realm,
  userId: number,
  { message_id }: StoredCall,
): Promise<Relation | undefined> {
  const [relation] = message_id === null ? [] : await relationsOf(db, realm.id, userId, [message_id])
  if (relation === undefined) return undefined
  const isReadable = () => {
    const user = realm.directory.users.get(userId)
    return user?.isActive === true && mayReadMessage(realm.directory, user, relation)
  }
  if (isReadable()) return relation
  await realm.follower.advance()
  return isReadable() ? relation : undefined
}

/** A participant of the caller who has not left. The same error for those of others. */
export function ownParticipant({ participants }: StoredCall, user: User, id: number): ParticipantRow {
  const found = participants.find((participant) => participant.id === id && participant.user_id === user.id)
  if (found === undefined) throw apiError('call-participant-not-found')
  return found
}

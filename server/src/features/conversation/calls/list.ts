import type { CallObject } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { mayReadMessage } from '../messages/access.ts'
import { relationsOf } from '../read-state/flags-store.ts'
import { presentCall } from './present.ts'
import { callsInProgress } from './store.ts'

/** The calls in progress in conversations that the user can read. */
export async function listCalls({ database: { db } }: App, realm: Realm, user: User): Promise<CallObject[]> {
  const calls = await callsInProgress(db, realm.id)
  const messageIds = calls.flatMap(({ message_id }) => message_id ?? [])
  if (messageIds.length === 0) return []
  const relations = await relationsOf(db, realm.id, user.id, messageIds)
  const readable = new Map(
    relations.filter((one) => mayReadMessage(realm.directory, user, one)).map((one) => [one.id, one]),
  )
  return calls.flatMap((call) => {
    const place = readable.get(call.message_id ?? 0)
    return place === undefined ? [] : [presentCall(call, place)]
  })
}

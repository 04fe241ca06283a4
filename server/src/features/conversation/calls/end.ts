import type { App } from '../../../app.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { removeFromCall } from './publish.ts'
import * as store from './store.ts'

/** Time to join a call that was just started. */
const joinMs = 60_000
/** Calls per run. */
const batchSize = 500

/** Removes participants whose leases have ended, and ends calls that nobody is in: browsers crash, and processes die. */
export async function endAbandonedCalls(app: App): Promise<void> {
  const now = new Date(app.clock.now())
  const startedBefore = new Date(app.clock.now() - joinMs)
  for (const { id, realm_id } of await store.abandonedCalls(
    app.database.backgroundDb,
    now,
    startedBefore,
    batchSize,
  )) {
    const realm = await app.realms.byId(realm_id)
    await realm.transactExclusively(async (tx) => {
      const call = await store.findCall(tx.db, realm_id, id)
      if (call === undefined) return
      const expired = call.participants.filter((one) => one.lease_until < now)
      const isLeft = expired.length === call.participants.length && call.started_at < startedBefore
      if (expired.length === 0 && !isLeft) return
      const gone = expired.map((one) => one.id)
      await removeFromCall(tx, realm, call, gone, now)
    })
  }
}

/** Extension: a deactivated user leaves all calls. */
export async function leaveCallsOf(tx: Tx, _: Directory, user: User): Promise<void> {
  await store.endLeasesOf(tx, user.id)
}

/** Extension: a call ends when its message is deleted. Other clients drop it with the message. */
export async function endCallsOf(tx: Tx, messageIds: readonly number[]): Promise<void> {
  for (const call of await store.endCallsOfMessages(tx, messageIds)) {
    const users = [...new Set(call.participants.map((participant) => participant.user_id))]
    tx.publish(
      {
        type: 'call',
        call: {
          call_id: call.id,
          message_id: call.message_id ?? 0,
          started_by: call.started_by,
          started_timestamp: Math.floor(call.started_at.getTime() / 1_000),
          ended_timestamp: Math.floor((call.ended_at ?? call.started_at).getTime() / 1_000),
          participants: [],
          declined_user_ids: [],
        },
      },
      { users },
    )
  }
}

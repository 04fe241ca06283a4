import { apiError, type BulkDeletionObject, maxBulkDeletionsListed } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import { canSeeChannel } from '../../../directory/permissions.ts'
import { enqueue } from '../../../jobs/store.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { deleteInBulk } from './jobs.ts'
import * as store from './store.ts'

export interface BulkRequest {
  channel_ids: readonly number[]
  include_direct: boolean
  sent_from: number | null
  sent_until: number | null
}

const ownerRole = 100
const timeOf = (seconds: number | null) => (seconds === null ? null : new Date(seconds * 1_000))

/** Records a deletion; a job carries it out. */
export async function startBulkDeletion(
  app: App,
  realm: Realm,
  caller: User,
  userId: number,
  request: BulkRequest,
): Promise<number> {
  const { directory } = realm
  const { include_direct, sent_from, sent_until } = request
  return await realm.transactExclusively(async (tx) => {
    const user = directory.users.get(userId)
    if (user === undefined || user.isSystemBot) throw apiError('user-not-found')
    if (user.role === ownerRole && caller.role !== ownerRole) throw apiError('bulk-deletion-owner-denied')
    assertVisible(directory, caller, request.channel_ids)
    if (sent_from !== null && sent_until !== null && sent_from >= sent_until) {
      throw apiError('message-scope-times-reversed')
    }
    if (await store.isRunning(tx, userId)) throw apiError('bulk-deletion-running')
    const scope: store.BulkScope = {
      user_id: userId,
      channel_ids: [...new Set(request.channel_ids)],
      include_direct,
      sent_from: timeOf(sent_from),
      sent_until: timeOf(sent_until),
    }
    const { total, last } = await store.measure(tx, scope)
    const requested = { requested_by: caller.id, requested_at: new Date(app.clock.now()) }
    const id = await store.insertBulk(tx, { ...scope, ...requested, total, last_message_id: last })
    tx.audit({
      kind: 'message.bulk_deleted',
      target: { type: 'user', id: userId, name: user.fullName },
      after: { ...request, messages: total },
    })
    await enqueue(tx.db, deleteInBulk, {}, { key: deleteInBulk.name })
    return id
  })
}

/** The same error for missing and hidden channels. */
function assertVisible(directory: Directory, caller: User, ids: readonly number[]): void {
  for (const id of ids) {
    const channel = directory.channels.get(id)
    if (channel === undefined || !canSeeChannel(directory, caller, channel))
      throw apiError('channel-not-found')
  }
}

/** Stops a deletion that is running, and restores its messages. */
export async function undoBulkDeletion(app: App, realm: Realm, id: number): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const bulk = await store.lockBulk(tx, id)
    if (bulk === undefined) throw apiError('bulk-deletion-not-found')
    if (bulk.state === 'restoring' || bulk.state === 'restored') return
    const isLate = bulk.undo_until !== null && bulk.undo_until.getTime() <= app.clock.now()
    if (bulk.state === 'final' || isLate) throw apiError('bulk-deletion-final')
    await store.updateBulk(tx, id, { state: 'restoring', undo_until: null })
    tx.audit({ kind: 'message.bulk_restored', target: { type: 'user', id: bulk.user_id } })
    await enqueue(tx.db, deleteInBulk, {}, { key: deleteInBulk.name })
  })
}

export async function listBulkDeletions(
  { database: { db } }: App,
  realm: Realm,
): Promise<BulkDeletionObject[]> {
  return (await store.listBulk(db, realm.id, maxBulkDeletionsListed)).map(present)
}

const secondsOf = (time: Date | null) => (time === null ? null : toSeconds(time.getTime()))

const present = (row: store.BulkRow): BulkDeletionObject => ({
  bulk_deletion_id: row.id,
  user_id: row.user_id,
  requested_by: row.requested_by,
  requested_at: toSeconds(row.requested_at.getTime()),
  channel_ids: row.channel_ids,
  include_direct: row.include_direct,
  sent_from: secondsOf(row.sent_from),
  sent_until: secondsOf(row.sent_until),
  state: row.state,
  messages_total: row.total,
  messages_deleted: row.deleted,
  messages_restored: row.restored,
  undo_until: secondsOf(row.undo_until),
})

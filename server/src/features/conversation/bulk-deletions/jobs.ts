import { bulkUndoSeconds, caseless } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Directory } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { job } from '../../../jobs/job.ts'
import type { Realm } from '../../../realms/realm.ts'
import { deleteWithin } from '../message-changes/delete.ts'
import { receiversInChannel } from '../message-changes/receivers.ts'
import { holdersOf, updateFirstMessage } from '../message-changes/store.ts'
import { unclaimed } from '../uploads/claim-store.ts'
import { removeAttachments } from '../uploads/files.ts'
import { copyAside, copyBack, forgetAside, messagesAside } from './aside-store.ts'
import * as store from './store.ts'

/** Messages per transaction, to hold the log lock only briefly. */
const batchSize = 100

/** Carries out bulk deletions and their undoing, and makes old ones final. Each batch stores how far it is. */
export const deleteInBulk = job<object>({
  name: 'delete-in-bulk',
  every: '* * * * *',
  run: async (app, _, stopping) => {
    const failed: number[] = []
    while (!stopping?.aborted) {
      const next = await store.nextBulk(app.database.db, new Date(app.clock.now()), failed)
      if (next === undefined) return
      try {
        await runBatch(app, await app.realms.byId(next.realmId), next.id)
      } catch (error) {
        app.logger.error({ err: error, bulk_deletion_id: next.id }, 'could not continue a bulk deletion')
        failed.push(next.id)
      }
    }
  },
})

async function runBatch(app: App, realm: Realm, id: number): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const bulk = await store.lockBulk(tx, id)
    if (bulk?.state === 'deleting') await deleteBatch(app, tx, realm.directory, bulk)
    else if (bulk?.state === 'restoring') await restoreBatch(tx, realm.directory, bulk)
    else if (bulk?.state === 'deleted') await forgetBatch(tx, bulk)
  })
}

/** An event names one topic. */
const byPlace = (messages: readonly store.BulkMessage[]) =>
  [
    ...Map.groupBy(messages, ({ recipientId, topic }) => `${recipientId} ${caseless(topic)}`).values(),
  ].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ first, ids: [first, ...others].map(({ id }) => id) }],
  )

async function deleteBatch(app: App, tx: Tx, directory: Directory, bulk: store.BulkRow): Promise<void> {
  const messages = await store.nextMessages(tx, bulk, batchSize)
  await copyAside(
    tx,
    bulk.id,
    messages.map(({ id }) => id),
  )
  for (const { first, ids } of byPlace(messages)) await deleteWithin(tx, directory, first, ids)
  const isDone = messages.length < batchSize
  await store.updateBulk(tx, bulk.id, {
    position: messages.at(-1)?.id ?? bulk.position,
    deleted: bulk.deleted + messages.length,
    ...(isDone ? { state: 'deleted', undo_until: new Date(app.clock.now() + bulkUndoSeconds * 1_000) } : {}),
  })
}

async function restoreBatch(tx: Tx, directory: Directory, bulk: store.BulkRow): Promise<void> {
  const messages = await messagesAside(tx, bulk.id, batchSize)
  await copyBack(
    tx,
    messages.map(({ id }) => id),
  )
  // Processes keep recent and unread messages in memory, without the restored ones.
  tx.publish({ type: 'refresh' }, { users: [] }, { channels: [] })
  for (const { first, ids } of byPlace(messages)) await publishRestored(tx, directory, first, ids)
  await store.updateBulk(tx, bulk.id, {
    restored: bulk.restored + messages.length,
    ...(messages.length < batchSize ? { state: 'restored' } : {}),
  })
}

async function publishRestored(
  tx: Tx,
  directory: Directory,
  { channelId, userIds }: store.BulkMessage,
  ids: number[],
): Promise<void> {
  const channel = channelId === null ? undefined : directory.channels.get(channelId)
  const event = { type: 'restored_messages' as const, message_ids: ids }
  if (channel === undefined) {
    tx.publish(event, { users: userIds ?? [] })
    return
  }
  const receivers = [...receiversInChannel(directory, channel, ids, await holdersOf(tx.db, ids))]
  const first = await updateFirstMessage(tx, channel)
  if (first !== channel.firstMessageId) {
    const { id: stream_id, name } = channel
    tx.publish(
      { type: 'stream', op: 'update', property: 'first_message_id', value: first, stream_id, name },
      { users: receivers },
      { channels: [channel.id] },
    )
  }
  tx.publish(event, { users: receivers })
}

/** The time to undo is over: forgets the messages, and deletes files that nothing links to any more. */
async function forgetBatch(tx: Tx, bulk: store.BulkRow): Promise<void> {
  const { count, attachmentIds } = await forgetAside(tx, bulk.id, batchSize)
  if (attachmentIds.length > 0) await removeAttachments(tx, await unclaimed(tx.db, attachmentIds))
  if (count < batchSize) await store.updateBulk(tx, bulk.id, { state: 'final' })
}

import type { Tx } from '../../../events/transaction.ts'
import { job } from '../../../jobs/job.ts'
import { enqueue } from '../../../jobs/store.ts'
import type { Realm } from '../../../realms/realm.ts'
import { deleteUploadedFiles } from '../../conversation/uploads/files.ts'
import {
  copyHeldFiles,
  copyHeldMessages,
  deleteReleasedFiles,
  deleteReleasedMessages,
  heldPaths,
  realmsWithKept,
} from './keep-store.ts'

/** Keeps messages of legal holds. Everything else happens as without a hold, so that nobody notices it. */
export async function keepMessages(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await copyHeldMessages(tx, ids)
  await copyHeldFiles(tx, { messageIds: ids })
}

/**
 * Keeps files that are deleted, or that an edit no longer links to: the history of a message has its former text only. Returns the paths
 * whose content stays, without a record that users could see.
 */
export async function keepFiles(tx: Tx, attachmentIds: readonly number[]): Promise<ReadonlySet<string>> {
  await copyHeldFiles(tx, { attachmentIds })
  return await heldPaths(tx, attachmentIds)
}

/** Rows per transaction. */
const batchSize = 500

/** Deletes what only released holds have kept. */
export const deleteReleased = job<object>({
  name: 'delete-released-holds',
  every: '37 * * * *',
  run: async (app, _, stopping) => {
    for (const id of await realmsWithKept(app.database.backgroundDb)) {
      await deleteReleasedIn(await app.realms.byId(id), stopping)
    }
  },
})

async function deleteReleasedIn(realm: Realm, stopping?: AbortSignal): Promise<void> {
  for (let count = batchSize; count === batchSize && !stopping?.aborted; ) {
    count = await realm.transact((tx) => deleteReleasedMessages(tx, batchSize))
  }
  for (let count = batchSize; count === batchSize && !stopping?.aborted; ) {
    // Exclusive, like every new link to a file.
    count = await realm.transactExclusively(async (tx) => {
      const released = await deleteReleasedFiles(tx, batchSize)
      if (released.paths.length > 0) await enqueue(tx.db, deleteUploadedFiles, { pathIds: released.paths })
      return released.count
    })
  }
}

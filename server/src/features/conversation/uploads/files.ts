import { postponeDuringBackup } from '../../../backup/hold.ts'
import type { Tx } from '../../../events/transaction.ts'
import { type Job, job } from '../../../jobs/job.ts'
import { enqueue } from '../../../jobs/store.ts'
import type { Storage } from '../../../platform/files/storage.ts'
import { folderOf } from './names.ts'
import { type Attachment, changeSpace, deleteAttachments } from './store.ts'

/** Deletes files whose records are gone, with their thumbnails. */
export const deleteUploadedFiles: Job<{ pathIds: string[] }> = job({
  name: 'delete-uploaded-files',
  run: async (app, { pathIds }) => {
    if (await postponeDuringBackup(app, deleteUploadedFiles, { pathIds })) return
    for (const pathId of pathIds) await app.files.deleteAll(folderOf(pathId))
  },
})

/**
 * Deletes file records, so that the files are inaccessible from the commit on, and enqueues the deletion of
 * their content.
 */
export async function removeAttachments(
  tx: Tx,
  ids: readonly number[],
): Promise<{ removed: Attachment[]; left: number }> {
  const kept = new Set<string>()
  for (const extend of tx.extensions.filesDeleted) for (const path of await extend(tx, ids)) kept.add(path)
  const removed = await deleteAttachments(tx, ids)
  const left = await changeSpace(tx, -removed.reduce((sum, { size }) => sum + size, 0))
  const pathIds = removed.map(({ path_id }) => path_id).filter((path) => !kept.has(path))
  if (pathIds.length > 0) await enqueue(tx.db, deleteUploadedFiles, { pathIds })
  return { removed, left }
}

export async function deleteUploads(files: Storage, realmId: number): Promise<void> {
  await files.deleteAll(`uploads/${realmId}`)
  await files.deleteAll(`pieces/${realmId}`)
}

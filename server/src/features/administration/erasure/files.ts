import { enqueue } from '../../../jobs/store.ts'
import { removeAttachments } from '../../conversation/uploads/files.ts'
import { cancelResumable } from '../../conversation/uploads/resumable.ts'
import { findResumable } from '../../conversation/uploads/resumable-store.ts'
import { deleteFiles } from '../../identity/pictures/files.ts'
import type { Batch, StepResult } from './batch.ts'
import { ownFiles, removeDataCopy, unfinishedUploads } from './rows-store.ts'

const filesPerBatch = 100

/** Deletes uploaded files: all if the messages were deleted, otherwise those that no message shows. */
export async function deleteOwnFiles({ app, realm, tx, erasure }: Batch): Promise<StepResult> {
  const { userId, messages, position } = erasure
  const ids = await ownFiles(tx.db, userId, { all: messages === 'delete', limit: filesPerBatch })
  await removeAttachments(tx, ids)
  if (ids.length === filesPerBatch) return { position: position + ids.length }
  const copy = await removeDataCopy(tx, userId)
  if (copy !== undefined) await enqueue(tx.db, deleteFiles, { keys: [`exports/${realm.id}/${copy}`] })
  for (const id of await unfinishedUploads(tx.db, userId)) {
    const upload = await findResumable(tx.db, realm.id, userId, id)
    if (upload !== undefined) await cancelResumable(app, upload)
  }
  return undefined
}

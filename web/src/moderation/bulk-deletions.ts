import { api } from '../session/api.ts'
import { attemptFor, type Problem } from '../session/attempt.ts'
import { invalidate, useResource } from '../session/resource.ts'
import { showErrorToast, showToast, showUndoToast } from '../shell/toasts.ts'

const key = 'bulk-deletions'

export const useBulkDeletions = () =>
  useResource(key, async (signal) => (await api.getBulkDeletions({}, { signal })).bulk_deletions)

/** The messages to delete. Times are in seconds. */
export interface BulkChoice {
  user_id: number
  channel_ids: number[]
  include_direct: boolean
  sent_from: number | null
  sent_until: number | null
}

/** Deletes messages of a person, and offers to undo it. */
export async function deleteMessagesOf(choice: BulkChoice): Promise<Problem | undefined> {
  const { reply, problem } = await attemptFor(() => api.startBulkDeletion(choice))
  invalidate(key)
  if (reply !== undefined) {
    showUndoToast('moderation.bulk.started', () => void undoDeletion(reply.bulk_deletion_id))
  }
  return problem
}

export async function undoDeletion(id: number): Promise<void> {
  try {
    await api.undoBulkDeletion({ bulk_deletion_id: id })
    showToast('moderation.bulk.undoing')
  } catch (error) {
    showErrorToast(error)
  }
  invalidate(key)
}

import { z } from 'zod'

/** After this, a finished bulk deletion cannot be undone any more. */
export const bulkUndoSeconds = 3_600
export const maxBulkDeletionsListed = 50
export const maxBulkChannels = 100

/** `deleted` can be undone; `final` cannot. */
export const bulkStates = ['deleting', 'deleted', 'restoring', 'restored', 'final'] as const
export type BulkState = (typeof bulkStates)[number]

/** The deletion of messages of one user. */
export const bulkDeletionObject = z.strictObject({
  bulk_deletion_id: z.int(),
  user_id: z.int(),
  requested_by: z.int(),
  requested_at: z.int(),
  channel_ids: z.array(z.int()),
  include_direct: z.boolean(),
  sent_from: z.int().nullable(),
  sent_until: z.int().nullable(),
  state: z.enum(bulkStates),
  messages_total: z.int(),
  messages_deleted: z.int(),
  messages_restored: z.int(),
  undo_until: z.int().nullable(),
})
export type BulkDeletionObject = z.output<typeof bulkDeletionObject>

import { z } from 'zod'
import { list } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { bulkDeletionObject, maxBulkChannels } from '../objects/bulk-deletions.ts'
import { json } from '../param.ts'

const administrators = { auth: 'user', gate: 'admin' } as const

export const startBulkDeletion = endpoint({
  route: 'POST /users/{user_id}/bulk_deletions',
  summary: 'Start a bulk deletion',
  notes:
    'Use this to delete the messages of one user, such as a spammer: those of some channels or of all, and of a time. A job deletes them, ' +
    'with the usual events; `GET /bulk_deletions` has its progress. For an hour after its end, it can be undone. Only owners can ' +
    'delete messages of an owner. This is an extension of Loquat.',
  ...administrators,
  path: { user_id: 'int' },
  params: {
    channel_ids: json(list(z.int(), maxBulkChannels).default([])),
    include_direct: json(z.boolean().default(false)),
    sent_from: json(z.int().nullable().default(null)),
    sent_until: json(z.int().nullable().default(null)),
  },
  example: { user_id: sample.leaver, channel_ids: [sample.channel], sent_from: 1_790_000_000 },
  reply: { bulk_deletion_id: z.int() },
  reasons: [
    'user-not-found',
    'channel-not-found',
    'bulk-deletion-owner-denied',
    'bulk-deletion-running',
    'message-scope-times-reversed',
  ],
})

export const getBulkDeletions = endpoint({
  route: 'GET /bulk_deletions',
  summary: 'Get bulk deletions',
  notes:
    'Use this to show administrators the progress of bulk deletions, and which can be undone. The newest 50 are returned, newest ' +
    'first. This is an extension of Loquat.',
  ...administrators,
  params: {},
  reply: { bulk_deletions: z.array(bulkDeletionObject) },
})

export const undoBulkDeletion = endpoint({
  route: 'DELETE /bulk_deletions/{bulk_deletion_id}',
  summary: 'Undo a bulk deletion',
  notes:
    'Use this to restore the messages of a bulk deletion with their IDs, reactions, flags and files, within an hour after its end. A ' +
    'deletion that is still running stops. Clients with the capability `restored_messages` receive an event of this name. This is an ' +
    'extension of Loquat.',
  ...administrators,
  path: { bulk_deletion_id: 'int' },
  params: {},
  example: { bulk_deletion_id: sample.bulkDeletion },
  reply: {},
  reasons: ['bulk-deletion-not-found', 'bulk-deletion-final'],
})

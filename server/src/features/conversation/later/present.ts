import type { LaterItemObject } from '@loquat/contract'
import { toSeconds } from '../../../platform/clock.ts'
import type { LaterRow } from './store.ts'

export const presentLaterItem = (row: LaterRow): LaterItemObject => ({
  later_id: row.id,
  message_id: row.message_id,
  note: row.note,
  remind_timestamp: row.remind_at === null ? null : toSeconds(row.remind_at.getTime()),
  is_reminded: row.reminded,
  is_done: row.done_at !== null,
  timestamp: toSeconds(row.created_at.getTime()),
})

import { type InitialState, maxDraftsFetched } from '@loquat/contract'
import type { Db } from '../../db/database.ts'
import { presentDraft } from '../drafts/present.ts'
import { draftsOf } from '../drafts/store.ts'
import { presentScheduled } from '../scheduled-messages/present.ts'
import { scheduledOf } from '../scheduled-messages/store.ts'
import { presentSnippet } from '../snippets/present.ts'
import { snippetsOf } from '../snippets/store.ts'

/** Fetch types `drafts`, `scheduled_messages` and `saved_snippets`. */
export async function draftState(
  db: Db,
  userId: number,
  wants: (type: string) => boolean,
): Promise<Partial<InitialState>> {
  const drafts = wants('drafts') ? await draftsOf(db, userId, maxDraftsFetched) : undefined
  const snippets = wants('saved_snippets') ? await snippetsOf(db, userId) : undefined
  const scheduled = wants('scheduled_messages') ? await scheduledOf(db, userId) : undefined
  return {
    ...(drafts ? { drafts: drafts.map((row) => presentDraft(row.id, row)) } : {}),
    ...(scheduled ? { scheduled_messages: scheduled.map(presentScheduled) } : {}),
    ...(snippets ? { saved_snippets: snippets.map(presentSnippet) } : {}),
  }
}

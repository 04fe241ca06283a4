import { type InitialState, maxDraftsFetched } from '@loquat/contract'
import type { Db } from '../../db/database.ts'
import { presentDraft } from '../drafts/present.ts'
import { draftsOf } from '../drafts/store.ts'
import { presentSnippet } from '../snippets/present.ts'
import { snippetsOf } from '../snippets/store.ts'

/** Fetch types `drafts` and `saved_snippets`. */
export async function draftState(
  db: Db,
  userId: number,
  wants: (type: string) => boolean,
): Promise<Partial<InitialState>> {
  const drafts = wants('drafts') ? await draftsOf(db, userId, maxDraftsFetched) : undefined
  const snippets = wants('saved_snippets') ? await snippetsOf(db, userId) : undefined
  return {
    ...(drafts ? { drafts: drafts.map((row) => presentDraft(row.id, row)) } : {}),
    ...(snippets ? { saved_snippets: snippets.map(presentSnippet) } : {}),
  }
}

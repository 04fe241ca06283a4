import type { BodyOf, DraftObject, InitialState } from '@loquat/contract'
import { maxDraftsFetched } from '@loquat/contract/light'
import { patch } from './people.ts'

export function withDrafts(state: InitialState, { drafts }: BodyOf<'drafts:add'>): InitialState {
  return patch(state, { drafts: state.drafts && drafts.reduce(withNewest, state.drafts) })
}

export function withDraftChange(state: InitialState, { draft }: BodyOf<'drafts:update'>): InitialState {
  return patch(state, { drafts: state.drafts && withNewest(state.drafts, draft) })
}

export function withoutDraft(state: InitialState, { draft_id }: BodyOf<'drafts:remove'>): InitialState {
  return patch(state, { drafts: state.drafts?.filter((draft) => draft.id !== draft_id) })
}

/** Newest first by the client's edit time; within the same second, the last stored comes first. */
function withNewest(drafts: readonly DraftObject[], draft: DraftObject): DraftObject[] {
  const others = drafts.filter((other) => other.id !== draft.id)
  const older = others.findIndex((other) => other.timestamp <= draft.timestamp)
  return others.toSpliced(older === -1 ? others.length : older, 0, draft).slice(0, maxDraftsFetched)
}

export function withSnippet(
  state: InitialState,
  { saved_snippet: snippet }: BodyOf<'saved_snippets:add'> | BodyOf<'saved_snippets:update'>,
): InitialState {
  const others = state.saved_snippets?.filter((other) => other.id !== snippet.id)
  return patch(state, { saved_snippets: others && [...others, snippet].sort((a, b) => a.id - b.id) })
}

export function withoutSnippet(
  state: InitialState,
  { saved_snippet_id: id }: BodyOf<'saved_snippets:remove'>,
): InitialState {
  return patch(state, { saved_snippets: state.saved_snippets?.filter((snippet) => snippet.id !== id) })
}

import type { BodyOf, InitialState } from '@loquat/contract'
import { patch } from './people.ts'

export function withSavedSearch(
  state: InitialState,
  { saved_search: search }: BodyOf<'saved_searches:add'> | BodyOf<'saved_searches:update'>,
): InitialState {
  const others = state.saved_searches?.filter((other) => other.id !== search.id)
  return patch(state, { saved_searches: others && [...others, search].sort((a, b) => a.id - b.id) })
}

export function withoutSavedSearch(
  state: InitialState,
  { saved_search_id: id }: BodyOf<'saved_searches:remove'>,
): InitialState {
  return patch(state, { saved_searches: state.saved_searches?.filter((search) => search.id !== id) })
}

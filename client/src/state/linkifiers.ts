import type { BodyOf, InitialState } from '@loquat/contract'
import { patch } from './people.ts'

export function withLinkifiers(state: InitialState, event: BodyOf<'realm_linkifiers'>): InitialState {
  return patch(state, { realm_linkifiers: state.realm_linkifiers && event.realm_linkifiers })
}

export function withPlaygrounds(state: InitialState, event: BodyOf<'realm_playgrounds'>): InitialState {
  return patch(state, { realm_playgrounds: state.realm_playgrounds && event.realm_playgrounds })
}

import type { BodyOf, InitialState } from '@loquat/contract'
import { patch } from './people.ts'

export function withMutedUsers(state: InitialState, { muted_users }: BodyOf<'muted_users'>): InitialState {
  return patch(state, { muted_users: state.muted_users && muted_users })
}

import type { BodyOf, InitialState } from '@loquat/contract'
import { patch } from './people.ts'

export function withCustomEmoji(state: InitialState, event: BodyOf<'realm_emoji:update'>): InitialState {
  return patch(state, { realm_emoji: event.realm_emoji })
}

import type { BodyOf, InitialState } from '@loquat/contract'
import { patch } from './people.ts'

/** What was fetched about the organization, under the names that the register response has for it. */
export function withRealmChange(state: InitialState, { data }: BodyOf<'realm:update_dict'>): InitialState {
  const known = Object.entries(data)
    .map(([name, value]) => [`realm_${name}`, value] as const)
    .filter(([name]) => name in state)
  return patch(state, Object.fromEntries(known))
}

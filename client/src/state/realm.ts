import type { BodyOf, InitialState, RealmPermission } from '@loquat/contract'
import { legacyPolicies, passwordRights } from '@loquat/contract/light'
import { patch } from './people.ts'
import { withOwnPermissions } from './user-groups.ts'

export function withRealmProperty(
  state: InitialState,
  { property, value }: BodyOf<'realm:update'>,
): InitialState {
  return withRealmValues(state, { [property]: value })
}

export function withRealmChange(state: InitialState, { data }: BodyOf<'realm:update_dict'>): InitialState {
  return withRealmValues(state, data)
}

/** Sets values under their names in the register response, with everything derived from them. */
function withRealmValues(state: InitialState, values: object): InitialState {
  const named = Object.entries(values).map(([name, value]) => [`realm_${name}`, value] as const)
  const next: InitialState = { ...state, ...Object.fromEntries(named.filter(([name]) => name in state)) }
  return withOwnPermissions(withLegacyPolicies(next))
}

/** Updates the legacy policy codes. */
function withLegacyPolicies(state: InitialState): InitialState {
  const holder = (permission: RealmPermission) => {
    const value = state[`realm_${permission}`]
    return state.realm_user_groups?.find((group) => group.id === value)?.name
  }
  return patch(state, {
    realm_allow_edit_history: state.realm_message_edit_history_visibility_policy !== 'none',
    ...legacyPolicies(holder),
    ...passwordRights(state.realm_authentication_methods ?? {}),
  })
}

import type { BodyOf, GroupSettingValue, InitialState } from '@loquat/contract'
import { patch } from './people.ts'
import { withOwnRights } from './user-groups.ts'

export function withRealmProperty(
  state: InitialState,
  { property, value }: BodyOf<'realm:update'>,
): InitialState {
  return withRealmValues(state, { [property]: value })
}

export function withRealmChange(state: InitialState, { data }: BodyOf<'realm:update_dict'>): InitialState {
  return withRealmValues(state, data)
}

/** Under the names that the register response has for them; and what follows from them. */
function withRealmValues(state: InitialState, values: object): InitialState {
  const named = Object.entries(values).map(([name, value]) => [`realm_${name}`, value] as const)
  const next: InitialState = { ...state, ...Object.fromEntries(named.filter(([name]) => name in state)) }
  return withOwnRights(withLegacyPolicies(next))
}

const create: Record<string, number> = {
  'role:members': 1,
  'role:administrators': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
  'role:everyone': 5,
  'role:nobody': 6,
  'role:owners': 7,
}
const mention: Record<string, number> = {
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:nobody': 6,
  'role:moderators': 7,
}

/** The same in the words of old clients. */
function withLegacyPolicies(state: InitialState): InitialState {
  const nameOf = (value: GroupSettingValue | undefined) =>
    state.realm_user_groups?.find((group) => group.id === value)?.name ?? ''
  return patch(state, {
    realm_allow_edit_history: state.realm_message_edit_history_visibility_policy !== 'none',
    realm_create_public_stream_policy: create[nameOf(state.realm_can_create_public_channel_group)] ?? 1,
    realm_create_private_stream_policy: create[nameOf(state.realm_can_create_private_channel_group)] ?? 1,
    realm_create_web_public_stream_policy:
      create[nameOf(state.realm_can_create_web_public_channel_group)] ?? 4,
    realm_wildcard_mention_policy: mention[nameOf(state.realm_can_mention_many_users_group)] ?? 1,
  })
}

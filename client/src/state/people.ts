import type { BodyOf, InitialState, RegisteredUser } from '@loquat/contract'
import { withActivity } from './active.ts'

export function withUser(state: InitialState, { person }: BodyOf<'realm_user:add'>): InitialState {
  const { is_active: _, ...user } = person
  const others = state.realm_users?.filter((one) => one.user_id !== user.user_id)
  return patch(state, { realm_users: others && [...others, user].sort((a, b) => a.user_id - b.user_id) })
}

export function withUserChange(state: InitialState, { person }: BodyOf<'realm_user:update'>): InitialState {
  const change = (users: RegisteredUser[] | undefined) =>
    users?.map((user) => (user.user_id === person.user_id ? changed(user, person) : user))
  if ('is_active' in person) return withActivity(state, person.user_id, person.is_active)
  const isMe = person.user_id === state.user_id
  return patch(state, {
    realm_users: change(state.realm_users),
    realm_non_active_users: change(state.realm_non_active_users),
    ...(isMe && 'full_name' in person ? { full_name: person.full_name } : {}),
    ...(isMe && 'delivery_email' in person && person.delivery_email !== null
      ? { delivery_email: person.delivery_email }
      : {}),
    ...(isMe && 'new_email' in person ? { email: person.new_email } : {}),
    ...(isMe && 'timezone' in person ? { timezone: person.timezone } : {}),
    ...(isMe && 'avatar_url' in person
      ? {
          avatar_url: person.avatar_url,
          avatar_url_medium: person.avatar_url_medium,
          avatar_source: person.avatar_source,
        }
      : {}),
    ...(isMe && 'role' in person
      ? {
          is_owner: person.role === 100,
          is_admin: person.role <= 200,
          is_moderator: person.role === 300,
          is_guest: person.role === 600,
        }
      : {}),
  })
}

type Person = BodyOf<'realm_user:update'>['person']

function changed(user: RegisteredUser, person: Person): RegisteredUser {
  if ('custom_profile_field' in person) return withProfileValue(user, person)
  return { ...user, ...changedFields(person) }
}

function changedFields(person: Exclude<Person, { custom_profile_field: unknown }>): Partial<RegisteredUser> {
  if ('new_email' in person) return { email: person.new_email }
  if ('avatar_url' in person) {
    return { avatar_url: person.avatar_url, avatar_version: person.avatar_version }
  }
  if (!('role' in person)) return withoutEmail(person)
  const { role } = person
  return { role, is_owner: role === 100, is_admin: role <= 200, is_guest: role === 600 }
}

/** The address names whom it is about, and is no news. */
function withoutEmail<P extends { user_id: number }>(person: P): Omit<P, 'email'> {
  const { email: _, ...rest } = person as P & { email?: string }
  return rest as Omit<P, 'email'>
}

type Changed = Extract<Person, { custom_profile_field: unknown }>

/** A user with what they wrote into a field, or without it. */
function withProfileValue(user: RegisteredUser, { custom_profile_field }: Changed): RegisteredUser {
  if (user.profile_data === undefined) return user
  const { id, value, rendered_value } = custom_profile_field
  const { [id]: _, ...others } = user.profile_data
  if (value === null) return { ...user, profile_data: others }
  const entry = rendered_value === undefined ? { value } : { value, rendered_value }
  return { ...user, profile_data: { ...others, [id]: entry } }
}

/** Changes only what was fetched in the first place. */
export function patch(state: InitialState, changes: Partial<InitialState>): InitialState {
  const known = Object.entries(changes).filter(([name, value]) => value !== undefined && name in state)
  return { ...state, ...Object.fromEntries(known) }
}

import type { BodyOf, InitialState, RegisteredUser } from '@loquat/contract'
import { withActivity } from './active.ts'
import { withoutPresence } from './presence.ts'

export function withUser(state: InitialState, { person }: BodyOf<'realm_user:add'>): InitialState {
  const { is_active, ...user } = person
  const { realm_users, realm_non_active_users } = unlisted(state, user.user_id)
  const list = (users: RegisteredUser[] | undefined) =>
    users && [...users, user].sort((a, b) => a.user_id - b.user_id)
  return patch(state, {
    realm_users: is_active ? list(realm_users) : realm_users,
    realm_non_active_users: is_active ? realm_non_active_users : list(realm_non_active_users),
  })
}

/** Removes the person from the user lists; references by ID stay. */
export function withoutUser(state: InitialState, { person }: BodyOf<'realm_user:remove'>): InitialState {
  const { presences } = withoutPresence(state, person.user_id)
  const { [person.user_id]: _, ...user_status } = state.user_status ?? {}
  return patch(state, { ...unlisted(state, person.user_id), presences, user_status })
}

function unlisted({ realm_users, realm_non_active_users }: InitialState, userId: number) {
  const others = (users: RegisteredUser[] | undefined) => users?.filter((one) => one.user_id !== userId)
  return { realm_users: others(realm_users), realm_non_active_users: others(realm_non_active_users) }
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

/** The email address only identifies the user and is not a change. */
function withoutEmail<P extends { user_id: number }>(person: P): Omit<P, 'email'> {
  const { email: _, ...rest } = person as P & { email?: string }
  return rest as Omit<P, 'email'>
}

type ProfileFieldChange = Extract<Person, { custom_profile_field: unknown }>

/** A user with a profile field value set or removed. */
function withProfileValue(
  user: RegisteredUser,
  { custom_profile_field }: ProfileFieldChange,
): RegisteredUser {
  if (user.profile_data === undefined) return user
  const { id, value, rendered_value } = custom_profile_field
  const { [id]: _, ...others } = user.profile_data
  if (value === null) return { ...user, profile_data: others }
  const entry = rendered_value === undefined ? { value } : { value, rendered_value }
  return { ...user, profile_data: { ...others, [id]: entry } }
}

/** Changes only fields that were fetched initially. */
export function patch(state: InitialState, changes: Partial<InitialState>): InitialState {
  const known = Object.entries(changes).filter(([name, value]) => value !== undefined && name in state)
  return { ...state, ...Object.fromEntries(known) }
}

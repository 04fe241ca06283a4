import type { BodyOf, InitialState, ProfileFieldObject, RegisteredUser } from '@loquat/contract'
import { patch } from './people.ts'

export function withProfileFields(
  state: InitialState,
  { fields }: BodyOf<'custom_profile_fields'>,
): InitialState {
  const cleaned = (users: RegisteredUser[] | undefined) => users?.map((user) => withoutStray(user, fields))
  return patch(state, {
    custom_profile_fields: fields,
    realm_users: cleaned(state.realm_users),
    realm_non_active_users: cleaned(state.realm_non_active_users),
  })
}

const listOfOptions = 3

/** Removes values of deleted fields and choices that are no longer offered. */
function withoutStray(user: RegisteredUser, fields: readonly ProfileFieldObject[]): RegisteredUser {
  if (user.profile_data === undefined) return user
  const isKept = ([id, { value }]: [string, { value: string }]) => {
    const field = fields.find((one) => `${one.id}` === id)
    if (field === undefined) return false
    return field.type !== listOfOptions || Object.hasOwn(JSON.parse(field.field_data) as object, value)
  }
  return { ...user, profile_data: Object.fromEntries(Object.entries(user.profile_data).filter(isKept)) }
}

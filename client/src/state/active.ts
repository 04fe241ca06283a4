import type { InitialState, RegisteredUser } from '@loquat/contract'
import { withoutPresence } from './presence.ts'

const byId = (a: RegisteredUser, b: RegisteredUser) => a.user_id - b.user_id

/** Deactivates or reactivates a user. Their memberships after reactivation arrive in further events. */
export function withActivity(state: InitialState, userId: number, isActive: boolean): InitialState {
  if (isActive) return withMove(state, userId, true)
  return withoutPerson(withMove(withoutPresence(state, userId), userId, false), userId)
}

function withMove(state: InitialState, userId: number, isActive: boolean): InitialState {
  const { realm_users: active, realm_non_active_users: inactive } = state
  if (active === undefined || inactive === undefined) return state
  const [from, to] = isActive ? [inactive, active] : [active, inactive]
  const user = from.find((one) => one.user_id === userId)
  if (user === undefined) return state
  const left = from.filter((one) => one !== user)
  const joined = [...to, user].sort(byId)
  return {
    ...state,
    realm_users: isActive ? joined : left,
    realm_non_active_users: isActive ? left : joined,
  }
}

/** Deactivated users are in no channel and no group, and hold no permissions by name. */
function withoutPerson(state: InitialState, userId: number): InitialState {
  const others = (ids: number[]) => ids.filter((id) => id !== userId)
  const withoutHolder = <T extends object>(object: T): T =>
    mapValues(object, (value) =>
      isNamedHolders(value) ? { ...value, direct_members: others(value.direct_members) } : value,
    )
  const inChannels = <T extends { stream_id: number; subscribers?: number[] | undefined }>(channels: T[]) =>
    channels.map((channel): T => {
      const rest = withoutHolder(channel)
      return rest.subscribers === undefined ? rest : { ...rest, subscribers: others(rest.subscribers) }
    })
  return {
    ...withoutHolder(state),
    ...(state.realm_user_groups && {
      realm_user_groups: state.realm_user_groups.map((group) => ({
        ...withoutHolder(group),
        members: others(group.members),
      })),
    }),
    ...(state.user_status && { user_status: omit(state.user_status, userId) }),
    ...(state.streams && { streams: inChannels(state.streams) }),
    ...(state.subscriptions && { subscriptions: inChannels(state.subscriptions) }),
    ...(state.unsubscribed && { unsubscribed: inChannels(state.unsubscribed) }),
    ...(state.never_subscribed && { never_subscribed: inChannels(state.never_subscribed) }),
  }
}

function omit<T>(record: Record<string, T>, userId: number): Record<string, T> {
  const { [userId]: _, ...others } = record
  return others
}

const isNamedHolders = (value: unknown): value is { direct_members: number[] } =>
  typeof value === 'object' && value !== null && 'direct_members' in value

const mapValues = <T extends object>(object: T, change: (value: unknown) => unknown): T =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)])) as T

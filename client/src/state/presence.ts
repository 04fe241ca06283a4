import type { BodyOf, InitialState, ModernPresence, Presences } from '@loquat/contract'

/** A client uses one of two formats: by user ID, or by email if the event has one. */
export function withPresence(state: InitialState, event: BodyOf<'presence'>): InitialState {
  if (state.presences === undefined) return state
  const { user_id, email, presence } = event
  const { website } = presence
  if (email === undefined) {
    const before = state.presences[user_id] as ModernPresence | undefined
    const active_timestamp = website.status === 'active' ? website.timestamp : (before?.active_timestamp ?? 0)
    const idle_timestamp = Math.max(website.timestamp, active_timestamp)
    return withEntry(state, `${user_id}`, { active_timestamp, idle_timestamp })
  }
  const { pushable: _, ...aggregated } = website
  return withEntry(state, email, { website, aggregated })
}

const withEntry = (state: InitialState, key: string, entry: Presences[string]): InitialState => ({
  ...state,
  presences: { ...state.presences, [key]: entry },
})

/** Deactivated users are not listed. */
export function withoutPresence(state: InitialState, userId: number): InitialState {
  if (state.presences === undefined) return state
  const email = state.realm_users?.find((user) => user.user_id === userId)?.email
  const others = Object.entries(state.presences).filter(([key]) => key !== `${userId}` && key !== email)
  return { ...state, presences: Object.fromEntries(others) }
}

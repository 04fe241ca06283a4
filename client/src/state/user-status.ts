import type { BodyOf, InitialState, UserStatusObject } from '@loquat/contract'

const parts = ['away', 'status_text', 'emoji_name', 'emoji_code', 'reaction_type'] as const

/** Applies the fields of the event; empty values are removed. Users without a status are omitted. */
export function withStatus(state: InitialState, event: BodyOf<'user_status'>): InitialState {
  if (state.user_status === undefined) return state
  const { [event.user_id]: before, ...others } = state.user_status
  const after = parts.flatMap((part) => {
    // Without an emoji there is no reaction type, even if the event has one.
    const isCleared = part === 'reaction_type' && event.emoji_name === ''
    const value = event[part] === undefined ? before?.[part] : event[part]
    return isCleared || !value ? [] : [[part, value]]
  })
  const status = Object.fromEntries(after) as UserStatusObject
  const user_status = after.length === 0 ? others : { ...others, [event.user_id]: status }
  return { ...state, user_status }
}

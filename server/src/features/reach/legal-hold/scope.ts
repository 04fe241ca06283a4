import { apiError } from '@loquat/contract'
import type { Directory } from '../../../directory/directory.ts'

/** The messages that a request names. Times are in seconds. */
export interface ScopeRequest {
  user_ids: readonly number[]
  channel_ids: readonly number[]
  sent_from: number | null
  sent_until: number | null
}

export interface MessageScope {
  user_ids: number[]
  channel_ids: number[]
  sent_from: Date | null
  sent_until: Date | null
}

/** Deactivated users and archived channels have messages, too. */
export function checkedScope(directory: Directory, request: ScopeRequest): MessageScope {
  const { user_ids, channel_ids, sent_from, sent_until } = request
  const user = user_ids.find((id) => !directory.users.has(id))
  if (user !== undefined) throw apiError('message-scope-user-not-found', { user })
  const channel = channel_ids.find((id) => !directory.channels.has(id))
  if (channel !== undefined) throw apiError('message-scope-channel-not-found', { channel })
  if (sent_from !== null && sent_until !== null && sent_from >= sent_until)
    throw apiError('message-scope-times-reversed')
  const date = (time: number | null) => (time === null ? null : new Date(time * 1_000))
  return {
    user_ids: [...new Set(user_ids)],
    channel_ids: [...new Set(channel_ids)],
    sent_from: date(sent_from),
    sent_until: date(sent_until),
  }
}

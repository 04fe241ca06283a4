import { asFlag, asNumber, asRecord, asText, firstText, type Loose } from '../loose.ts'
import type { SkipReason } from '../report.ts'
import type { Micros, SourceId } from '../source-id.ts'

/** Times are whole milliseconds; 0 and missing mean none. */
export function micros(value: unknown): Micros | undefined {
  const time = asNumber(value)
  return time !== undefined && time > 0 && time < 1e14 ? Math.floor(time) * 1_000 : undefined
}

export interface Sender {
  /** A user name, or the ID of a webhook that posts under a name of its own. */
  id: SourceId
  user: SourceId
  webhookName: string | undefined
}

export function senderOf(post: Loose): Sender | undefined {
  const user = asText(post.user).toLowerCase()
  if (user === '') return undefined
  const props = propsOf(post)
  const name = asFlag(props.from_webhook) ? firstText(props.override_username) : ''
  return name === ''
    ? { id: user, user, webhookName: undefined }
    : { id: `webhook ${name}`, user, webhookName: name }
}

/** Older servers write the properties as JSON in a string. */
export function propsOf(post: Loose): Loose {
  if (typeof post.props !== 'string') return asRecord(post.props)
  try {
    return asRecord(JSON.parse(post.props))
  } catch {
    return {}
  }
}

/** Why a post is no message; undefined if it is one. */
export function skipReasonOf(post: Loose): SkipReason | undefined {
  const type = asText(post.type)
  if (type.startsWith('system_') || type === 'add_bot_teams_channels' || type === 'burn_on_read')
    return 'join and leave notices'
  if (type.startsWith('custom_') && asText(post.message).trim() === '') return 'no text and no file'
  if (micros(post.create_at) === undefined) return 'time cannot be read'
  return senderOf(post) === undefined ? 'no sender' : undefined
}

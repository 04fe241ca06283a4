import type { Audience } from '../../../events/audience.ts'
import { LoggedEvent, type LoggedMessage, type PublishedBody } from '../../../events/logged-event.ts'
import type { DraftWithEffects, SendEffects } from './send-effects.ts'
import type { WrittenEvent } from './send-effects-store.ts'
import { type DraftRow, idPlaceholder } from './send-statement.ts'
import type { InsertedMessage } from './send-store.ts'

/** A composed message without its ID and position in the log. */
export interface Draft extends Omit<DraftRow, 'payload' | 'audience'>, SendEffects {
  message: Omit<LoggedMessage['message'], 'id' | 'submessages'>
  /** Event data from which each reader's flags are computed. */
  event: Omit<LoggedMessage, 'type' | 'message'>
  /** Participants of a direct message. */
  userIds: number[]
  /** Users who get a channel message without being subscribed. */
  also: number[]
  /** Subscribers see only messages sent since they joined. */
  hasProtectedHistory: boolean
}

/** The row to store, including the serialized event. */
export function toRow(draft: Draft): DraftWithEffects {
  const { message, event } = draft
  const widget =
    draft.widget === null
      ? '[]'
      : `[{"message_id":${idPlaceholder},${JSON.stringify(submessageOf(draft, draft.widget)).slice(1)}]`
  const rest = JSON.stringify(message).slice(1, -1)
  // Includes the type, because the rest may be empty.
  const tail = JSON.stringify({ type: 'message', ...event }).slice(1)
  return {
    ...draft,
    payload: `{"message":{"id":${idPlaceholder},${rest},"submessages":${widget}},${tail}`,
    audience:
      draft.channelId === null
        ? JSON.stringify({ users: draft.userIds })
        : `{"channel":${draft.channelId},"message":${idPlaceholder}${draft.also.length > 0 ? `,"also":[${draft.also}]` : ''}}`,
  }
}

function submessageOf(draft: Draft, { id, type, content }: NonNullable<Draft['widget']>) {
  return { id, sender_id: draft.senderId, msg_type: type, content }
}

export function toEvent(draft: Draft, { id, seq }: InsertedMessage): LoggedEvent {
  const { channelId, also } = draft
  const audience: Audience =
    channelId === null
      ? { users: draft.userIds }
      : { channel: channelId, message: id, ...(also.length > 0 ? { also } : {}) }
  const submessages = draft.widget === null ? [] : [{ message_id: id, ...submessageOf(draft, draft.widget) }]
  const body: LoggedMessage = {
    type: 'message',
    message: { id, ...draft.message, submessages },
    ...draft.event,
  }
  return new LoggedEvent(seq, body, audience, null)
}

/** The events that a statement with effects wrote. */
export function fromWritten(drafts: readonly Draft[], written: readonly WrittenEvent[]): LoggedEvent[] {
  return written.map(({ n, id, seq, payload, audience, touches }) => {
    if (id !== null) return toEvent(drafts[n - 1]!, { id, seq })
    return new LoggedEvent(
      seq,
      JSON.parse(payload ?? '') as PublishedBody,
      JSON.parse(audience ?? ''),
      touches === null ? null : JSON.parse(touches),
    )
  })
}

/** The sender's new policy for the topic, from the events of the message. */
export function policyFor({ senderId }: Draft, events: readonly LoggedEvent[]): 2 | 3 | undefined {
  for (const { body, audience } of events) {
    if (body.type !== 'user_topic' || !('users' in audience) || !audience.users.includes(senderId)) continue
    return body.visibility_policy as 2 | 3
  }
  return undefined
}

import type { BodyOf, InitialState, ScheduledMessageObject } from '@loquat/contract'
import { patch } from './people.ts'

const earliestFirst = (a: ScheduledMessageObject, b: ScheduledMessageObject) =>
  a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp ||
  a.scheduled_message_id - b.scheduled_message_id

export function withScheduled(
  state: InitialState,
  { scheduled_messages: added }: BodyOf<'scheduled_messages:add'>,
): InitialState {
  const { scheduled_messages: before } = state
  return patch(state, { scheduled_messages: before && [...before, ...added].sort(earliestFirst) })
}

export function withScheduledChange(
  state: InitialState,
  { scheduled_message: changed }: BodyOf<'scheduled_messages:update'>,
): InitialState {
  const others = without(state, changed.scheduled_message_id)
  return patch(state, { scheduled_messages: others && [...others, changed].sort(earliestFirst) })
}

export function withoutScheduled(
  state: InitialState,
  { scheduled_message_id: id }: BodyOf<'scheduled_messages:remove'>,
): InitialState {
  return patch(state, { scheduled_messages: without(state, id) })
}

const without = ({ scheduled_messages }: InitialState, id: number) =>
  scheduled_messages?.filter((message) => message.scheduled_message_id !== id)

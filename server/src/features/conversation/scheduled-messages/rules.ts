import { refuse } from '@loquat/contract'
import type { MessageInput } from '../messages/resolve-destination.ts'

export const noSuchMessage = () => refuse('RecordNotFound', 'There is no such scheduled message.')

const isChannelType = (type: MessageInput['type']) => type === 'channel' || type === 'stream'

/** Unlike sending, accepts only one form each: a channel ID, or a list of user IDs. */
export function checkedAddress(type: MessageInput['type'], to: unknown): void {
  if (isChannelType(type) && typeof to !== 'number')
    throw refuse('BadRequest', 'to: name the channel by its ID.')
  if (!isChannelType(type) && !Array.isArray(to)) throw refuse('BadRequest', 'to: list the recipients by ID.')
}

export function checkedTime(seconds: number, now: number): Date {
  const time = new Date(seconds * 1_000)
  if (Number.isNaN(time.getTime())) {
    throw refuse('BadRequest', 'scheduled_delivery_timestamp: this is not a time.')
  }
  if (time.getTime() <= now) {
    throw refuse('BadRequest', 'scheduled_delivery_timestamp: the time must be in the future.')
  }
  return time
}

export interface ScheduleChanges {
  type?: MessageInput['type'] | undefined
  to?: number | number[] | undefined
  topic?: string | undefined
  content?: string | undefined
  scheduled_delivery_timestamp?: number | undefined
}

export function checkedChanges(changes: ScheduleChanges): void {
  if (Object.values(changes).every((change) => change === undefined)) {
    throw refuse('BadRequest', 'There is nothing to change.')
  }
  if (changes.type === undefined) return
  if (changes.to === undefined) throw refuse('BadRequest', 'to: another type needs recipients.')
  if (isChannelType(changes.type) && changes.topic === undefined) {
    throw refuse('BadRequest', 'topic: a channel message needs a topic.')
  }
}

export const isSelf = (userIds: readonly number[] | null) => userIds?.length === 1

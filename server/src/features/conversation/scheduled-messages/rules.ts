import { apiError } from '@loquat/contract'
import type { MessageInput } from '../messages/resolve-destination.ts'

const isChannelType = (type: MessageInput['type']) => type === 'channel' || type === 'stream'

/** Unlike sending, accepts only one form each: a channel ID, or a list of user IDs. */
export function checkedAddress(type: MessageInput['type'], to: unknown): void {
  if (isChannelType(type) && typeof to !== 'number') throw apiError('scheduled-message-channel-invalid')
  if (!isChannelType(type) && !Array.isArray(to)) throw apiError('recipient-ids-missing')
}

export function checkedTime(seconds: number, now: number): Date {
  const time = new Date(seconds * 1_000)
  if (Number.isNaN(time.getTime())) {
    throw apiError('scheduled-message-time-invalid')
  }
  if (time.getTime() <= now) {
    throw apiError('scheduled-message-time-past')
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
    throw apiError('message-change-empty')
  }
  if (changes.type === undefined) return
  if (changes.to === undefined) throw apiError('scheduled-message-recipients-missing')
  if (isChannelType(changes.type) && changes.topic === undefined) {
    throw apiError('message-topic-missing')
  }
}

export const isSelf = (userIds: readonly number[] | null) => userIds?.length === 1

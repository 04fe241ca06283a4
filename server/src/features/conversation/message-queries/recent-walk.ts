import { lowerBound } from '../../../platform/lower-bound.ts'
import type { RecentList, RecentMessage, RecentMessages } from '../../../realms/recent-messages.ts'
import type { RangeSide } from './fetch-range.ts'

/** Messages of a list on one side of an anchor. */
export interface Walked {
  /** Nearest first. */
  messages: RecentMessage[]
  /** Messages that must be loaded first. */
  missing: number[]
  /** Whether the list reaches far enough. */
  isComplete: boolean
}

/** Collects messages of a list from an anchor outward. */
export function walk(
  recent: RecentMessages,
  { ids, since }: RecentList,
  { direction, anchor, limit }: RangeSide,
  isVisible: (message: RecentMessage) => boolean,
): Walked {
  const messages: RecentMessage[] = []
  const missing: number[] = []
  const step = direction === 'below' ? -1 : 1
  const start = lowerBound(ids, anchor) + (direction === 'below' ? -1 : 0)
  for (let n = start; n >= 0 && n < ids.length && messages.length + missing.length < limit; n += step) {
    const message = recent.message(ids[n]!)
    if (message === undefined) missing.push(ids[n]!)
    else if (isVisible(message)) messages.push(message)
  }
  const isComplete =
    direction === 'below' ? since === 0 || messages.length + missing.length === limit : anchor >= since
  return { messages, missing, isComplete }
}

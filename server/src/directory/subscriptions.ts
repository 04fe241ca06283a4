import type { Directory } from './directory.ts'
import { parseRanges } from './ranges.ts'

export interface SubscriptionRow {
  user_id: number
  channel_id: number
  active: boolean
  is_muted: boolean
  received: string
}

export function putSubscription(directory: Directory, row: SubscriptionRow): void {
  const channel = directory.channels.get(row.channel_id)
  if (channel === undefined) return
  const ranges = parseRanges(row.received)
  const open = row.active ? ranges.pop() : undefined
  if (open === undefined) channel.subscribers.delete(row.user_id)
  else channel.subscribers.set(row.user_id, open.from)
  if (open !== undefined && row.is_muted) channel.mutedBy.add(row.user_id)
  else channel.mutedBy.delete(row.user_id)
  if (ranges.length === 0) channel.former.delete(row.user_id)
  else channel.former.set(row.user_id, ranges)
}

import type { Channel, Directory } from './directory.ts'
import { parseRanges } from './ranges.ts'
import { SubscriberMap } from './subscriber-map.ts'

export interface SubscriptionRow {
  user_id: number
  channel_id: number
  active: boolean
  is_muted: boolean
  received: string
}

/** All subscriptions to a channel. Lists are texts such as `{1,5,9}`, which `pg` would parse slowly; null if empty. */
export interface ChannelSubscriptions {
  channel_id: number
  /** Active subscribers. */
  user_ids: string | null
  /** The first message that each of them received. */
  since: string | null
  muted_by: string | null
  /** Former subscribers, and again those with several periods: `user_id active is_muted received`. */
  others: string[] | null
}

export function putSubscription(directory: Directory, row: SubscriptionRow): void {
  const channel = directory.channels.get(row.channel_id)
  if (channel !== undefined) putIn(channel, row)
}

function putIn(channel: Channel, row: Omit<SubscriptionRow, 'channel_id'>): void {
  const ranges = parseRanges(row.received)
  const open = row.active ? ranges.pop() : undefined
  if (open === undefined) channel.subscribers.delete(row.user_id)
  else channel.subscribers.set(row.user_id, open.from)
  if (open !== undefined && row.is_muted) channel.mutedBy.add(row.user_id)
  else channel.mutedBy.delete(row.user_id)
  if (ranges.length === 0) channel.former.delete(row.user_id)
  else channel.former.set(row.user_id, ranges)
}

/** Replaces the subscriptions of a channel. */
export function putSubscriptionsOf(directory: Directory, row: ChannelSubscriptions): void {
  const channel = directory.channels.get(row.channel_id)
  if (channel === undefined) return
  channel.subscribers = SubscriberMap.of(parseIds(row.user_ids), parseIds(row.since))
  channel.mutedBy = new Set(parseIds(row.muted_by))
  channel.former = new Map()
  for (const text of row.others ?? []) {
    const [userId, active, isMuted, received = ''] = text.split(' ')
    putIn(channel, {
      user_id: Number(userId),
      active: active === 't',
      is_muted: isMuted === 't',
      received,
    })
  }
}

const [comma, zero, nine] = [0x2c, 0x30, 0x39]

/** Parses the text of an array of IDs, such as `{1,5,9}`. */
export function parseIds(text: string | null): Float64Array {
  if (text === null) return new Float64Array(0)
  let count = 1
  for (let n = 0; n < text.length; n++) if (text.charCodeAt(n) === comma) count++
  const ids = new Float64Array(count)
  let place = 0
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n)
    if (code >= zero && code <= nine) ids[place] = ids[place]! * 10 + code - zero
    else if (code === comma) place++
  }
  return ids
}

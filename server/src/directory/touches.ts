/** Which rows of the directory an event changed, so that every process reads just those again. */
export interface Touches {
  realm?: true
  users?: number[]
  channels?: number[]
  groups?: true
  /** Which channels are default channels. */
  defaults?: true
  /** Subscriptions of these people to these channels. */
  subscriptions?: { channels: number[]; users: number[] }
}

export function mergeTouches(all: readonly Touches[]): Touches {
  const union = (lists: (number[] | undefined)[]) => [...new Set(lists.flatMap((list) => list ?? []))]
  const channels = union(all.map((one) => one.subscriptions?.channels))
  const merged: Touches = {
    users: union(all.map((one) => one.users)),
    channels: union(all.map((one) => one.channels)),
  }
  if (all.some((one) => one.realm)) merged.realm = true
  if (all.some((one) => one.groups)) merged.groups = true
  if (all.some((one) => one.defaults)) merged.defaults = true
  if (channels.length > 0) {
    merged.subscriptions = { channels, users: union(all.map((one) => one.subscriptions?.users)) }
  }
  return merged
}

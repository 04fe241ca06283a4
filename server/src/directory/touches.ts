/** The parts of the directory that an event changed, so that every process reloads only those. */
export interface Touches {
  realm?: true
  users?: number[]
  channels?: number[]
  groups?: number[]
  /** The set of default channels. */
  defaults?: true
  /** The default channel groups and their channels. */
  defaultGroups?: true
  /** Message counts of channels. */
  traffic?: true
  /** Alert words of any user. */
  alertWords?: true
  /** Muted users of these users. */
  mutes?: number[]
  /** The set of custom emoji. */
  customEmoji?: true
  /** Linkifiers and playgrounds. */
  linkifiers?: true
  /** These users' sessions have ended. */
  sessions?: number[]
  /** Subscriptions of these users to these channels. */
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
  const groups = union(all.map((one) => one.groups))
  if (groups.length > 0) merged.groups = groups
  if (all.some((one) => one.defaults)) merged.defaults = true
  if (all.some((one) => one.defaultGroups)) merged.defaultGroups = true
  if (all.some((one) => one.traffic)) merged.traffic = true
  if (all.some((one) => one.alertWords)) merged.alertWords = true
  if (all.some((one) => one.customEmoji)) merged.customEmoji = true
  if (all.some((one) => one.linkifiers)) merged.linkifiers = true
  const mutes = union(all.map((one) => one.mutes))
  if (mutes.length > 0) merged.mutes = mutes
  const sessions = union(all.map((one) => one.sessions))
  if (sessions.length > 0) merged.sessions = sessions
  if (channels.length > 0) {
    merged.subscriptions = { channels, users: union(all.map((one) => one.subscriptions?.users)) }
  }
  return merged
}

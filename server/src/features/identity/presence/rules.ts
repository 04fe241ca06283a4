/** Times in milliseconds. */
export interface Presence {
  /** Null if never. */
  lastActive: number | null
  /** Never earlier than `lastActive`. */
  lastConnected: number
}

/** How often clients report. */
export const pingIntervalMs = 60_000
/** Clients show users without a report for this long as offline. */
export const offlineThresholdMs = 200_000
/** Minimum time between two writes. */
const writeIntervalMs = 55_000
/** After this long without activity, clients show the user as away, so a return is published. */
const publishAfterMs = 130_000
/** After this long, every client shows the user as offline. */
const offlineAfterMs = 265_000

/** The presence after a report and whether to publish it; undefined if there is nothing to write. */
export function afterReport(
  before: Presence | undefined,
  isActive: boolean,
  now: number,
): { presence: Presence; isPublished: boolean } | undefined {
  if (before === undefined) {
    return { presence: { lastActive: isActive ? now : null, lastConnected: now }, isPublished: true }
  }
  const sinceActive = before.lastActive === null ? Infinity : now - before.lastActive
  const becomesActive = isActive && sinceActive > writeIntervalMs
  if (!becomesActive && now - before.lastConnected <= writeIntervalMs) return undefined
  const presence = { lastActive: becomesActive ? now : before.lastActive, lastConnected: now }
  return { presence, isPublished: isActive && sinceActive > publishAfterMs }
}

/** Hiding presence marks the user offline immediately; undefined if already offline. */
export function afterHiding(before: Presence | undefined, now: number): Presence | undefined {
  const then = now - offlineAfterMs
  if (before === undefined || before.lastConnected <= then) return undefined
  const { lastActive } = before
  return { lastActive: lastActive === null ? null : Math.min(lastActive, then), lastConnected: then }
}

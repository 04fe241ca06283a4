/** Times in milliseconds. */
export interface Presence {
  /** Null: never. */
  lastActive: number | null
  /** Never before `lastActive`. */
  lastConnected: number
}

/** What is as new as this is not written again. */
const writeInterval = 55_000
/** After so long without activity others think that somebody is gone, and are told of a return. */
const publishAfterMs = 130_000
/** So long ago everyone counts as offline. */
const longAgo = 265_000

/** What a report makes of somebody's presence, and whether others are told; undefined where nothing is written. */
export function afterReport(
  before: Presence | undefined,
  isActive: boolean,
  now: number,
): { presence: Presence; isTold: boolean } | undefined {
  if (before === undefined) {
    return { presence: { lastActive: isActive ? now : null, lastConnected: now }, isTold: true }
  }
  const sinceActive = before.lastActive === null ? Infinity : now - before.lastActive
  const becomesActive = isActive && sinceActive > writeInterval
  if (!becomesActive && now - before.lastConnected <= writeInterval) return undefined
  const presence = { lastActive: becomesActive ? now : before.lastActive, lastConnected: now }
  return { presence, isTold: isActive && sinceActive > publishAfterMs }
}

/** Whoever shows no longer whether they are here is gone at once; undefined if they have been anyway. */
export function afterHiding(before: Presence | undefined, now: number): Presence | undefined {
  const then = now - longAgo
  if (before === undefined || before.lastConnected <= then) return undefined
  const { lastActive } = before
  return { lastActive: lastActive === null ? null : Math.min(lastActive, then), lastConnected: then }
}

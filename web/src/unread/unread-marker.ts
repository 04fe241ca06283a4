/**
 * The line before the first unread message. It is placed when a view is opened and stays; the functions below are
 * the only ways in which it moves.
 */
export interface UnreadMarker {
  before: number
  count: number
  /** Placed for messages that arrived while the window was inactive; the count grows until it is active. */
  isGrowing?: boolean
}

/** The marker when a view is opened or messages are marked unread. */
export function markerAt(unreadIds: readonly number[]): UnreadMarker | undefined {
  return unreadIds.length === 0
    ? undefined
    : { before: unreadIds.reduce((a, b) => Math.min(a, b)), count: unreadIds.length }
}

export interface Arrival {
  id: number
  isOwn: boolean
  /** The reader has sent something here since the marker was placed. */
  hasAnswered: boolean
  /** The window is hidden or not focused. */
  isAway: boolean
}

export function markerAfterArrival(
  marker: UnreadMarker | undefined,
  arrival: Arrival,
): UnreadMarker | undefined {
  const { id, isOwn, hasAnswered, isAway } = arrival
  if (isOwn) return marker
  const kept = hasAnswered ? undefined : marker
  if (!isAway) return kept
  if (kept === undefined) return { before: id, count: 1, isGrowing: true }
  return kept.isGrowing ? { ...kept, count: kept.count + 1 } : kept
}

/** The marker when the window becomes active: its count stops growing. */
export function markerWhenSeen(marker: UnreadMarker | undefined): UnreadMarker | undefined {
  return marker?.isGrowing ? { before: marker.before, count: marker.count } : marker
}

/** The marker after messages were deleted or moved: the next unread message if its own is gone. */
export function markerAfterRemoval(
  marker: UnreadMarker | undefined,
  removed: ReadonlySet<number>,
  unreadIds: readonly number[],
): UnreadMarker | undefined {
  if (marker === undefined || !removed.has(marker.before)) return marker
  const left = unreadIds.filter((id) => id > marker.before && !removed.has(id))
  const next = markerAt(left)
  return next && { ...marker, ...next }
}

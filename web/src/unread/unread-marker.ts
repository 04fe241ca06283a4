/**
 * The line before the first unread message. It is placed when a view is opened and stays where it is while one reads; these are
 * the only ways in which it moves.
 */
export interface UnreadMarker {
  before: number
  count: number
  /** Placed for what came while nobody looked: it counts on until somebody looks. */
  isGrowing?: boolean
}

/** At opening a view, and after marking messages unread: before the first of its unread messages. */
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

/** The reader looks again: from now on the marker is frozen. */
export function markerWhenSeen(marker: UnreadMarker | undefined): UnreadMarker | undefined {
  return marker?.isGrowing ? { before: marker.before, count: marker.count } : marker
}

/** Messages were deleted or moved away: it goes to the next unread one if its own is among them. */
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

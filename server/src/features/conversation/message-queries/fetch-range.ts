import { newestAnchor } from '@loquat/contract'

/** Messages around an anchor. */
export interface MessageRange {
  anchor: number
  includeAnchor: boolean
  numBefore: number
  numAfter: number
}

/** Query for matching messages on one side of an anchor, nearest first. */
export interface RangeSide {
  /** Below the anchor (exclusive), or from the anchor upward. */
  direction: 'below' | 'from'
  anchor: number
  limit: number
}

/** The queries for a range. Each fetches one extra message to detect the end. */
export function sidesOf({ anchor, numBefore, numAfter }: MessageRange): RangeSide[] {
  const below: RangeSide = { direction: 'below', anchor, limit: numBefore + 1 }
  const from: RangeSide = { direction: 'from', anchor, limit: numAfter + 2 }
  return [...(anchor === 0 ? [] : [below]), ...(anchor === newestAnchor ? [] : [from])]
}

/** The found messages in the range, ascending, and whether it reaches either end. */
export function selectRange(range: MessageRange, found: readonly number[]) {
  const { anchor, numBefore, numAfter, includeAnchor } = range
  const below = found.filter((id) => id < anchor)
  const above = found.filter((id) => id > anchor)
  const anchorMatches = anchor > 0 && found.includes(anchor)
  const takesAnchor = anchorMatches && (includeAnchor || (numBefore === 0 && numAfter === 0))
  const before = numBefore === 0 ? [] : below.slice(-numBefore)
  const ids = [...before, ...(takesAnchor ? [anchor] : []), ...above.slice(0, numAfter)]
  // A side that was not requested is complete only if the list ends at the last message.
  const endsAtAnchor = ids.length > 0 && (takesAnchor || !anchorMatches)
  const reachesOldest = below.length <= numBefore && (numBefore > 0 || endsAtAnchor)
  const reachesNewest = above.length <= numAfter && (numAfter > 0 || endsAtAnchor)
  return {
    ids,
    anchor,
    found_anchor: takesAnchor,
    found_oldest: anchor === 0 || reachesOldest,
    found_newest: anchor === newestAnchor || reachesNewest,
  }
}

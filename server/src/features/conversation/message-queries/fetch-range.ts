import { newestAnchor } from '@loquat/contract'

/** Messages around an anchor. */
export interface Range {
  anchor: number
  includeAnchor: boolean
  numBefore: number
  numAfter: number
}

/** Matching messages on one side of an anchor, the nearest first. */
export interface Side {
  /** Messages below the anchor, or from it on upwards. */
  direction: 'below' | 'from'
  anchor: number
  limit: number
}

/** What to look for. One more than asked for on each side tells whether the end was reached. */
export function sidesOf({ anchor, numBefore, numAfter }: Range): Side[] {
  const below: Side = { direction: 'below', anchor, limit: numBefore + 1 }
  const from: Side = { direction: 'from', anchor, limit: numAfter + 2 }
  return [...(anchor === 0 ? [] : [below]), ...(anchor === newestAnchor ? [] : [from])]
}

/** What of the messages found is in the range, by ascending ID, and whether it reaches the ends. */
export function arrange(range: Range, found: readonly number[]) {
  const { anchor, numBefore, numAfter, includeAnchor } = range
  const below = found.filter((id) => id < anchor)
  const above = found.filter((id) => id > anchor)
  const anchorMatches = anchor > 0 && found.includes(anchor)
  const takesAnchor = anchorMatches && (includeAnchor || (numBefore === 0 && numAfter === 0))
  const before = numBefore === 0 ? [] : below.slice(-numBefore)
  const ids = [...before, ...(takesAnchor ? [anchor] : []), ...above.slice(0, numAfter)]
  // A side that was not asked for is complete only if the list happens to end where the messages do.
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

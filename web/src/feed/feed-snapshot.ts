import type { FetchedMessage, NarrowTerm } from '@loquat/contract'
import type { FeedView } from '../navigation/narrow.ts'

export type Anchor = number | 'newest' | 'first_unread'

export interface FeedOptions {
  view: FeedView
  narrow: readonly NarrowTerm[]
  /** Whether a message matches the view; `unknown` if only the server can tell. */
  matches(message: FetchedMessage): boolean | 'unknown'
}

/** How a search matches similar words. */
export type SimilarWords = 'instead' | 'also'

export type EdgeState = 'idle' | 'loading' | 'failed'

/** The loaded part of a feed: one range without gaps. */
export interface FeedSnapshot {
  ids: readonly number[]
  status: 'loading' | 'ready' | 'failed'
  error: { text: string; code: string } | undefined
  /** Whether the range includes the first and the last message. With the last one, new messages are appended. */
  hasOldest: boolean
  hasNewest: boolean
  older: EdgeState
  newer: EdgeState
  /** Earlier messages exist that the reader cannot see. */
  isLimited: boolean
  /** The message to scroll to after opening; undefined for the end. */
  anchor: number | undefined
  /** Changes when the range is replaced, so that the scroll position is set again. */
  opening: number
  /** IDs that were the oldest when a page was loaded. Folds never cross them. */
  pageStarts: ReadonlySet<number>
  /** Whether a search shows messages with similar words: instead of exact matches, of which there are none, or also. */
  similar: SimilarWords | undefined
  /** Messages that arrived while nothing is loaded. */
  late: readonly number[]
}

/** A loaded range that can be restored. */
export type FeedStretch = Pick<FeedSnapshot, 'ids' | 'hasOldest' | 'hasNewest' | 'isLimited' | 'pageStarts'>

export const nothingLoaded: FeedSnapshot = {
  ids: [],
  status: 'loading',
  error: undefined,
  hasOldest: false,
  hasNewest: false,
  older: 'idle',
  newer: 'idle',
  isLimited: false,
  anchor: undefined,
  opening: 0,
  pageStarts: new Set(),
  similar: undefined,
  late: [],
}

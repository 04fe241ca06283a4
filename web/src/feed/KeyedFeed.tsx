import { useMemo } from 'react'
import { type FeedView, feedKey } from '../navigation/narrow.ts'
import { Feed } from './Feed.tsx'
import { feedFor } from './feeds.ts'

/** The list of a view. It stays what it is when its topic gets another name. */
export function KeyedFeed({ view }: { view: FeedView }) {
  const key = feedKey(view)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the view
  const feed = useMemo(() => feedFor(view), [key])
  return <Feed key={feed.serial} view={view} feed={feed} />
}

import { useEffect } from 'react'
import { Compose } from '../compose/Compose.tsx'
import type { FeedView } from '../state/narrow.ts'
import { feedKey } from '../state/narrow.ts'
import { pauseReading, resumeReading } from '../state/reading-state.ts'
import { select } from '../state/selection.ts'
import { Feed } from './Feed.tsx'
import { FeedEmpty } from './FeedEmpty.tsx'
import { FeedHeader } from './FeedHeader.tsx'
import { NextLine } from './NextLine.tsx'
import { SearchBar } from './SearchBar.tsx'
import { TypingLine } from './TypingLine.tsx'

/** A list of messages with its header above and the place to write below. */
export function FeedScreen({ view }: { view: FeedView }) {
  const key = feedKey(view)
  const isPlaced = view.at !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving a view is what forgets the selection
  useEffect(() => {
    if (isPlaced) pauseReading()
    else resumeReading()
    select(undefined)
  }, [key, isPlaced])
  return (
    <>
      <FeedHeader view={view} />
      {view.kind === 'search' && <SearchBar q={view.q} />}
      {view.kind === 'search' && view.q.trim() === '' ? <FeedEmpty view={view} /> : <Feed key={key} view={view} />}
      <NextLine view={view}>
        <TypingLine view={view} />
      </NextLine>
      <Compose view={view} />
    </>
  )
}

import { useEffect, useMemo, useRef } from 'react'
import { useChannel } from '../channels/channels.ts'
import { Compose } from '../compose/Compose.tsx'
import type { FeedView } from '../navigation/narrow.ts'
import { feedKey } from '../navigation/narrow.ts'
import { useRouter } from '../navigation/router.ts'
import { NoAccess } from '../screens/NoAccess.tsx'
import { QuietBoundary, RegionBoundary } from '../shell/Boundaries.tsx'
import { pauseReading, resumeReading } from '../unread/mark-read-pause.ts'
import styles from './Feed.module.css'
import { Feed } from './Feed.tsx'
import { FeedEmpty } from './FeedEmpty.tsx'
import { FeedHeader } from './FeedHeader.tsx'
import { feedFor } from './feeds.ts'
import { NextConversation } from './NextConversation.tsx'
import { SearchBar } from './SearchBar.tsx'
import { select } from './selection.ts'
import { TypingLine } from './TypingLine.tsx'
import { UnsubscribedBanner } from './UnsubscribedBanner.tsx'

/** A list of messages with its header above and the place to write below. */
export function FeedScreen({ view }: { view: FeedView }) {
  useArrival(view)
  const key = feedKey(view)
  return (
    <>
      <RegionBoundary part="header" resetKey={key}>
        <FeedHeader view={view} />
        {view.kind === 'search' && <SearchBar q={view.q} />}
      </RegionBoundary>
      <RegionBoundary part="feed" resetKey={key}>
        {'channelId' in view ? (
          <ChannelFeed view={view} channelId={view.channelId} />
        ) : (
          <PlainFeed view={view} />
        )}
      </RegionBoundary>
      <QuietBoundary resetKey={key}>
        <NextConversation view={view}>
          <TypingLine view={view} />
        </NextConversation>
      </QuietBoundary>
      <RegionBoundary part="compose" resetKey={key}>
        <Compose view={view} />
      </RegionBoundary>
    </>
  )
}

/** Following a link to a message pauses reading; going back finds it as it was left. */
function useArrival(view: FeedView): void {
  const visit = useRouter((state) => state.visit)
  const isPlaced = useRef(false)
  isPlaced.current = view.at !== undefined
  // Arriving is what it is about.
  useEffect(() => {
    const { state } = useRouter.getState()
    if (isPlaced.current || state.paused) pauseReading()
    else resumeReading()
    select(state.selected)
  }, [visit])
}

const PlainFeed = ({ view }: { view: FeedView }) =>
  view.kind === 'search' && view.q.trim() === '' ? <FeedEmpty view={view} /> : <KeyedFeed view={view} />

/** Messages of a channel go away together with the access to it. */
function ChannelFeed({ view, channelId }: { view: FeedView; channelId: number }) {
  const channel = useChannel(channelId)
  const hadAccess = useRef(false)
  if (channel !== undefined) hadAccess.current = true
  if (channel === undefined) {
    return (
      <div className={styles.feed} data-feed={feedKey(view)}>
        <NoAccess isLost={hadAccess.current} />
      </div>
    )
  }
  return (
    <>
      <UnsubscribedBanner channelId={channelId} />
      <KeyedFeed view={view} />
    </>
  )
}

/** The feed of a view. It stays the same feed when its topic is renamed. */
function KeyedFeed({ view }: { view: FeedView }) {
  const key = feedKey(view)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the view
  const feed = useMemo(() => feedFor(view), [key])
  return <Feed key={feed.serial} view={view} feed={feed} />
}

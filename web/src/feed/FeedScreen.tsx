import { lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { useChannel } from '../channels/channels.ts'
import { Compose } from '../compose/Compose.tsx'
import type { FeedView } from '../navigation/narrow.ts'
import { feedKey } from '../navigation/narrow.ts'
import { useRouter } from '../navigation/router.ts'
import { NoAccess } from '../screens/NoAccess.tsx'
import { QuietBoundary, RegionBoundary } from '../shell/Boundaries.tsx'
import { pauseReading, resumeReading } from '../unread/mark-read-pause.ts'
import { EphemeralStrip } from './EphemeralStrip.tsx'
import styles from './Feed.module.css'
import { Feed } from './Feed.tsx'
import { FeedEmpty } from './FeedEmpty.tsx'
import { FeedHeader } from './FeedHeader.tsx'
import { FeedSkeleton } from './FeedSkeleton.tsx'
import { feedFor } from './feeds.ts'
import { NextConversation } from './NextConversation.tsx'
import { SearchBar } from './SearchBar.tsx'
import { select } from './selection.ts'
import { TypingLine } from './TypingLine.tsx'
import { UnsubscribedBanner } from './UnsubscribedBanner.tsx'
import { useIsRanked } from './use-is-ranked.ts'

const PinStrip = lazy(() => import('../screens/pins/PinStrip.tsx').then((one) => ({ default: one.PinStrip })))

const RankedFeed = lazy(() =>
  import('../screens/search/RankedFeed.tsx').then((one) => ({ default: one.RankedFeed })),
)

/** A feed with its header and the compose box. */
export function FeedScreen({ view }: { view: FeedView }) {
  useArrival(view)
  const key = feedKey(view)
  return (
    <>
      <RegionBoundary part="header" resetKey={key}>
        <FeedHeader view={view} />
        {view.kind === 'search' && <SearchBar q={view.q} />}
      </RegionBoundary>
      {(view.kind === 'topic' || view.kind === 'channel' || view.kind === 'dm') && (
        <QuietBoundary resetKey={key}>
          <Suspense fallback={null}>
            <PinStrip place={view} />
          </Suspense>
        </QuietBoundary>
      )}
      <RegionBoundary part="feed" resetKey={key}>
        {'channelId' in view ? (
          <ChannelFeed view={view} channelId={view.channelId} />
        ) : (
          <PlainFeed view={view} />
        )}
      </RegionBoundary>
      <QuietBoundary resetKey={key}>
        <EphemeralStrip view={view} />
      </QuietBoundary>
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

/** A link to a message pauses marking as read. Going back restores the selection and the pause. */
function useArrival(view: FeedView): void {
  const visit = useRouter((state) => state.visit)
  const isPlaced = useRef(false)
  isPlaced.current = view.at !== undefined
  // Runs once per visit.
  useEffect(() => {
    const { state } = useRouter.getState()
    if (isPlaced.current || state.paused) pauseReading()
    else resumeReading()
    select(state.selected)
  }, [visit])
}

function PlainFeed({ view }: { view: FeedView }) {
  const isRanked = useIsRanked(view)
  if (view.kind !== 'search') return <KeyedFeed view={view} />
  if (view.q.trim() === '') return <FeedEmpty view={view} />
  if (!isRanked) return <KeyedFeed view={view} />
  return (
    <Suspense fallback={<FeedSkeleton />}>
      <RankedFeed key={view.q} view={view} />
    </Suspense>
  )
}

/** A channel's messages disappear when the reader loses access. */
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

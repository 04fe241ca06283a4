import { lazy, useEffect } from 'react'
import { startLater } from '../later/later.ts'
import { isFeed, type View } from '../navigation/narrow.ts'
import { Inbox } from '../screens/inbox/Inbox.tsx'
import { NeedsLogin } from '../screens/NeedsLogin.tsx'
import { NotFound } from '../screens/NotFound.tsx'
import { Permalink } from '../screens/Permalink.tsx'
import { useIsMember } from '../session/member.ts'
import { whenLive } from '../session/session.ts'
import { isSpectatorView } from '../session/spectator.ts'
import { useIsPhone } from './layout.ts'

const loadFeed = () => import('../feed/FeedScreen.tsx').then((one) => ({ default: one.FeedScreen }))
const FeedScreen = lazy(loadFeed)
// Conversations need it immediately; the inbox loads it later.
if (!/^\/(inbox)?$/.test(location.pathname)) void loadFeed().catch(() => {})
const DirectList = lazy(() =>
  import('../screens/direct/DirectList.tsx').then((one) => ({ default: one.DirectList })),
)
const Recent = lazy(() => import('../screens/recent/Recent.tsx').then((one) => ({ default: one.Recent })))
const Drafts = lazy(() => import('../screens/drafts/Drafts.tsx').then((one) => ({ default: one.Drafts })))
const Scheduled = lazy(() =>
  import('../screens/drafts/Scheduled.tsx').then((one) => ({ default: one.Scheduled })),
)
const ChannelTopics = lazy(() =>
  import('../screens/topics/ChannelTopics.tsx').then((one) => ({ default: one.ChannelTopics })),
)

const Files = lazy(() => import('../screens/files/Files.tsx').then((one) => ({ default: one.Files })))

const HelpCenter = lazy(() =>
  import('../screens/help/HelpCenter.tsx').then((one) => ({ default: one.HelpCenter })),
)

const Later = lazy(() => import('../screens/later/Later.tsx').then((one) => ({ default: one.Later })))

const placeOf = (view: View & { kind: 'channel-files' | 'dm-files' }) =>
  view.kind === 'dm-files'
    ? ({ kind: 'dm', userIds: view.userIds } as const)
    : view.topic === undefined
      ? ({ kind: 'channel', channelId: view.channelId } as const)
      : ({ kind: 'topic', channelId: view.channelId, topic: view.topic } as const)

/** The center region. */
export function ViewBody({ view }: { view: View }) {
  const isMember = useIsMember()
  const isPhone = useIsPhone()
  // A feed is the most likely next view.
  useEffect(() => whenLive(() => void loadFeed().catch(() => {})), [])
  useEffect(() => {
    if (isMember) whenLive(startLater)
  }, [isMember])
  if (!isMember && !isSpectatorView(view)) return <NeedsLogin />
  if (view.kind === 'dms' && isPhone && view.at === undefined) return <DirectList />
  if (isFeed(view)) return <FeedScreen view={view} />
  switch (view.kind) {
    case 'inbox':
      return <Inbox />
    case 'recent':
      return <Recent />
    case 'drafts':
      return <Drafts />
    case 'scheduled':
      return <Scheduled />
    case 'later':
      return <Later />
    case 'channel-topics':
      return <ChannelTopics channelId={view.channelId} filter={view.filter ?? ''} />
    case 'channel-files':
    case 'dm-files':
      return <Files place={placeOf(view)} />
    case 'help':
      return <HelpCenter page={view.page} />
    case 'message':
      return <Permalink id={view.id} />
    default:
      return <NotFound />
  }
}

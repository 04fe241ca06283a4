import { lazy } from 'react'
import { FeedScreen } from '../feed/FeedScreen.tsx'
import { Inbox } from '../screens/inbox/Inbox.tsx'
import { NeedsLogin } from '../screens/NeedsLogin.tsx'
import { NotFound } from '../screens/NotFound.tsx'
import { Permalink } from '../screens/Permalink.tsx'
import { isOpenToAll } from '../state/look.ts'
import { useIsMember } from '../state/member.ts'
import { isFeed, type View } from '../state/narrow.ts'

const Recent = lazy(() => import('../screens/recent/Recent.tsx').then((one) => ({ default: one.Recent })))
const Drafts = lazy(() => import('../screens/drafts/Drafts.tsx').then((one) => ({ default: one.Drafts })))
const Scheduled = lazy(() =>
  import('../screens/drafts/Scheduled.tsx').then((one) => ({ default: one.Scheduled })),
)
const ChannelTopics = lazy(() =>
  import('../screens/topics/ChannelTopics.tsx').then((one) => ({ default: one.ChannelTopics })),
)

/** What is in the middle. */
export function ViewBody({ view }: { view: View }) {
  const isMember = useIsMember()
  if (!isMember && !isOpenToAll(view)) return <NeedsLogin />
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
    case 'channel-topics':
      return <ChannelTopics channelId={view.channelId} filter={view.filter ?? ''} />
    case 'message':
      return <Permalink id={view.id} />
    default:
      return <NotFound />
  }
}

import { lazy, Suspense } from 'react'
import { Busy } from '../components/Busy.tsx'
import type { View } from '../navigation/narrow.ts'

const Settings = lazy(() =>
  import('../screens/settings/Settings.tsx').then((one) => ({ default: one.Settings })),
)
const Organization = lazy(() =>
  import('../screens/organization/Organization.tsx').then((one) => ({ default: one.Organization })),
)
const Channels = lazy(() =>
  import('../screens/channels/Channels.tsx').then((one) => ({ default: one.Channels })),
)
const NewChannel = lazy(() =>
  import('../screens/channels/NewChannel.tsx').then((one) => ({ default: one.NewChannel })),
)
const ChannelSettings = lazy(() =>
  import('../screens/channels/ChannelSettings.tsx').then((one) => ({ default: one.ChannelSettings })),
)
const Groups = lazy(() => import('../screens/groups/Groups.tsx').then((one) => ({ default: one.Groups })))
const Profile = lazy(() => import('../screens/profile/Profile.tsx').then((one) => ({ default: one.Profile })))

/** Overlays with an address: settings, channels, groups, profiles. */
export function Overlays({ view, isOverlay }: { view: View; isOverlay: boolean }) {
  return isOverlay ? <Suspense fallback={<Busy />}>{overlayOf(view)}</Suspense> : null
}

function overlayOf(view: View) {
  switch (view.kind) {
    case 'settings':
      return <Settings section={view.section} />
    case 'organization':
      return <Organization section={view.section} />
    case 'channels':
      return <Channels />
    case 'channel-new':
      return <NewChannel />
    case 'channel-settings':
      return <ChannelSettings channelId={view.channelId} tab={view.tab} />
    case 'groups':
    case 'group-new':
    case 'group-settings':
      return <Groups view={view} />
    case 'person':
      return <Profile userId={view.userId} />
    default:
      return null
  }
}

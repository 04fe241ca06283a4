import { useEffect } from 'react'
import { useChannel, useSubscription } from '../../channels/channels.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { type ChannelTab, channelTabs } from '../../navigation/narrow.ts'
import { leaveDialog } from '../../navigation/router.ts'
import { startResourceSync } from '../../session/resource-sync.ts'
import { useText } from '../../texts/texts.tsx'
import { TabbedDialog } from '../forms/TabbedDialog.tsx'
import { GeneralTab } from './GeneralTab.tsx'
import { MembersTab } from './MembersTab.tsx'
import { NotificationsTab } from './NotificationsTab.tsx'
import { PermissionsTab } from './PermissionsTab.tsx'

/** Settings of one channel. */
export function ChannelSettings({ channelId, tab }: { channelId: number; tab: ChannelTab }) {
  const text = useText()
  const channel = useChannel(channelId)
  const isSubscribed = useSubscription(channelId) !== undefined
  useEffect(startResourceSync, [])
  if (channel === undefined) {
    return (
      <Dialog title={text('channels.title')} size="medium" onClose={leaveDialog}>
        <EmptyState text={text('channels.unknown')} />
      </Dialog>
    )
  }
  return (
    <TabbedDialog
      title={`#${channel.name}`}
      current={tab}
      tabs={channelTabs
        .filter((id) => id !== 'notifications' || isSubscribed)
        .map((id) => ({
          id,
          label: text(`channels.settings.${id}`),
          view: { kind: 'channel-settings', channelId, tab: id },
        }))}
    >
      {tab === 'general' && <GeneralTab channel={channel} />}
      {tab === 'members' && <MembersTab channel={channel} />}
      {tab === 'permissions' && <PermissionsTab channel={channel} />}
      {tab === 'notifications' && <NotificationsTab channelId={channelId} />}
    </TabbedDialog>
  )
}

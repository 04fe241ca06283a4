import { Bell, BellOff, CheckCheck, Ellipsis, Link, LogOut, Pin, PinOff, Settings } from 'lucide-react'
import { markChannelRead, setChannelProperty, unsubscribe } from '../channels/channel-actions.ts'
import { useSubscription } from '../channels/channels.ts'
import { copyAddress } from '../channels/topic-actions.ts'
import { IconButton } from '../components/Button.tsx'
import { Menu, MenuItem, MenuLine } from '../components/Menu.tsx'
import { addressOf, navigate } from '../navigation/router.ts'
import { useText } from '../texts/texts.tsx'
import { FilesItem } from './FilesItem.tsx'
import { FolderItem } from './FolderItem.tsx'
import { PeopleItem } from './PeopleItem.tsx'
import { PinsItem } from './PinsItem.tsx'
import { SummaryItem } from './SummaryItem.tsx'

interface Props {
  channelId: number
  /** In a sidebar row, Tab skips the button: the row has its own keys. */
  isInRow?: boolean
  large?: boolean
}

export function ChannelMenu({ channelId, isInRow, large }: Props) {
  const text = useText()
  const channel = useSubscription(channelId)
  if (channel === undefined) return null
  const { name, pin_to_top: isPinned, is_muted: isMuted } = channel
  return (
    <Menu
      label={text('channel.menu', { channel: name })}
      trigger={
        <IconButton
          {...(large ? {} : { size: 'small' as const })}
          tabIndex={isInRow ? -1 : 0}
          label={text('channel.menu', { channel: name })}
          icon={<Ellipsis size={large ? 18 : 16} />}
        />
      }
    >
      <MenuItem icon={<CheckCheck size={16} />} onSelect={() => void markChannelRead(channelId)}>
        {text('reading.markRead')}
      </MenuItem>
      <MenuItem
        icon={isPinned ? <PinOff size={16} /> : <Pin size={16} />}
        onSelect={() => void setChannelProperty(channelId, 'pin_to_top', !isPinned)}
      >
        {text(isPinned ? 'channel.unpin' : 'channel.pin')}
      </MenuItem>
      <MenuItem
        icon={isMuted ? <Bell size={16} /> : <BellOff size={16} />}
        onSelect={() => void setChannelProperty(channelId, 'is_muted', !isMuted)}
      >
        {text(isMuted ? 'channel.unmute' : 'channel.mute')}
      </MenuItem>
      <MenuItem
        icon={<Link size={16} />}
        onSelect={() => void copyAddress(addressOf({ kind: 'channel', channelId }))}
      >
        {text('common.copyLink')}
      </MenuItem>
      <FolderItem channelId={channelId} />
      <SummaryItem target={{ channelId, isUnread: true }} />
      <PinsItem place={{ kind: 'channel', channelId }} />
      <FilesItem view={{ kind: 'channel-files', channelId }} />
      {large && <PeopleItem />}
      <MenuLine />
      <MenuItem
        icon={<Settings size={16} />}
        onSelect={() => navigate({ kind: 'channel-settings', channelId, tab: 'general' })}
      >
        {text('channel.settings')}
      </MenuItem>
      <MenuItem icon={<LogOut size={16} />} onSelect={() => void unsubscribe(channelId)}>
        {text('channel.leave')}
      </MenuItem>
    </Menu>
  )
}

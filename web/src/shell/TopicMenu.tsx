import {
  Bell,
  BellOff,
  Check,
  CheckCheck,
  Ellipsis,
  Link,
  PenLine,
  Trash2,
  Undo2,
  VolumeX,
} from 'lucide-react'
import { useState } from 'react'
import {
  copyAddress,
  deleteTopic,
  markConversationRead,
  toggleFollow,
  toggleMute,
  toggleResolved,
} from '../channels/topic-actions.ts'
import { isResolved, shownTopic } from '../channels/topic-names.ts'
import { IconButton } from '../components/Button.tsx'
import { Confirm } from '../components/Confirm.tsx'
import { Menu, MenuItem, MenuLine } from '../components/Menu.tsx'
import { useTopicPolicy } from '../lib/derived.ts'
import { addressOf } from '../navigation/router.ts'
import { useIsAllowed } from '../permissions/use-denial.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { openMove } from './dialogs.ts'
import { FilesItem } from './FilesItem.tsx'
import { PeopleItem } from './PeopleItem.tsx'
import { PinsItem } from './PinsItem.tsx'
import { SummaryItem } from './SummaryItem.tsx'

interface Props {
  channelId: number
  topic: string
  large?: boolean
  /** In a sidebar row, Tab skips the button: the row has its own keys. */
  isInRow?: boolean
}

export function TopicMenu({ channelId, topic, large, isInRow }: Props) {
  const text = useText()
  const [isConfirming, setConfirming] = useState(false)
  const policy = useTopicPolicy(channelId, topic)
  const emptyName = useOrg((org) => org.realm_empty_topic_display_name ?? '')
  const mayDelete = useIsAllowed({ kind: 'delete-topic', channelId })
  const { text: name } = shownTopic(topic, emptyName)
  const label = text('topic.menu', { topic: name })
  return (
    <>
      <Menu
        label={label}
        trigger={
          <IconButton
            {...(large ? {} : { size: 'small' as const })}
            tabIndex={isInRow ? -1 : 0}
            label={label}
            icon={<Ellipsis size={large ? 18 : 16} />}
          />
        }
      >
        <MenuItem
          icon={<CheckCheck size={16} />}
          keys="Shift+E"
          onSelect={() => void markConversationRead({ kind: 'topic', channelId, topic })}
        >
          {text('reading.markRead')}
        </MenuItem>
        <MenuItem
          icon={policy === 3 ? <BellOff size={16} /> : <Bell size={16} />}
          keys="Shift+F"
          onSelect={() => void toggleFollow(channelId, topic)}
        >
          {text(policy === 3 ? 'topic.unfollow' : 'topic.follow')}
        </MenuItem>
        <MenuItem
          icon={<VolumeX size={16} />}
          keys="Shift+M"
          onSelect={() => void toggleMute(channelId, topic)}
        >
          {text(policy === 1 ? 'topic.unmute' : 'topic.mute')}
        </MenuItem>
        <MenuLine />
        <MenuItem
          icon={isResolved(topic) ? <Undo2 size={16} /> : <Check size={16} />}
          keys="Shift+C"
          onSelect={() => void toggleResolved(channelId, topic)}
        >
          {text(isResolved(topic) ? 'topic.reopen' : 'topic.resolve')}
        </MenuItem>
        <MenuItem icon={<PenLine size={16} />} onSelect={() => openMove({ channelId, topic })}>
          {text('topic.move')}
        </MenuItem>
        <MenuItem
          icon={<Link size={16} />}
          onSelect={() => void copyAddress(addressOf({ kind: 'topic', channelId, topic }))}
        >
          {text('common.copyLink')}
        </MenuItem>
        <SummaryItem target={{ channelId, topic, isUnread: false }} />
        <SummaryItem target={{ channelId, topic, isUnread: true }} />
        <PinsItem place={{ kind: 'topic', channelId, topic }} />
        <FilesItem view={{ kind: 'channel-files', channelId, topic }} />
        {large && <PeopleItem />}
        {mayDelete && (
          <>
            <MenuLine />
            <MenuItem danger icon={<Trash2 size={16} />} onSelect={() => setConfirming(true)}>
              {text('topic.delete')}
            </MenuItem>
          </>
        )}
      </Menu>
      {isConfirming && (
        <Confirm
          title={text('topic.deleteTitle', { topic: name })}
          body={text('topic.deleteBody')}
          action={text('topic.delete')}
          onConfirm={() => void deleteTopic(channelId, topic)}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  )
}

import type { SubscriptionObject } from '@loquat/contract'
import { ChevronDown, ChevronRight, Plus } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { ChannelGlyph } from '../channels/ChannelGlyph.tsx'
import { loadTopics } from '../channels/topics.ts'
import { Badge } from '../components/Badge.tsx'
import { IconButton } from '../components/Button.tsx'
import { composeTo } from '../compose/compose.ts'
import { useUnread } from '../lib/derived.ts'
import { addressOf, useView } from '../navigation/router.ts'
import { useIsMember } from '../session/member.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { channelMark } from '../unread/unread.ts'
import { RowActions } from './RowActions.tsx'
import styles from './Sidebar.module.css'
import { toggleChannel } from './sidebar.ts'
import type { TreeItemProps } from './tree-item-props.ts'

// Shown on hover, and loaded with conversations.
const ChannelMenu = lazy(() => import('./ChannelMenu.tsx').then((one) => ({ default: one.ChannelMenu })))

interface Props {
  channel: SubscriptionObject
  isOpen: boolean
  /** Another user unsubscribed the reader. */
  isLost: boolean
  item: TreeItemProps
}

export function ChannelRow({ channel, isOpen, isLost, item }: Props) {
  const text = useText()
  const { stream_id: id, name, is_muted: isMuted } = channel
  const isMember = useIsMember()
  const view = useView()
  const unread = useUnread((counts) => counts.channels.get(id))
  const policy = useOrg((org) => org.user_settings?.web_stream_unreads_count_display_policy ?? 2) as 1 | 2 | 3
  const isCurrent = (view.kind === 'channel' || view.kind === 'channel-topics') && view.channelId === id
  useEffect(() => {
    if (isOpen) void loadTopics(id)
  }, [isOpen, id])
  const mark = unread === undefined ? 'nothing' : channelMark(unread, policy, isMuted)
  const count = unread?.unmuted ?? 0
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const actions = () => (
    <>
      <IconButton
        size="small"
        tabIndex={-1}
        label={text('sidebar.newTopic', { channel: name })}
        icon={<Plus size={15} />}
        onClick={() => composeTo({ kind: 'topic', channelId: id, topic: '' })}
      />
      <Suspense fallback={null}>
        <ChannelMenu channelId={id} isInRow />
      </Suspense>
    </>
  )
  return (
    <RowActions
      actions={isMember && !isLost && actions}
      hasMenu
      data-current={isCurrent}
      data-muted={isMuted}
      data-lost={isLost || undefined}
      data-unread={count > 0}
    >
      <a
        {...item}
        href={addressOf({ kind: 'channel', channelId: id })}
        aria-current={isCurrent ? 'page' : undefined}
        aria-expanded={isOpen}
        title={name}
      >
        <ChannelGlyph channelId={id} />
        <span className={styles.name} dir="auto">
          {name}
        </span>
        {mark === 'number' && (
          <Badge count={count} toYou={(unread?.toYou ?? 0) > 0} label={text('sidebar.unread', { count })} />
        )}
        {mark === 'dot' && <span className={styles.dot} />}
      </a>
      {!isLost && (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className={styles.toggle}
          title={text(isOpen ? 'sidebar.hideTopics' : 'sidebar.showTopics', { channel: name })}
          onClick={() => toggleChannel(id)}
        >
          <Chevron size={14} />
        </button>
      )}
    </RowActions>
  )
}

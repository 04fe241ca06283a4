import type { SubscriptionObject } from '@loquat/contract'
import { ChevronDown, ChevronRight, Plus } from 'lucide-react'
import { memo, useEffect } from 'react'
import { Badge } from '../components/Badge.tsx'
import { IconButton } from '../components/Button.tsx'
import { ChannelGlyph } from '../components/ChannelGlyph.tsx'
import { composeTo } from '../state/actions/compose.ts'
import { useUnread } from '../state/derived.ts'
import { useIsMember } from '../state/member.ts'
import { addressOf, useView } from '../state/router.ts'
import { useOrg } from '../state/session.ts'
import { matchesWords, toggleChannel, useSidebar } from '../state/sidebar.ts'
import { channelMark } from '../state/unread.ts'
import { useText } from '../texts/texts.tsx'
import { ChannelMenu } from './ChannelMenu.tsx'
import styles from './Sidebar.module.css'
import { TopicRows } from './TopicRows.tsx'

export const ChannelRow = memo(({ channel }: { channel: SubscriptionObject }) => {
  const text = useText()
  const { stream_id: id, name, is_muted: isMuted } = channel
  const isMember = useIsMember()
  const view = useView()
  const filter = useSidebar((state) => state.filter)
  const isToggled = useSidebar(({ channels }) => channels.has(id))
  const unread = useUnread((counts) => counts.channels.get(id))
  const policy = useOrg((org) => org.user_settings?.web_stream_unreads_count_display_policy ?? 2) as 1 | 2 | 3
  const isHere = 'channelId' in view && view.channelId === id
  const isCurrent = isHere && (view.kind === 'channel' || view.kind === 'channel-topics')
  // A visit opens the channel; it stays as the reader leaves it.
  useEffect(() => {
    if (isHere) toggleChannel(id, true)
  }, [isHere, id])
  const topics = useSidebar((state) => state.topics.get(id))
  const matches = filter === '' || matchesWords(name, filter)
  const hasMatchingTopic = filter !== '' && topics?.some((topic) => matchesWords(topic.name, filter))
  if (!matches && !hasMatchingTopic) return null
  const isOpen = isToggled || Boolean(hasMatchingTopic)
  const mark = unread === undefined ? 'nothing' : channelMark(unread, policy, isMuted)
  return (
    <li>
      <div
        className={styles.row}
        data-current={isCurrent}
        data-muted={isMuted}
        data-unread={(unread?.counted ?? 0) > 0}
      >
        <a
          href={addressOf({ kind: 'channel', channelId: id })}
          aria-current={isCurrent ? 'page' : undefined}
          title={name}
        >
          <ChannelGlyph channelId={id} />
          <span className={styles.name} dir="auto">
            {name}
          </span>
          {mark === 'number' && (
            <Badge
              count={unread?.counted ?? 0}
              toYou={(unread?.toYou ?? 0) > 0}
              label={text('sidebar.unread', { count: unread?.counted ?? 0 })}
            />
          )}
          {mark === 'dot' && <span className={styles.dot} />}
        </a>
        {isMember && (
          <span className={styles.actions}>
            <IconButton
              size="small"
              label={text('sidebar.newTopic', { channel: name })}
              icon={<Plus size={15} />}
              onClick={() => composeTo({ kind: 'topic', channelId: id, topic: '' })}
            />
            <ChannelMenu channelId={id} />
          </span>
        )}
        <IconButton
          size="small"
          data-toggle="true"
          aria-expanded={isOpen}
          label={text(isOpen ? 'sidebar.hideTopics' : 'sidebar.showTopics', { channel: name })}
          icon={isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
          onClick={() => toggleChannel(id)}
        />
      </div>
      {isOpen && <TopicRows channelId={id} filter={matches ? '' : filter} />}
    </li>
  )
})

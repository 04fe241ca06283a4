import { Check, Eye, VolumeX } from 'lucide-react'
import { isResolved, shownTopic } from '../../channels/topic-names.ts'
import { Badge } from '../../components/Badge.tsx'
import lines from '../../components/ConversationLine.module.css'
import { useTopicMuted, useTopicPolicy, useUnread } from '../../lib/derived.ts'
import { exactTime, listTime } from '../../lib/times.ts'
import { useMessage } from '../../messages/messages.ts'
import { firstLine } from '../../messages/previews.ts'
import { keyOf } from '../../navigation/conversation.ts'
import { addressOf } from '../../navigation/router.ts'
import { givenName, usePerson } from '../../people/people.ts'
import { useOrg } from '../../session/session.ts'
import type { TopicEntry } from '../../shell/sidebar.ts'
import { TopicMenu } from '../../shell/TopicMenu.tsx'
import { useLocale, useText } from '../../texts/texts.tsx'
import styles from './ChannelTopics.module.css'

/** A topic with its state, last message and unread count. */
export function TopicLine({ channelId, topic: { name, newest } }: { channelId: number; topic: TopicEntry }) {
  const text = useText()
  const locale = useLocale()
  const conversation = { kind: 'topic', channelId, topic: name } as const
  const unread = useUnread((counts) => counts.conversations.get(keyOf(conversation)))
  const isMuted = useTopicMuted(channelId, name)
  const policy = useTopicPolicy(channelId, name)
  const emptyName = useOrg((org) => org.realm_empty_topic_display_name ?? '')
  const message = useMessage(newest)
  const sender = usePerson(message?.sender_id ?? 0)
  const shown = shownTopic(name, emptyName)
  const count = unread?.ids.length ?? 0
  return (
    // biome-ignore lint/a11y/useSemanticElements: part of a grid
    // biome-ignore lint/a11y/useFocusableInteractive: the link inside has the focus
    <div
      role="gridcell"
      className={`${lines.line} ${styles.line}`}
      data-muted={isMuted || undefined}
      data-unread={count > 0}
    >
      <a href={addressOf(conversation)} className={lines.link} title={shown.text}>
        <span className={`${lines.place} ${styles.name}`}>
          {isResolved(name) && (
            <Check size={16} className={styles.resolved} aria-label={text('topic.resolved')} />
          )}
          <bdi>{shown.isPlaceholder ? <em>{shown.text}</em> : shown.text}</bdi>
          {policy === 3 && <Eye size={14} className={lines.soft} aria-label={text('topic.followed')} />}
          {isMuted && <VolumeX size={14} className={lines.soft} aria-label={text('recent.muted')} />}
        </span>
        <span className={lines.said} dir="auto">
          {message !== undefined && (
            <>
              <span className={lines.soft}>{sender && givenName(sender)}: </span>
              {firstLine(message.content)}
            </>
          )}
        </span>
      </a>
      <span className={styles.count}>
        <Badge
          count={count}
          toYou={(unread?.toYou ?? 0) > 0}
          muted={isMuted}
          label={text('sidebar.unread', { count })}
        />
      </span>
      <time
        className={lines.time}
        title={message === undefined ? undefined : exactTime(message.timestamp, locale)}
      >
        {message !== undefined && listTime(message.timestamp, locale)}
      </time>
      <TopicMenu channelId={channelId} topic={name} />
    </div>
  )
}

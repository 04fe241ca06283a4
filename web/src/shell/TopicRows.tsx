import { caseless } from '@loquat/contract/light'
import { Check, Eye } from 'lucide-react'
import { useEffect } from 'react'
import { Badge } from '../components/Badge.tsx'
import { keyOf } from '../state/conversation.ts'
import { useTopicMuted, useTopicPolicy, useUnread } from '../state/derived.ts'
import { useIsMember } from '../state/member.ts'
import { addressOf, useView } from '../state/router.ts'
import { useOrg } from '../state/session.ts'
import { matchesWords, useSidebar } from '../state/sidebar.ts'
import { isResolved, shownTopic, topicsToShow } from '../state/topic-names.ts'
import { loadTopics } from '../state/topics.ts'
import { useText } from '../texts/texts.tsx'
import styles from './Sidebar.module.css'
import { TopicMenu } from './TopicMenu.tsx'

/** The newest topics of a channel, those with something unread, and the one being read. */
export function TopicRows({ channelId, filter }: { channelId: number; filter: string }) {
  const text = useText()
  const view = useView()
  const all = useSidebar((state) => state.topics.get(channelId))
  const counts = useUnread((unread) => unread.conversations)
  useEffect(() => {
    void loadTopics(channelId)
  }, [channelId])
  if (all === undefined) return null
  const current = view.kind === 'topic' && view.channelId === channelId ? caseless(view.topic) : undefined
  const isUnread = (name: string) => counts.has(keyOf({ kind: 'topic', channelId, topic: name }))
  const topics =
    filter === ''
      ? topicsToShow(all, { isUnread, isCurrent: (name) => caseless(name) === current })
      : all.filter((topic) => matchesWords(topic.name, filter)).slice(0, 20)
  const hidden = all.length - topics.length
  return (
    <ul className={styles.topics}>
      {topics.map(({ name }) => (
        <TopicRow
          key={caseless(name)}
          channelId={channelId}
          name={name}
          isCurrent={caseless(name) === current}
        />
      ))}
      {hidden > 0 && filter === '' && (
        <li className={styles.row}>
          <a href={addressOf({ kind: 'channel-topics', channelId })} className={styles.more}>
            {text('sidebar.allTopics', { count: all.length })}
          </a>
        </li>
      )}
    </ul>
  )
}

function TopicRow({ channelId, name, isCurrent }: { channelId: number; name: string; isCurrent: boolean }) {
  const text = useText()
  const isMember = useIsMember()
  const key = keyOf({ kind: 'topic', channelId, topic: name })
  const unread = useUnread((counts) => counts.conversations.get(key))
  const isMuted = useTopicMuted(channelId, name)
  const policy = useTopicPolicy(channelId, name)
  const emptyName = useOrg((org) => org.realm_empty_topic_display_name ?? '')
  const count = unread?.ids.length ?? 0
  const shown = shownTopic(name, emptyName)
  return (
    <li
      className={styles.row}
      data-current={isCurrent}
      data-muted={isMuted}
      data-unread={count > 0 && !isMuted}
    >
      <a
        href={addressOf({ kind: 'topic', channelId, topic: name })}
        aria-current={isCurrent ? 'page' : undefined}
        title={shown.text}
      >
        {isResolved(name) && <Check size={14} className={styles.mark} aria-label={text('topic.resolved')} />}
        <span className={styles.name} dir="auto">
          {shown.isPlaceholder ? <em>{shown.text}</em> : shown.text}
        </span>
        {policy === 3 && <Eye size={13} className={styles.mark} aria-label={text('topic.followed')} />}
        <Badge
          count={count}
          toYou={(unread?.toYou ?? 0) > 0}
          muted={isMuted}
          label={text('sidebar.unread', { count })}
        />
      </a>
      <span className={styles.actions}>{isMember && <TopicMenu channelId={channelId} topic={name} />}</span>
    </li>
  )
}

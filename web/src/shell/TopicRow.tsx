import { Check, Eye } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { isResolved, shownTopic } from '../channels/topic-names.ts'
import { Badge } from '../components/Badge.tsx'
import { useTopicMuted, useTopicPolicy, useUnread } from '../lib/derived.ts'
import { keyOf } from '../navigation/conversation.ts'
import { addressOf, useView } from '../navigation/router.ts'
import { useIsMember } from '../session/member.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { RowActions } from './RowActions.tsx'
import styles from './Sidebar.module.css'
import type { TreeItemProps } from './tree-item-props.ts'

// Shown on hover, and loaded with conversations.
const TopicMenu = lazy(() => import('./TopicMenu.tsx').then((one) => ({ default: one.TopicMenu })))

export function TopicRow({
  channelId,
  name,
  item,
}: {
  channelId: number
  name: string
  item: TreeItemProps
}) {
  const text = useText()
  const isMember = useIsMember()
  const view = useView()
  const key = keyOf({ kind: 'topic', channelId, topic: name })
  const isCurrent = view.kind === 'topic' && keyOf(view) === key
  const unread = useUnread((counts) => counts.conversations.get(key))
  const isMuted = useTopicMuted(channelId, name)
  const policy = useTopicPolicy(channelId, name)
  const emptyName = useOrg((org) => org.realm_empty_topic_display_name ?? '')
  const count = unread?.ids.length ?? 0
  const shown = shownTopic(name, emptyName)
  const actions = () => (
    <Suspense fallback={null}>
      <TopicMenu channelId={channelId} topic={name} isInRow />
    </Suspense>
  )
  return (
    <RowActions
      actions={isMember && actions}
      hasMenu
      data-current={isCurrent}
      data-muted={isMuted}
      data-unread={count > 0 && !isMuted}
    >
      <a
        {...item}
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
    </RowActions>
  )
}

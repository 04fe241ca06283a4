import { type ReactNode, useEffect } from 'react'
import { useChannel } from '../channels/channels.ts'
import { shownTopic } from '../channels/topic-names.ts'
import { Keys } from '../components/Keys.tsx'
import { useUnread } from '../lib/derived.ts'
import { useNames } from '../lib/names.ts'
import { type Conversation, keyOf } from '../navigation/conversation.ts'
import { type FeedView, isConversation } from '../navigation/narrow.ts'
import { prefetch } from '../navigation/prefetch.ts'
import { addressOf } from '../navigation/router.ts'
import { useOrg } from '../session/session.ts'
import { asSoftDock } from '../shell/dock.ts'
import { useText } from '../texts/texts.tsx'
import { nextToRead } from '../unread/inbox-order.ts'
import { useFeed } from './feeds.ts'
import styles from './NextConversation.module.css'

/** Leads to the next unread conversation when the current one is read. It uses the line of the typing indicator. */
export function NextConversation({ view, children }: { view: FeedView; children: ReactNode }) {
  const channel = useChannel('channelId' in view ? view.channelId : 0)
  const isHidden = 'channelId' in view && channel === undefined
  return (
    <div className={styles.foot} ref={asSoftDock}>
      {children}
      {isConversation(view) && !isHidden && <Next view={view} />}
    </div>
  )
}

function Next({ view }: { view: FeedView & { kind: 'topic' | 'dm' } }) {
  const { snapshot } = useFeed(view)
  const counts = useUnread((all) => all)
  const isRead = snapshot.status === 'ready' && snapshot.hasNewest && !counts.conversations.has(keyOf(view))
  const next = isRead ? nextToRead(view) : undefined
  const key = next === undefined ? '' : keyOf(next)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the conversation
  useEffect(() => {
    if (next !== undefined) prefetch(next)
  }, [key])
  return next === undefined ? null : (
    <Line next={next} count={counts.conversations.get(key)?.ids.length ?? 0} />
  )
}

const none: readonly number[] = []

function Line({ next, count }: { next: Conversation; count: number }) {
  const text = useText()
  const channel = useChannel(next.kind === 'topic' ? next.channelId : 0)
  const names = useNames(next.kind === 'dm' ? next.userIds : none)
  const emptyName = useOrg((org) => org.realm_empty_topic_display_name ?? '')
  const place =
    next.kind === 'topic'
      ? `#${channel?.name ?? '?'} › ${shownTopic(next.topic, emptyName).text}`
      : names || text('dm.notesToSelf')
  return (
    <a className={styles.next} href={addressOf(next)}>
      <bdi>{text('next.line', { place, count })}</bdi>
      <Keys keys="N" />
    </a>
  )
}

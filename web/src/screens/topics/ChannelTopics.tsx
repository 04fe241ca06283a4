import { Hash } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useChannel } from '../../channels/channels.ts'
import { isResolved } from '../../channels/topic-names.ts'
import { loadTopics } from '../../channels/topics.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ScreenSkeleton } from '../../components/ScreenSkeleton.tsx'
import { VirtualGrid } from '../../components/VirtualGrid.tsx'
import { topicPolicy, useUnread } from '../../lib/derived.ts'
import { matchesWords } from '../../lib/match-words.ts'
import { usePreviews } from '../../messages/previews.ts'
import { keyOf } from '../../navigation/conversation.ts'
import { addressOf } from '../../navigation/router.ts'
import { useRestoredScroll } from '../../navigation/use-restored-scroll.ts'
import { useOrg } from '../../session/session.ts'
import { type TopicEntry, useSidebar } from '../../shell/sidebar.ts'
import { useText } from '../../texts/texts.tsx'
import { NoAccess } from '../NoAccess.tsx'
import { PinStrip } from '../pins/PinStrip.tsx'
import { Unreachable } from '../Unreachable.tsx'
import styles from './ChannelTopics.module.css'
import { TopicLine } from './TopicLine.tsx'
import { type TopicFilter, TopicsHeader } from './TopicsHeader.tsx'

/** All topics of a channel, newest first. The filter text is part of the address. */
export function ChannelTopics({ channelId, filter }: { channelId: number; filter: string }) {
  const text = useText()
  const channel = useChannel(channelId)
  const all = useSidebar((state) => state.topics.get(channelId))
  const counts = useUnread((unread) => unread.conversations)
  const policies = useOrg((org) => org.user_topics)
  const [show, setShow] = useState<TopicFilter>('all')
  const [shown, setShown] = useState<readonly number[]>([])
  usePreviews(shown)
  const [isLoaded, setLoaded] = useState(all !== undefined)
  const load = useCallback(() => {
    setLoaded(false)
    void loadTopics(channelId).then(() => setLoaded(true))
  }, [channelId])
  // The channel may become known after the first render.
  const isThere = channel?.is_archived === false
  useEffect(() => {
    if (isThere) load()
  }, [isThere, load])
  const topics = useMemo(() => {
    const isShown = ({ name }: TopicEntry) => {
      if (show === 'unread') return counts.has(keyOf({ kind: 'topic', channelId, topic: name }))
      if (show === 'followed') return topicPolicy(channelId, name) === 3
      return show === 'all' || isResolved(name) === (show === 'resolved')
    }
    return (all ?? []).filter((topic) => isShown(topic) && matchesWords(topic.name, filter))
  }, [all, show, filter, channelId, counts, policies])
  const scroller = useRef<HTMLDivElement>(null)
  useRestoredScroll(scroller, topics.length > 0)
  if (channel === undefined) return <NoAccess />
  const { name } = channel
  return (
    <>
      <TopicsHeader channelId={channelId} name={name} show={show} onShow={setShow} filter={filter} />
      <PinStrip place={{ kind: 'channel', channelId }} />
      <p className={styles.about}>
        <a href={addressOf({ kind: 'channel', channelId })}>
          <Hash size={14} aria-hidden="true" />
          {text('topics.feed', { channel: name })}
        </a>
        {all !== undefined && (
          <span>{text('topics.count', { shown: topics.length, count: all.length })}</span>
        )}
      </p>
      {channel.is_archived ? (
        <EmptyState text={text('topics.archived')} />
      ) : all === undefined && isLoaded ? (
        <Unreachable onRetry={load} />
      ) : topics.length === 0 && isLoaded ? (
        <EmptyState text={text(all?.length === 0 ? 'topics.empty' : 'topics.noMatch')} />
      ) : all === undefined ? (
        <ScreenSkeleton />
      ) : (
        <VirtualGrid
          scroller={scroller}
          label={text('topics.title', { channel: name })}
          rows={topics}
          keyOf={(topic) => topic.name}
          height={42}
          onShown={(rows) => setShown(rows.map(({ newest }) => newest))}
          render={(topic) => <TopicLine channelId={channelId} topic={topic} />}
        />
      )}
    </>
  )
}

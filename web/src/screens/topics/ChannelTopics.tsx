import { Hash, PenLine } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useChannel } from '../../channels/channels.ts'
import { isResolved } from '../../channels/topic-names.ts'
import { loadTopics } from '../../channels/topics.ts'
import { Button } from '../../components/Button.tsx'
import lines from '../../components/ConversationLine.module.css'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ScreenSkeleton } from '../../components/ScreenSkeleton.tsx'
import { VirtualGrid } from '../../components/VirtualGrid.tsx'
import { openCompose } from '../../compose/compose.ts'
import { topicPolicy, useUnread } from '../../lib/derived.ts'
import { matchesWords } from '../../lib/match-words.ts'
import { usePreviews } from '../../messages/previews.ts'
import { keyOf } from '../../navigation/conversation.ts'
import { addressOf, navigate } from '../../navigation/router.ts'
import { useRestoredScroll } from '../../navigation/use-restored-scroll.ts'
import { useOrg } from '../../session/session.ts'
import { ScreenHeader } from '../../shell/ScreenHeader.tsx'
import { type TopicEntry, useSidebar } from '../../shell/sidebar.ts'
import { useText } from '../../texts/texts.tsx'
import { NoAccess } from '../NoAccess.tsx'
import { Unreachable } from '../Unreachable.tsx'
import styles from './ChannelTopics.module.css'
import { TopicLine } from './TopicLine.tsx'

const topicFilters = ['all', 'unread', 'open', 'resolved', 'followed'] as const
type TopicFilter = (typeof topicFilters)[number]

/** Every topic of a channel, newest first. What is typed to find one is part of the address. */
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
  // It may become known only after the first look.
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
  const setFilter = (value: string) =>
    navigate(
      { kind: 'channel-topics', channelId, ...(value === '' ? {} : { filter: value }) },
      { replace: true },
    )
  const newTopic = () => openCompose({ to: { kind: 'topic', channelId, topic: '' } })
  if (channel === undefined) return <NoAccess />
  const { name } = channel
  return (
    <>
      <ScreenHeader title={text('topics.title', { channel: name })}>
        <select
          className={`${lines.field} ${styles.show}`}
          value={show}
          aria-label={text('topics.show')}
          onChange={(event) => setShow(event.target.value as TopicFilter)}
        >
          {topicFilters.map((one) => (
            <option key={one} value={one}>
              {text(`topics.show.${one}`)}
            </option>
          ))}
        </select>
        <input
          type="search"
          className={`${lines.field} ${styles.words}`}
          value={filter}
          placeholder={text('topics.find')}
          aria-label={text('topics.find')}
          onChange={(event) => setFilter(event.target.value)}
        />
        <Button size="small" kind="quiet" aria-label={text('compose.newTopic')} onClick={newTopic}>
          <PenLine size={16} aria-hidden="true" />
          <span className={styles.wide}>{text('compose.newTopic')}</span>
        </Button>
      </ScreenHeader>
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

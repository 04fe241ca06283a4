import { ArrowLeft, Check, Eye, EyeOff, Menu as MenuIcon, Pause, Search, Undo2, Users } from 'lucide-react'
import { subscribe } from '../channels/channel-actions.ts'
import { useChannel, useSubscription } from '../channels/channels.ts'
import { toggleFollow, toggleResolved } from '../channels/topic-actions.ts'
import { isResolved, shownTopic } from '../channels/topic-names.ts'
import { ArchivedMark } from '../components/ArchivedMark.tsx'
import { Button, IconButton } from '../components/Button.tsx'
import { ChannelGlyph } from '../components/ChannelGlyph.tsx'
import { useTopicPolicy } from '../lib/derived.ts'
import { useNames } from '../lib/names.ts'
import type { FeedView } from '../navigation/narrow.ts'
import { addressOf, leaveDialog } from '../navigation/router.ts'
import { useDenial } from '../permissions/denial.ts'
import { focusSearch } from '../search/search-field.ts'
import { useIsMember } from '../session/member.ts'
import { useOrg } from '../session/session.ts'
import { ChannelMenu } from '../shell/ChannelMenu.tsx'
import { DirectMenu } from '../shell/DirectMenu.tsx'
import { isNarrow, toggleLeft, toggleRight, useLayout } from '../shell/layout.ts'
import { TopicMenu } from '../shell/TopicMenu.tsx'
import { useText } from '../texts/texts.tsx'
import { resumeReading, useReadingState } from '../unread/mark-read-pause.ts'
import styles from './FeedHeader.module.css'

/** Where one is, and what can be done with it. */
export function FeedHeader({ view }: { view: FeedView }) {
  const text = useText()
  const isLeftOpen = useLayout((layout) => layout.isLeftOpen)
  const isMember = useIsMember()
  const isPaused = useReadingState((state) => state.isPaused)
  return (
    <header className={styles.header} data-view={view.kind}>
      {isLeftOpen === false && !isNarrow() && (
        <IconButton
          label={text('shell.showLeft')}
          keys="L"
          icon={<MenuIcon size={18} />}
          onClick={toggleLeft}
        />
      )}
      <IconButton
        className={styles.back ?? ''}
        label={text('common.back')}
        icon={<ArrowLeft size={20} />}
        onClick={leaveDialog}
      />
      <Title view={view} />
      {isPaused && (
        <Button
          size="small"
          kind="neutral"
          className={styles.paused ?? ''}
          aria-label={text('reading.paused')}
          onClick={resumeReading}
        >
          <Pause size={14} aria-hidden="true" />
          <span>{text('reading.paused')}</span>
        </Button>
      )}
      {isMember && <Actions view={view} />}
      <IconButton
        className={styles.search ?? ''}
        label={text('common.search')}
        keys="/"
        icon={<Search size={18} />}
        onClick={() => focusSearch(view)}
      />
      {isMember && (
        <IconButton
          className={styles.peopleButton ?? ''}
          label={text('shell.togglePeople')}
          keys="Shift+L"
          icon={<Users size={18} />}
          onClick={toggleRight}
        />
      )}
    </header>
  )
}

function Title({ view }: { view: FeedView }) {
  const text = useText()
  const channelId = 'channelId' in view ? view.channelId : 0
  const channel = useChannel(channelId)
  const names = useNames(view.kind === 'dm' ? view.userIds : none)
  const emptyName = useOrg((org) => org.realm_empty_topic_display_name ?? '')
  if (view.kind === 'channel' || view.kind === 'topic') {
    const topic = view.kind === 'topic' ? shownTopic(view.topic, emptyName) : undefined
    return (
      <div className={styles.title}>
        <h1>
          <a href={addressOf({ kind: 'channel', channelId })} dir="auto" title={channel?.name}>
            {channel !== undefined && <ChannelGlyph channelId={channelId} size={17} />}
            <span className={styles.channel}>{channel?.name ?? text('channel.unknown')}</span>
            <ArchivedMark channelId={channelId} />
          </a>
          {topic !== undefined && (
            <>
              <span className={styles.arrow} aria-hidden="true">
                ›
              </span>
              <span className={styles.topic} dir="auto" title={topic.text}>
                {view.kind === 'topic' && isResolved(view.topic) && (
                  <Check size={17} aria-label={text('topic.resolved')} />
                )}
                {topic.isPlaceholder ? <em>{topic.text}</em> : topic.text}
              </span>
            </>
          )}
        </h1>
        {topic === undefined && channel?.description !== '' && (
          <p className={styles.description} dir="auto" title={channel?.description}>
            {channel?.description}
          </p>
        )}
      </div>
    )
  }
  const title =
    view.kind === 'dm'
      ? view.userIds.length === 0
        ? text('dm.notesToSelf')
        : names
      : text(`view.${view.kind}`)
  return (
    <div className={styles.title}>
      <h1 dir="auto">{title}</h1>
    </div>
  )
}

function Actions({ view }: { view: FeedView }) {
  const channel = useChannel('channelId' in view ? view.channelId : 0)
  if ('channelId' in view && channel === undefined) return null
  if (view.kind === 'topic') return <TopicActions channelId={view.channelId} topic={view.topic} />
  if (view.kind === 'channel') return <ChannelActions channelId={view.channelId} />
  if (view.kind === 'dm') return <DirectMenu userIds={view.userIds} />
  return null
}

function TopicActions({ channelId, topic }: { channelId: number; topic: string }) {
  const text = useText()
  const policy = useTopicPolicy(channelId, topic)
  const resolved = isResolved(topic)
  return (
    <>
      <span className={styles.wide}>
        <IconButton
          label={text(resolved ? 'topic.reopen' : 'topic.resolve')}
          keys="Shift+C"
          denied={useDenial({ kind: 'resolve', channelId, topic })}
          icon={resolved ? <Undo2 size={18} /> : <Check size={18} />}
          onClick={() => void toggleResolved(channelId, topic)}
        />
        <IconButton
          label={text(policy === 3 ? 'topic.unfollow' : 'topic.follow')}
          keys="Shift+F"
          aria-pressed={policy === 3}
          icon={policy === 3 ? <Eye size={18} /> : <EyeOff size={18} />}
          onClick={() => void toggleFollow(channelId, topic)}
        />
      </span>
      <TopicMenu channelId={channelId} topic={topic} large />
    </>
  )
}

function ChannelActions({ channelId }: { channelId: number }) {
  const text = useText()
  const isSubscribed = useSubscription(channelId) !== undefined
  if (isSubscribed) return <ChannelMenu channelId={channelId} large />
  return (
    <Button size="small" kind="primary" onClick={() => void subscribe(channelId)}>
      {text('channel.subscribe')}
    </Button>
  )
}

const none: readonly number[] = []

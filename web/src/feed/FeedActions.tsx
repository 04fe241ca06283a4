import { Bell, BellRing, Check, Undo2 } from 'lucide-react'
import { CallButton } from '../calls/CallButton.tsx'
import { subscribe } from '../channels/channel-actions.ts'
import { useChannel, useSubscription } from '../channels/channels.ts'
import { toggleFollow, toggleResolved } from '../channels/topic-actions.ts'
import { isResolved } from '../channels/topic-names.ts'
import { Button, IconButton } from '../components/Button.tsx'
import { useTopicPolicy } from '../lib/derived.ts'
import type { FeedView } from '../navigation/narrow.ts'
import { useDenial } from '../permissions/use-denial.ts'
import { ChannelMenu } from '../shell/ChannelMenu.tsx'
import { DirectMenu } from '../shell/DirectMenu.tsx'
import { TopicMenu } from '../shell/TopicMenu.tsx'
import { useText } from '../texts/texts.tsx'
import styles from './FeedHeader.module.css'

/** Buttons and menu of the channel, topic or direct conversation on screen. */
export function FeedActions({ view }: { view: FeedView }) {
  const channel = useChannel('channelId' in view ? view.channelId : 0)
  if ('channelId' in view && channel === undefined) return null
  if (view.kind === 'topic') return <TopicActions channelId={view.channelId} topic={view.topic} />
  if (view.kind === 'channel') return <ChannelActions channelId={view.channelId} />
  if (view.kind === 'dm') {
    return (
      <>
        <CallButton conversation={{ kind: 'dm', userIds: view.userIds }} />
        <DirectMenu userIds={view.userIds} />
      </>
    )
  }
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
          icon={policy === 3 ? <BellRing size={18} /> : <Bell size={18} />}
          onClick={() => void toggleFollow(channelId, topic)}
        />
      </span>
      <CallButton conversation={{ kind: 'topic', channelId, topic }} />
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

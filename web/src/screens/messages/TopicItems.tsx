import { Bell, BellOff, Check, Undo2, Volume2, VolumeX } from 'lucide-react'
import { toggleFollow, toggleMute, toggleResolved } from '../../channels/topic-actions.ts'
import { isResolved } from '../../channels/topic-names.ts'
import { useTopicPolicy } from '../../lib/derived.ts'
import { useText } from '../../texts/texts.tsx'
import { SheetItem } from './SheetItem.tsx'

/** Commands of the topic of a message. The header of a phone has no room for them, and mixed feeds have no header for a topic. */
export function TopicItems({ channelId, topic }: { channelId: number; topic: string }) {
  const text = useText()
  const policy = useTopicPolicy(channelId, topic)
  const isDone = isResolved(topic)
  return (
    <>
      <SheetItem
        icon={policy === 3 ? <BellOff size={18} /> : <Bell size={18} />}
        label={text(policy === 3 ? 'message.unfollow' : 'message.follow')}
        run={() => void toggleFollow(channelId, topic)}
      />
      <SheetItem
        icon={policy === 1 ? <Volume2 size={18} /> : <VolumeX size={18} />}
        label={text(policy === 1 ? 'message.unmute' : 'message.mute')}
        run={() => void toggleMute(channelId, topic)}
      />
      <SheetItem
        icon={isDone ? <Undo2 size={18} /> : <Check size={18} />}
        label={text(isDone ? 'message.reopen' : 'message.resolve')}
        run={() => void toggleResolved(channelId, topic)}
      />
    </>
  )
}

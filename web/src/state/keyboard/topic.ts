import { markConversationRead, toggleFollow, toggleMute, toggleResolved } from '../actions/topics.ts'
import type { Command } from './command.ts'
import { targetConversation, targetTopic } from './target.ts'

const onTopic = () => (targetTopic() === undefined ? 'keyboard.needs.topic' : true)

const withTopic = (
  id: string,
  keys: string,
  run: (channelId: number, topic: string) => Promise<void>,
): Command => ({
  id,
  group: 'topic',
  keys: [keys],
  scope: 'app',
  can: onTopic,
  run: () => {
    const place = targetTopic()
    if (place !== undefined) void run(place.channelId, place.topic)
  },
})

export const topicCommands: readonly Command[] = [
  {
    id: 'markRead',
    group: 'topic',
    keys: ['Shift+E'],
    scope: 'app',
    can: () => (targetConversation() === undefined ? 'keyboard.needs.conversation' : true),
    run: () => {
      const conversation = targetConversation()
      if (conversation !== undefined) void markConversationRead(conversation)
    },
  },
  withTopic('follow', 'Shift+F', toggleFollow),
  withTopic('mute', 'Shift+M', toggleMute),
  withTopic('resolve', 'Shift+C', toggleResolved),
]

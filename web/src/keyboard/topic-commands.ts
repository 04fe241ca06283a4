import { markConversationRead, toggleFollow, toggleMute, toggleResolved } from '../channels/topic-actions.ts'
import type { Action } from '../permissions/action-denial.ts'
import { denialTextId } from '../permissions/is-allowed.ts'
import type { PinPlace } from '../pins/pin-state.ts'
import { openPins } from '../shell/dialogs.ts'
import type { Command } from './command.ts'
import { shownView, targetConversation, targetTopic } from './target.ts'

const may = (action: (topic: { channelId: number; topic: string }) => Action) => () => {
  const place = targetTopic()
  return place === undefined ? 'keyboard.needs.topic' : (denialTextId(action(place)) ?? true)
}
const mayMark = may(() => ({ kind: 'mark' }))

const withTopic = (
  id: string,
  keys: string,
  run: (channelId: number, topic: string) => Promise<void>,
  can: () => true | string = mayMark,
): Command => ({
  id,
  group: 'topic',
  keys: [keys],
  scope: 'app',
  can,
  run: () => {
    const place = targetTopic()
    if (place !== undefined) void run(place.channelId, place.topic)
  },
})

/** The channel on screen, or the conversation that keys act on. */
function targetPinPlace(): PinPlace | undefined {
  const view = shownView()
  if (view.kind === 'channel' || view.kind === 'channel-topics')
    return { kind: 'channel', channelId: view.channelId }
  return targetConversation()
}

export const topicCommands: readonly Command[] = [
  {
    id: 'markRead',
    group: 'topic',
    keys: ['Shift+E'],
    scope: 'app',
    can: () =>
      targetConversation() === undefined
        ? 'keyboard.needs.conversation'
        : (denialTextId({ kind: 'mark' }) ?? true),
    run: () => {
      const conversation = targetConversation()
      if (conversation !== undefined) void markConversationRead(conversation)
    },
  },
  {
    id: 'pins',
    group: 'topic',
    keys: ['Shift+B'],
    scope: 'app',
    can: () =>
      targetPinPlace() === undefined
        ? 'keyboard.needs.conversation'
        : (denialTextId({ kind: 'mark' }) ?? true),
    run: () => {
      const place = targetPinPlace()
      if (place !== undefined) openPins(place)
    },
  },
  withTopic('follow', 'Shift+F', toggleFollow),
  withTopic('mute', 'Shift+M', toggleMute),
  withTopic(
    'resolve',
    'Shift+C',
    toggleResolved,
    may((place) => ({ kind: 'resolve', channelId: place.channelId, topic: place.topic })),
  ),
]

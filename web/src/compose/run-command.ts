import { toggleFollow, toggleMute, toggleResolved } from '../channels/topic-actions.ts'
import type { Conversation } from '../navigation/conversation.ts'
import { endQuiet, isQuiet, quietFor, quietTillTomorrow } from '../notifications/dnd.ts'
import { changeSetting } from '../settings/settings-actions.ts'
import { showToast } from '../shell/toasts.ts'
import { type Command, durationIn } from './commands.ts'
import { clearCommand, requestFocus } from './compose.ts'
import { remindByCommand } from './remind-command.ts'
import { stopTyping } from './typing-status.ts'

/** Runs a local slash command. */
export function runCommand(
  { name, argument }: Command & { kind: 'local' },
  conversation: Conversation,
): void {
  if (name === 'dnd' && !isDndArgument(argument)) {
    showToast('compose.command.dndUnknown')
    return
  }
  stopTyping()
  clearCommand()
  requestFocus('text')
  switch (name) {
    case 'light':
    case 'dark':
      void changeSetting('color_scheme', name === 'dark' ? 2 : 3)
      return
    case 'remind':
      void remindByCommand(argument)
      return
    case 'dnd': {
      const seconds = durationIn(argument)
      if (seconds !== undefined) quietFor(seconds / 60)
      else if (argument === 'off' || (argument === '' && isQuiet())) endQuiet()
      else quietTillTomorrow()
      showToast(isQuiet() ? 'compose.command.quiet' : 'compose.command.loud')
      return
    }
    default: {
      if (conversation.kind !== 'topic') {
        showToast('compose.command.onlyTopics', { values: { name } })
        return
      }
      const actions = { follow: toggleFollow, mute: toggleMute, resolve: toggleResolved }
      void actions[name](conversation.channelId, conversation.topic)
    }
  }
}

/** Anything else would be taken for a duration that is not there. */
const isDndArgument = (argument: string) =>
  ['', 'on', 'off'].includes(argument) || durationIn(argument) !== undefined

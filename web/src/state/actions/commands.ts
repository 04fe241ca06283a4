import { type Command, durationIn } from '../commands.ts'
import { clearCompose, requestFocus } from '../compose.ts'
import type { Conversation } from '../conversation.ts'
import { endQuiet, isQuiet, quietFor, quietTillTomorrow } from '../dnd.ts'
import { say } from '../toasts.ts'
import { changeSetting } from './settings.ts'
import { toggleFollow, toggleMute, toggleResolved } from './topics.ts'

/** Does what a command asks for; it never leaves the browser. */
export function runCommand({ name, argument }: Command & { kind: 'local' }, place: Conversation): void {
  clearCompose()
  requestFocus('text')
  switch (name) {
    case 'light':
    case 'dark':
      void changeSetting('color_scheme', name === 'dark' ? 2 : 3)
      return
    case 'dnd': {
      const seconds = durationIn(argument)
      if (seconds !== undefined) quietFor(seconds / 60)
      else if (isQuiet()) endQuiet()
      else quietTillTomorrow()
      say(isQuiet() ? 'compose.command.quiet' : 'compose.command.loud')
      return
    }
    default: {
      if (place.kind !== 'topic') {
        say('compose.command.onlyTopics', { values: { name } })
        return
      }
      const actions = { follow: toggleFollow, mute: toggleMute, resolve: toggleResolved }
      void actions[name](place.channelId, place.topic)
    }
  }
}

import { newDirectMessage, newTopic } from '../compose.ts'
import { navigate } from '../router.ts'
import type { Command } from './command.ts'
import { shownFeed } from './target.ts'

/** The place to write is below a list of messages. */
function write(open: () => void): void {
  if (shownFeed() === undefined) navigate({ kind: 'feed' })
  open()
}

const inField = (id: string, ...keys: string[]): Command => ({ id, group: 'compose', keys, scope: 'field' })

export const writingCommands: readonly Command[] = [
  { id: 'newTopic', group: 'compose', keys: ['C'], scope: 'app', run: () => write(newTopic) },
  { id: 'newDirect', group: 'compose', keys: ['X'], scope: 'app', run: () => write(newDirectMessage) },
  inField('send', 'Ctrl+Enter'),
  inField('newLine', 'Shift+Enter'),
  inField('closeCompose', 'Esc'),
  inField('goToRecipient', 'Ctrl+.'),
  inField('preview', 'Alt+P'),
  inField('bold', 'Ctrl+B'),
  inField('italic', 'Ctrl+I'),
  inField('link', 'Ctrl+Shift+L'),
  inField('code', 'Ctrl+E'),
  inField('indent', 'Ctrl+]'),
  inField('outdent', 'Ctrl+['),
  inField('snippets', "Ctrl+'"),
  inField('pastePlain', 'Ctrl+Shift+V'),
  inField('maximise', 'Alt+Enter'),
]

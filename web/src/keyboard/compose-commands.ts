import { newDirectMessage, newTopic } from '../compose/compose.ts'
import { denialTextId } from '../permissions/is-allowed.ts'
import type { Command } from './command.ts'

/** The focused text field: the message editor or the compose box. */
const field = () =>
  document.querySelector<HTMLTextAreaElement>('[data-message] textarea') ??
  document.querySelector<HTMLTextAreaElement>('[data-region="compose"] textarea')

/** The field handles its own keys, so the switcher sends it a key event. */
function press(keys: string): void {
  const area = field()
  const parts = keys.split(/(?<=.)\+(?=.)/)
  const key = parts.pop() ?? ''
  area?.focus()
  area?.dispatchEvent(
    new KeyboardEvent('keydown', {
      key: key === 'Esc' ? 'Escape' : key,
      code: key.length === 1 ? `Key${key}` : key,
      ctrlKey: parts.includes('Ctrl'),
      altKey: parts.includes('Alt'),
      shiftKey: parts.includes('Shift'),
      bubbles: true,
      cancelable: true,
    }),
  )
}

const inField = (id: string, keys: string): Command => ({
  id,
  group: 'compose',
  keys: [keys],
  scope: 'field',
  can: () => (field() === null ? 'keyboard.needs.compose' : true),
  run: () => press(keys),
})
/** Handled by the browser, for real key events only. */
const given = (id: string, keys: string): Command => ({ id, group: 'compose', keys: [keys], scope: 'field' })

const asMember = () => denialTextId({ kind: 'mark' }) ?? true

export const composeCommands: readonly Command[] = [
  { id: 'newTopic', group: 'compose', keys: ['C'], scope: 'app', can: asMember, run: newTopic },
  { id: 'newDirect', group: 'compose', keys: ['X'], scope: 'app', can: asMember, run: newDirectMessage },
  inField('send', 'Ctrl+Enter'),
  given('newLine', 'Shift+Enter'),
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
  given('pastePlain', 'Ctrl+Shift+V'),
  inField('maximize', 'Alt+Enter'),
]

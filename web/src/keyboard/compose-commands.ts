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
      key: { Esc: 'Escape', Up: 'ArrowUp' }[key] ?? key,
      code: key.length === 1 ? `${/\d/.test(key) ? 'Digit' : 'Key'}${key}` : key,
      ctrlKey: parts.includes('Ctrl'),
      altKey: parts.includes('Alt'),
      shiftKey: parts.includes('Shift'),
      bubbles: true,
      cancelable: true,
    }),
  )
}

const inField = (id: string, keys: string, ...others: string[]): Command => ({
  id,
  group: 'compose',
  keys: [keys, ...others],
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
  inField('strike', 'Ctrl+Shift+X'),
  inField('link', 'Ctrl+Shift+L', 'Ctrl+Shift+U'),
  inField('code', 'Ctrl+E', 'Ctrl+Shift+C'),
  inField('codeBlock', 'Ctrl+Alt+Shift+C'),
  inField('numbers', 'Ctrl+Shift+7'),
  inField('bullets', 'Ctrl+Shift+8'),
  inField('quoteLines', 'Ctrl+Shift+9'),
  inField('indent', 'Ctrl+]'),
  inField('outdent', 'Ctrl+['),
  inField('snippets', "Ctrl+'"),
  given('pastePlain', 'Ctrl+Shift+V'),
  inField('maximize', 'Alt+Enter'),
  inField('editLastFromField', 'Up'),
]

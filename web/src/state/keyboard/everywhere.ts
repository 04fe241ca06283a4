import { openHelp } from '../dialogs.ts'
import type { Command } from './command.ts'
import { peel } from './escape.ts'
import { focusRegion } from './regions.ts'

/** The menu of the row that has the focus. Menus listen for keys, not for clicks. */
function openRowMenu(): void {
  const row = document.activeElement?.closest('[data-message], [data-row], li')
  const trigger = row?.querySelector('[aria-haspopup="menu"]')
  trigger?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
}

export const commonCommands: readonly Command[] = [
  { id: 'help', group: 'everywhere', keys: ['?'], scope: 'app', run: openHelp },
  { id: 'nextRegion', group: 'everywhere', keys: ['F6'], scope: 'writing', run: () => focusRegion(1) },
  {
    id: 'previousRegion',
    group: 'everywhere',
    keys: ['Shift+F6'],
    scope: 'writing',
    run: () => focusRegion(-1),
  },
  { id: 'toasts', group: 'everywhere', keys: ['F8'], scope: 'given' },
  { id: 'rowMenu', group: 'everywhere', keys: ['.', 'Menu'], scope: 'app', run: openRowMenu },
  { id: 'escape', group: 'everywhere', keys: ['Esc'], scope: 'writing', run: peel },
]

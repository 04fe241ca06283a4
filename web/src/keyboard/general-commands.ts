import { navigate } from '../navigation/router.ts'
import { denialTextId } from '../permissions/is-allowed.ts'
import { logOut } from '../session/log-out.ts'
import { org } from '../session/session.ts'
import { changeSetting } from '../settings/settings-actions.ts'
import { openHelp, openStatus } from '../shell/dialogs.ts'
import { markAllRead } from '../unread/mark-all-read.ts'
import type { Command } from './command.ts'
import { closeTopmost } from './escape.ts'
import { focusRegion } from './regions.ts'

/** Opens the menu of the focused row. Menus listen for keys, not clicks. */
function openRowMenu(): void {
  const row = document.activeElement?.closest('[data-message], [data-row], li')
  const trigger = row?.querySelector('[aria-haspopup="menu"]')
  trigger?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
}

/** Focuses the newest toast, or its button. */
function focusToasts(): void {
  const notices = [...document.querySelectorAll<HTMLElement>('[data-toasts] li')]
  const last = notices.at(-1)
  ;(last?.querySelector<HTMLElement>('button') ?? last)?.focus()
}

const asMember = () => denialTextId({ kind: 'mark' }) ?? true
/** A command without a key, for the switcher. */
const unbound = (id: string, run: () => void): Command => ({
  id,
  group: 'everywhere',
  keys: [],
  scope: 'app',
  can: asMember,
  run,
})

export const generalCommands: readonly Command[] = [
  { id: 'help', group: 'everywhere', keys: ['?'], scope: 'app', run: openHelp },
  {
    id: 'helpCenter',
    group: 'everywhere',
    keys: ['G H'],
    scope: 'app',
    run: () => navigate({ kind: 'help' }),
  },
  { id: 'nextRegion', group: 'everywhere', keys: ['F6'], scope: 'writing', run: () => focusRegion(1) },
  {
    id: 'previousRegion',
    group: 'everywhere',
    keys: ['Shift+F6'],
    scope: 'writing',
    run: () => focusRegion(-1),
  },
  { id: 'toasts', group: 'everywhere', keys: ['F8'], scope: 'given', run: focusToasts },
  { id: 'rowMenu', group: 'everywhere', keys: ['.', 'Menu'], scope: 'app', run: openRowMenu },
  unbound('status', openStatus),
  unbound(
    'invisible',
    () => void changeSetting('presence_enabled', org().user_settings?.presence_enabled === false),
  ),
  unbound('markAllRead', () => void markAllRead()),
  unbound('logOut', () => void logOut()),
  { id: 'escape', group: 'everywhere', keys: ['Esc'], scope: 'writing', run: closeTopmost },
]

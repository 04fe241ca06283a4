import { tinykeys } from 'tinykeys'
import { useSelection } from '../feed/selection.ts'
import { isDenialTextId } from '../permissions/is-allowed.ts'
import { isAnyOpen } from '../shell/dialogs.ts'
import { showToast } from '../shell/toasts.ts'
import type { Command, Scope } from './command.ts'
import { bindingOf, isCharacter, isUsedByElements } from './keys.ts'
import { commands } from './registry.ts'
import { useSingleKeys } from './single-keys.ts'
import { rowOf } from './target.ts'

/** Binds the keys of the registry; returns a function that unbinds them. */
export function bindKeys(): () => void {
  const entries = commands
    .filter(({ scope, run }) => run !== undefined && scope !== 'field' && scope !== 'given')
    .flatMap((command) => command.keys.map((keys) => [bindingOf(keys), keys, command] as const))
    // Sequences first, so that their second key does not run the command that has it alone.
    .sort(([a], [b]) => b.split(' ').length - a.split(' ').length)
  const handlers = entries.map(([binding, keys, command]) => [
    binding,
    (event: KeyboardEvent) => pressed(command, keys, event),
  ])
  const unbind = tinykeys(window, Object.fromEntries(handlers), {
    ignore: (event) => event.isComposing || event.defaultPrevented,
  })
  addEventListener('keyup', bringFocusBack)
  return () => {
    unbind()
    removeEventListener('keyup', bringFocusBack)
  }
}

/** If a key closed the focused element, the focus goes back to the selected message. */
function bringFocusBack(): void {
  const { selected } = useSelection.getState()
  if (document.activeElement !== document.body || selected === undefined) return
  rowOf(selected)?.focus({ preventScroll: true })
}

function pressed(command: Command, keys: string, event: KeyboardEvent): void {
  if (!counts(command.scope, keys, event) || (event.repeat && !command.repeats)) return
  if (isCharacter(keys)) {
    if (!useSingleKeys.getState().isOn) return
    // Ctrl with a sign is another shortcut, unless it is reported for AltGr.
    if ((event.ctrlKey && !event.altKey) || event.metaKey) return
  }
  const can = command.can?.() ?? true
  if (can === true) {
    event.preventDefault()
    command.run?.()
  } else if (isCharacter(keys) || isDenialTextId(can)) {
    // Otherwise the browser would handle the key.
    event.preventDefault()
    showToast(can)
  }
}

const fields = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'

/** Whether a key counts in the element where it was pressed. */
function counts(scope: Scope, keys: string, { target }: KeyboardEvent): boolean {
  if (scope === 'always') return true
  const element = target instanceof Element ? target : document.body
  // An open dialog may still be loading.
  const isOver =
    isAnyOpen() || document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
  if (isOver) return false
  if (scope === 'writing') return true
  if (element.matches(fields)) return false
  if (!isUsedByElements(keys)) return true
  return element === document.body || element.matches('[role="feed"], [data-message], main')
}

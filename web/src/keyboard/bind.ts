import { tinykeys } from 'tinykeys'
import { useSelection } from '../feed/selection.ts'
import { isDenialTextId } from '../permissions/is-allowed.ts'
import { isAnyOpen } from '../shell/dialogs.ts'
import { say } from '../shell/toasts.ts'
import type { Command, Scope } from './command.ts'
import { bindingOf, isCharacter, isUsedByElements } from './keys.ts'
import { commands } from './registry.ts'
import { useSingleKeys } from './single-keys.ts'
import { rowOf } from './target.ts'

/** From now on keys do what the registry says. */
export function bindKeys(): () => void {
  const entries = commands
    .filter(({ scope, run }) => run !== undefined && scope !== 'field' && scope !== 'given')
    .flatMap((command) => command.keys.map((keys) => [bindingOf(keys), keys, command] as const))
    // The second key of a pair is taken from the command that has it alone.
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

/** What a key has closed may have had the focus. Then it is the message's again that the key was about. */
function bringFocusBack(): void {
  const { selected } = useSelection.getState()
  if (document.activeElement !== document.body || selected === undefined) return
  rowOf(selected)?.focus({ preventScroll: true })
}

function pressed(command: Command, keys: string, event: KeyboardEvent): void {
  if (!counts(command.scope, keys, event) || (event.repeat && !command.repeats)) return
  if (isCharacter(keys)) {
    if (!useSingleKeys.getState().isOn) return
    // A sign with Ctrl is something else, unless AltGr is behind it.
    if ((event.ctrlKey && !event.altKey) || event.metaKey) return
  }
  const can = command.can?.() ?? true
  if (can === true) {
    event.preventDefault()
    command.run?.()
  } else if (isCharacter(keys) || isDenialTextId(can)) {
    // The browser would do something of its own.
    event.preventDefault()
    say(can)
  }
}

const fields = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'

/** Whether a key is meant for the app, by where it was pressed. */
function counts(scope: Scope, keys: string, { target }: KeyboardEvent): boolean {
  if (scope === 'always') return true
  const element = target instanceof Element ? target : document.body
  // What has been opened may still be loading.
  const isOver =
    isAnyOpen() || document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
  if (isOver) return false
  if (scope === 'writing') return true
  if (element.matches(fields)) return false
  if (!isUsedByElements(keys)) return true
  return element === document.body || element.matches('[role="feed"], [data-message], main')
}

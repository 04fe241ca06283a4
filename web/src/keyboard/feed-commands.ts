import { moveSelection, useSelection } from '../feed/selection.ts'
import type { Command } from './command.ts'
import { keyCommands } from './message-commands.ts'
import { inFeed, selectInView } from './target.ts'

/** In lists of conversations keys move by row, in feeds by message. */
const inList = () => (grid() !== null ? true : inFeed())
const grid = () => document.querySelector<HTMLElement>('[data-region="center"] [role="grid"]')
function step(by: 1 | -1): void {
  const rows = grid()
  if (rows === null) {
    if (useSelection.getState().selected === undefined) selectInView(by === 1 ? 'first' : 'last')
    else moveSelection(by)
    return
  }
  const links = [...rows.querySelectorAll<HTMLElement>('[data-row] a[href]')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  links[Math.min(Math.max(at + by, 0), links.length - 1)]?.focus()
}

const controls = () => useSelection.getState().controls
const scrolling = (id: string, keys: readonly string[], run: () => void): Command => ({
  id,
  group: 'message',
  keys,
  scope: 'app',
  repeats: true,
  can: inFeed,
  run,
})

export const feedCommands: readonly Command[] = [
  { ...scrolling('nextMessage', ['J', 'Down'], () => step(1)), can: inList },
  { ...scrolling('previousMessage', ['K', 'Up'], () => step(-1)), can: inList },
  scrolling('screenDown', ['Space', 'PgDn', 'Shift+J'], () => controls()?.page(1)),
  scrolling('screenUp', ['Shift+Space', 'PgUp', 'Shift+K'], () => controls()?.page(-1)),
  scrolling('oldest', ['Home'], () => void controls()?.toStart()),
  scrolling('newest', ['End', 'Shift+G'], () => void controls()?.toEnd()),
  ...keyCommands('message'),
]

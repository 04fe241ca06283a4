/** Keys are written as displayed: `Ctrl+K`, `Shift+N`, `G M`, `?`. `Ctrl` is `⌘` on Apple keyboards. */

const names: Readonly<Record<string, string>> = {
  Esc: 'Escape',
  PgDn: 'PageDown',
  PgUp: 'PageUp',
  Down: 'ArrowDown',
  Up: 'ArrowUp',
  Left: 'ArrowLeft',
  Right: 'ArrowRight',
  Menu: 'ContextMenu',
}

/**
 * Layouts have signs in different places: some need Shift, others AltGr, which some systems report as Ctrl and Alt.
 * So modifiers are ignored for signs.
 */
const anyModifiers = '[Shift]+[Alt]+[Control]'
const isSign = (key: string) => /^[^\p{L}\p{N}\s]$/u.test(key)

/** The binding in the syntax of tinykeys. */
export function bindingOf(keys: string): string {
  const presses = keys.split(' ').map((press) => {
    const parts = press.split(/(?<=.)\+(?=.)/)
    const key = parts.pop() ?? ''
    const modifiers = parts.map((part) => (part === 'Ctrl' ? '$mod' : part))
    if (modifiers.length === 0 && isSign(key)) return `${anyModifiers}+${key}`
    return [...modifiers, names[key] ?? key].join('+')
  })
  return presses.join(' ')
}

/** Keys that links, buttons and fields handle themselves. */
export const isUsedByElements = (keys: string): boolean =>
  /^(Shift\+)?(Enter|Space|Up|Down|Left|Right|PgUp|PgDn|Home|End|Delete)$/.test(keys)

/** Keys that type a character. They can be turned off as shortcuts. */
export const isCharacter = (keys: string): boolean =>
  keys.split(' ').every((press) => /^(Shift\+)?[^\s]$/u.test(press))

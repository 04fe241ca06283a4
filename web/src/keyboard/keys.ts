/** Keys are written as people read them: `Ctrl+K`, `Shift+N`, `G M`, `?`. `Ctrl` is `⌘` on keyboards of Apple. */

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
 * Signs are where the layout has them: with Shift on some, with AltGr (which some systems report as Ctrl and Alt) on others.
 * So these do not count for them.
 */
const anyModifiers = '[Shift]+[Alt]+[Control]'
const isSign = (key: string) => /^[^\p{L}\p{N}\s]$/u.test(key)

/** The same for tinykeys. */
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

/** Keys that links, buttons and fields have for themselves. */
export const isUsedByElements = (keys: string): boolean =>
  /^(Shift\+)?(Enter|Space|Up|Down|Left|Right|PgUp|PgDn|Home|End|Delete)$/.test(keys)

/** Keys that are characters: they are for writing first, and some people need them to be for nothing else. */
export const isCharacter = (keys: string): boolean =>
  keys.split(' ').every((press) => /^(Shift\+)?[^\s]$/u.test(press))

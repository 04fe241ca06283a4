import { expect, test } from 'vitest'
import { bindingOf, isCharacter } from './keys.ts'

test.each([
  ['Ctrl+K', '$mod+K'],
  ['Shift+N', 'Shift+N'],
  ['G M', 'G M'],
  ['Esc', 'Escape'],
  ['PgDn', 'PageDown'],
  ['Shift+Space', 'Shift+Space'],
  ['?', '[Shift]+[Alt]+[Control]+?'],
  ['+', '[Shift]+[Alt]+[Control]++'],
  ['Ctrl+,', '$mod+,'],
])('the keys %s are bound as %s', (keys, binding) => {
  expect(bindingOf(keys)).toBe(binding)
})

test('letters, with Shift or in sequence, are characters; named keys and those with Ctrl are not', () => {
  for (const keys of ['N', 'Shift+N', 'G M', '?', '+']) expect(isCharacter(keys), keys).toBe(true)
  for (const keys of ['Ctrl+K', 'Esc', 'F6', 'Shift+F6', 'Space', 'Delete', 'Alt+P']) {
    expect(isCharacter(keys), keys).toBe(false)
  }
})

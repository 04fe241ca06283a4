import { expect, it } from 'vitest'
import { freeName, isEmojiName, suggestName } from './emoji-names.ts'

it('suggests a valid and free name for every file that has letters', () => {
  const names = Object.entries({
    'Ripe Plum!.PNG': 'ripe_plum',
    'Käse.v2.gif': 'kase_v2',
    '__dance--.gif': 'dance',
    '🍑.png': '',
  })
  for (const [file, name] of names) {
    expect(suggestName(file)).toBe(name)
    expect(isEmojiName(name)).toBe(name !== '')
  }
  expect(freeName('plum', new Set(['plum', 'plum_2']))).toBe('plum_3')
  expect(freeName('plum', new Set())).toBe('plum')
  expect(['a b', 'Ä', '-', 'x'.repeat(101)].map(isEmojiName)).toEqual([false, false, false, false])
})

import { describe, expect, it } from 'vitest'
import { characters, splitAtEmoji } from './emoji-characters.ts'

describe('The characters of an emoji', () => {
  it('follow from its code', () => {
    expect(characters('1f44d')).toBe('👍')
    expect(characters('1f468-200d-1f4bb')).toBe('👨‍💻')
    expect(characters('1f44d-1f3fd')).toBe('👍🏽')
  })

  it('have a variation selector if they could be shown as text', () => {
    expect(characters('2764')).toBe('\u2764\ufe0f')
    expect(characters('0031-20e3')).toBe('1\ufe0f\u20e3')
    expect(characters('1f3f3-200d-1f308')).toBe('\u{1f3f3}\ufe0f\u200d\u{1f308}')
    expect(characters('261d-1f3fd'), 'a tone asks for a picture, too').toBe('\u261d\u{1f3fd}')
    expect(characters('1f937-1f3fd-200d-2642')).toBe('🤷🏽‍♂️')
  })

  it('are replaced if the code has none', () => {
    for (const code of ['', 'zz', '0', '110000', 'ffffffff', '-1'])
      expect(characters(code), code).toContain('\ufffd')
  })
})

describe('A text', () => {
  it('is split at its emoji, which keep their tones', () => {
    expect(splitAtEmoji('Yes 👍🏽👍 and 👩🏿‍💻!')).toEqual(['Yes ', '👍🏽', '', '👍', ' and ', '👩🏿‍💻', '!'])
    expect(splitAtEmoji('1️⃣ 🇩🇪')).toEqual(['', '1️⃣', ' ', '🇩🇪', ''])
  })

  it('is not split if it has none', () => {
    for (const text of ['', '1, 2 and #3 * 4', '© ™ ❤ ↔']) expect(splitAtEmoji(text), text).toEqual([text])
  })
})

import { describe, expect, it } from 'vitest'
import { characters } from './emoji-characters.ts'

describe('the characters of an emoji', () => {
  it('follow from its code', () => {
    expect(characters('1f44d')).toBe('👍')
    expect(characters('1f468-200d-1f4bb')).toBe('👨‍💻')
    expect(characters('2764')).toBe('❤️')
  })

  it('are replaced where the code has none', () => {
    for (const code of ['', 'zz', '0', '110000', 'ffffffff', '-1'])
      expect(characters(code), code).toContain('\ufffd')
  })
})

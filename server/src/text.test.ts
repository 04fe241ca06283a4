import { cpuTimer } from '@loquat/devkit/cpu-time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { badCharacterAt, firstCharacters, isLongerThan, trim, trimEnd } from './text.ts'

describe('Trimming', () => {
  it('removes Unicode white space and record separators from the edges', () => {
    for (const space of [
      ' ',
      '\t',
      '\n',
      '\r\n',
      '\u00a0',
      '\u2003',
      '\u3000',
      '\u2028',
      '\u001c',
      '\u0085',
    ]) {
      expect(trim(`${space}a b${space}${space}`), JSON.stringify(space)).toBe('a b')
      expect(trimEnd(`${space}a b${space}`), JSON.stringify(space)).toBe(`${space}a b`)
    }
    expect(trim(' \n ')).toBe('')
  })

  it('keeps the byte-order mark and invisible joiners', () => {
    for (const kept of ['\ufeff', '\u200b', '\u200d', '\u2060']) {
      expect(trim(`${kept}a${kept}`)).toBe(`${kept}a${kept}`)
      expect(trim(kept)).toBe(kept)
    }
  })

  it('twice is trimming once, and only ever removes from the edges', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(trim(trim(text))).toBe(trim(text))
        expect(text).toContain(trim(text))
        expect(text.startsWith(trimEnd(text))).toBe(true)
      }),
    )
  })

  it('takes time proportional to the length, even for text that is almost only spaces', () => {
    const spaces = ' '.repeat(200_000)
    const spent = cpuTimer()
    expect(trim(`a${spaces}a`)).toHaveLength(200_002)
    expect(trimEnd(`${spaces}a`)).toHaveLength(200_001)
    expect(spent()).toBeLessThan(2_000)
  })
})

describe('Length', () => {
  it('is counted in code points', () => {
    expect(isLongerThan('', 0)).toBe(false)
    expect(isLongerThan('añ🍑', 3)).toBe(false)
    expect(isLongerThan('añ🍑', 2)).toBe(true)
    expect(isLongerThan('e\u0301', 1)).toBe(true)
    expect(isLongerThan('🍑'.repeat(60), 60)).toBe(false)
    expect(isLongerThan('🍑'.repeat(61), 60)).toBe(true)
    expect(isLongerThan('x'.repeat(1_000_000), 60)).toBe(true)
  })

  it('never cuts a character in two', () => {
    expect(firstCharacters('🍑🍑🍑', 2)).toBe('🍑🍑')
    expect(firstCharacters('ab', 5)).toBe('ab')
    expect(firstCharacters('a🍑b', 2)).toBe('a🍑')
  })
})

describe('Invalid characters in names', () => {
  it('are control characters, lone surrogates and non-characters, by their 1-based position', () => {
    expect(badCharacterAt('')).toBeUndefined()
    expect(badCharacterAt('fruit 🍑 \u200b ü')).toBeUndefined()
    for (const bad of [
      '\0',
      '\n',
      '\t',
      '\u007f',
      '\u0085',
      '\ud800',
      '\udfff',
      '\ufffe',
      '\uffff',
      '\ufdd0',
      '\u{1fffe}',
      '\u{10ffff}',
    ]) {
      expect(badCharacterAt(`🍑a${bad}`), JSON.stringify(bad)).toBe(3)
    }
    expect(badCharacterAt('a\nb\n')).toBe(2)
  })
})

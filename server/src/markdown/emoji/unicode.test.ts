import { describe, expect, it } from 'vitest'
import {
  codeOf,
  emojiByCategory,
  emojiCodeOf,
  extraEmoji,
  namesOf,
  protocolNames,
  unicodeEmojiByName,
} from './unicode.ts'

describe('Emoji', () => {
  it('have codes for all their names', () => {
    for (const name of ['+1', 'thumbs_up', 'thumbsup']) expect(emojiCodeOf(name), name).toBe('1f44d')
    expect(emojiCodeOf('heart')).toBe('2764')
    expect(emojiCodeOf('copyright')).toBe('00a9')
    expect(emojiCodeOf('flag_united_states')).toBe('1f1fa-1f1f8')
    expect(emojiCodeOf('smile')).toBe('1f642')
    expect(emojiCodeOf('cat')).toBe('1f408')
    expect(emojiCodeOf('ok')).toBe('1f44c')
    for (const name of ['constructor', 'nothing_like_it', '']) expect(emojiCodeOf(name), name).toBeUndefined()
  })

  it('have names for their codes, and every name leads back', () => {
    expect(namesOf('1f389')).toContain('tada')
    expect(namesOf('1f389')[0]).toBe('tada')
    expect(namesOf('ffff')).toEqual([])
    for (const name of namesOf('1f44d')) expect(unicodeEmojiByName(name)?.code).toBe('1f44d')
  })

  it('have every name of the protocol, the canonical one first', () => {
    const all = Object.entries(protocolNames())
    expect(all.flatMap(([, names]) => names)).toHaveLength(3_308)
    for (const [code, names] of all) {
      expect(namesOf(code).slice(0, names.length)).toEqual(names)
      for (const name of names) expect(emojiCodeOf(name), name).toBe(code)
    }
  })

  it('are all in the picker, once', () => {
    const shown = emojiByCategory().flatMap(({ emoji }) => emoji.map(({ code }) => code))
    expect(new Set(shown).size).toBe(shown.length)
    expect(Object.keys(protocolNames()).filter((code) => !shown.includes(code))).toEqual([])
  })

  it('have codes without variation selectors', () => {
    expect(codeOf('❤️')).toBe('2764')
    expect(codeOf('1️⃣')).toBe('0031-20e3')
    expect(codeOf('👨‍👩‍👧')).toBe('1f468-200d-1f469-200d-1f467')
  })

  it('include our own one', () => {
    expect(extraEmoji.has('chat')).toBe(true)
  })
})

import { emojiByCategory } from '@loquat/server/markdown/emoji/unicode.ts'
import { describe, expect, it } from 'vitest'
import { characters } from './emoji-characters.ts'
import { emojiText, skinTones, tonedCode } from './skin-tones.ts'

const all = emojiByCategory().flatMap(({ emoji }) => emoji.map(({ code }) => code))
const isRecommended = (emoji: string) => /^\p{RGI_Emoji}$/v.test(emoji)

describe('An emoji in a skin tone', () => {
  it('is a recommended Unicode sequence, for every emoji with tones', () => {
    const toned = all.filter((code) => tonedCode(code, '1f3fd') !== code)
    expect(toned.length).toBeGreaterThan(250)
    for (const tone of skinTones)
      expect(
        toned.map((code) => characters(tonedCode(code, tone))).filter((one) => !isRecommended(one)),
      ).toEqual([])
  })

  it('is unchanged if it has no tones', () => {
    for (const code of ['1f600', '2764', '1f468-200d-1f469-200d-1f467', '1f1fa-1f1f8', '0031-20e3'])
      expect(tonedCode(code, '1f3fd'), code).toBe(code)
  })

  it('is written as its characters, and otherwise by name', () => {
    const thumb = { name: 'thumbs_up', code: '1f44d', type: 'unicode_emoji' }
    expect(emojiText(thumb, '1f3fd')).toBe('👍🏽')
    expect(emojiText(thumb, '')).toBe(':thumbs_up:')
    expect(emojiText({ name: 'tada', code: '1f389', type: 'unicode_emoji' }, '1f3fd')).toBe(':tada:')
    expect(emojiText({ name: 'wren', code: '1f44d', type: 'realm_emoji' }, '1f3fd')).toBe(':wren:')
  })
})

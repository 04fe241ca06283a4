import { fileURLToPath } from 'node:url'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { readCatalog } from './catalog.ts'
import { type PseudoLanguage, pseudo, pseudoLanguages } from './pseudo.ts'
import { compileText } from './texts-plugin.ts'

const english = readCatalog(fileURLToPath(new URL('../src/texts', import.meta.url)), 'en')

function rendered(text: string, language: PseudoLanguage | 'en', values: Record<string, unknown> = {}) {
  const message = language === 'en' ? compileText(text) : pseudo(compileText(text), language)
  return typeof message === 'string' ? message : String(new IntlMessageFormat(message, 'en').format(values))
}

describe('pseudo-languages', () => {
  it.each([
    ['Log in', {}, '⟦Ļööĝ îîñ⟧', '\u200f\u202eLog\u202c \u202ein\u202c\u200f'],
    ['#{name}', { name: 'design' }, '⟦#design⟧', '\u200f\u202e#\u202cdesign\u200f'],
    ['To {name}', { name: 'Ana' }, '⟦Ţöö Ana⟧', '\u200f\u202eTo\u202c Ana\u200f'],
    ['{n, plural, one {# file} other {# files}}', { n: 2 }, '⟦2 ƒîîļééš⟧', '\u200f2 \u202efiles\u202c\u200f'],
    ['{who, select, me {You} other {{who}}}', { who: 'Ben' }, '⟦Ben⟧', '\u200fBen\u200f'],
    ['{who, select, me {You} other {{who}}}', { who: 'me' }, '⟦Ýööûû⟧', '\u200f\u202eYou\u202c\u200f'],
    ["It''s '{'raw'}'", {}, "⟦Îîţ'š {ŕååŵ}⟧", "\u200f\u202eIt's\u202c \u202e{raw}\u202c\u200f"],
    ['<b>Bold</b> {n, number}', { n: 3 }, '⟦<b>Ɓööļð</b> 3⟧', '\u200f<b>\u202eBold\u202c</b> 3\u200f'],
    ['', {}, '⟦⟧', '\u200f\u200f'],
  ])('transform %j', (text, values, long, mirrored) => {
    expect(rendered(text, 'en-XA', values)).toBe(long)
    expect(rendered(text, 'ar-XB', values)).toBe(mirrored)
  })

  it.each(pseudoLanguages)('keep the values and plural forms of every text in %s', (language) => {
    const skeleton = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(skeleton)
      if (typeof value !== 'object' || value === null) return value
      const { type, value: inner, options, ...rest } = value as Record<string, unknown>
      // Only texts may differ.
      if (type === 0) return 'text'
      const forms = Object.entries((options ?? {}) as Record<string, { value: unknown }>)
      return { type, inner, ...rest, forms: forms.map(([key, form]) => [key, skeleton(form.value)]) }
    }
    for (const [id, text] of Object.entries(english)) {
      const message = compileText(text)
      if (typeof message === 'string') continue
      expect((skeleton(pseudo(message, language)) as unknown[]).slice(1, -1), id).toEqual(skeleton(message))
    }
  })

  it('make texts about 40 % longer', () => {
    const all = Object.values(english).filter((text) => !text.includes('{'))
    const length = (language: 'en' | 'en-XA') => all.map((text) => rendered(text, language)).join('').length
    expect(length('en-XA') / length('en')).toBeGreaterThan(1.35)
    expect(length('en-XA') / length('en')).toBeLessThan(1.5)
  })
})

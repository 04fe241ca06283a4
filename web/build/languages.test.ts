import { directionOf, findLanguage, isolate } from '@loquat/contract/light'
import { neededForms, textProblems } from '@loquat/contract/text-problems'
import { describe, expect, it } from 'vitest'
import { completeLanguages, languageProblems, problemList } from './languages.ts'
import { messageProblems } from './text-problems.ts'
import { withIsolatedSigns } from './texts-plugin.ts'

describe('Languages', () => {
  it('are offered if they are complete, and German always is', () => {
    const offered = completeLanguages()
    const incomplete = problemList()
      .split('\n')
      .filter((line) => line.includes('not offered'))
    // `npm run languages` prints the whole list.
    if (incomplete.length > 0) console.warn(incomplete.join('\n'))
    expect(offered.slice(0, 2)).toEqual(['en', 'de'])
    expect(languageProblems('de')).toEqual({})
  })

  it.each([
    ['de-AT', 'de'],
    ['EN_gb', 'en'],
    ['pt', 'pt-br'],
    ['pt-PT', 'pt-br'],
    ['zh', 'zh-hans'],
    ['zh-CN', 'zh-hans'],
    ['zh-TW', 'zh-hant'],
    ['zh-Hant-HK', 'zh-hant'],
    ['iw', 'he'],
    ['ar-EG', 'ar'],
    ['sv', undefined],
    ['constructor', undefined],
    ['', undefined],
    [';'.repeat(50), undefined],
  ])('match the tag %s', (tag, language) => {
    expect(findLanguage(tag)).toBe(language)
  })

  it('have a direction, and isolate names of another one', () => {
    expect(['ar', 'he', 'ar-XB', 'en', 'ja', ''].map(directionOf)).toEqual([
      'rtl',
      'rtl',
      'rtl',
      'ltr',
      'ltr',
      'ltr',
    ])
    expect(isolate('Ana', 'ltr')).toBe('Ana')
    expect(isolate('Ana', 'rtl')).toBe('\u2068Ana\u2069')
    expect(isolate('דנה', 'ltr')).toBe('\u2068דנה\u2069')
    expect(withIsolatedSigns('في #{channel}', 'ar')).toBe('في \u2068#{channel}\u2069')
    expect(withIsolatedSigns('in #{channel}', 'es')).toBe('in #{channel}')
    expect(isolate('https://chat.example.com', 'rtl')).toBe('https://chat.example.com')
  })
})

describe('The check of a translation', () => {
  it('knows the plural forms of a language', () => {
    const forms = (language: string) => neededForms(language).sort().join()
    expect(forms('ru')).toBe('few,many,one,other')
    expect(forms('pl')).toBe('few,many,one,other')
    expect(forms('ar')).toBe('few,many,one,other,two,zero')
    expect(forms('ja')).toBe('other')
    // "Many" is for millions there.
    expect(forms('es')).toBe('one,other')
    expect(neededForms('en', [1])).toEqual(['other'])
  })

  it('finds missing, empty, malformed and untranslated messages, and other values, tags and plural forms', () => {
    const english = {
      a: 'Saved',
      b: 'Saved',
      c: 'Hello, {name}',
      d: '{count, plural, one {# day} other {# days}}',
      e: 'Open the file',
      f: 'Press <key>',
      g: '{who, select, me {mine} other {theirs}}',
      h: 'Open {name}',
    }
    const own = {
      b: ' ',
      c: 'Привет, {nom}',
      d: '{count, plural, one {# день} few {# дня} other {# дней}}',
      e: 'Open the file',
      f: 'Нажмите',
      g: '{who, select, other {их}}',
      h: 'Открыть {name',
      z: 'Лишнее',
    }
    expect(messageProblems('ru', english, own)).toEqual([
      'a: missing',
      'b: empty',
      'c: has the values nom instead of name',
      'd: has no text for many',
      'e: not translated',
      'f: has other tags than <key>',
      'g: has the values who(other) instead of who(me|other)',
      'h: malformed, EXPECT_ARGUMENT_CLOSING_BRACE',
      'z: superfluous',
    ])
    expect(messageProblems('ru', { e: english.e }, { e: english.e }, [english.e])).toEqual([])
  })

  it('finds missing plural forms of the server, and other values', () => {
    const english = {
      'a.one': 'One new day for {name}',
      'a.other': '{count} new days for {name}',
      b: 'By {name}',
    }
    const own = {
      'a.one': 'Один день {name}',
      'a.few': '{count} дня',
      'a.other': '{count} дня {name}',
      b: 'Кем: {name}',
    }
    expect(textProblems('ru', english, own)).toEqual([
      'a.many: missing',
      'a.few: has other values than {count} {name}',
    ])
  })
})

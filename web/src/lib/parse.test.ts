import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import {
  decodeComponent,
  parseComponent,
  parseJson,
  parseLanguage,
  parsePattern,
  parseTimeZone,
  parseUrl,
} from './parse.ts'

describe('Untrusted text', () => {
  it('is parsed as a URL, or undefined', () => {
    expect(parseUrl('https://example.com/a?b#c')?.pathname).toBe('/a')
    expect(parseUrl('/a', 'https://example.com/b')?.href).toBe('https://example.com/a')
    for (const text of ['http://[', 'https://a:99999/', 'http://', '/a', '']) {
      expect(parseUrl(text), text).toBeUndefined()
    }
    expect(parseUrl('//[', 'https://example.com/')).toBeUndefined()
  })

  it('is decoded, or unchanged', () => {
    expect(decodeComponent('100%25.png')).toBe('100%.png')
    expect(decodeComponent('100%.png')).toBe('100%.png')
    expect(decodeComponent('%C3')).toBe('%C3')
    expect(parseComponent('%zz')).toBeUndefined()
  })

  it('is parsed as JSON, or undefined', () => {
    expect(parseJson('{"a":[1]}')).toEqual({ a: [1] })
    expect(parseJson('{"a":')).toBeUndefined()
    expect(parseJson('')).toBeUndefined()
    expect(parseJson(null)).toBeUndefined()
  })

  it('is parsed as a regular expression, or undefined', () => {
    expect(parsePattern('a+', 'u')?.test('aa')).toBe(true)
    expect(parsePattern('(', 'u')).toBeUndefined()
  })

  it('is parsed as a time zone, or undefined', () => {
    expect(parseTimeZone('europe/berlin')).toBe('Europe/Berlin')
    expect(parseTimeZone('Mars/Olympus')).toBeUndefined()
    expect(parseTimeZone('')).toBeUndefined()
  })

  it('is parsed as a language tag, or undefined', () => {
    expect(parseLanguage('PT-br')).toBe('pt-BR')
    expect(parseLanguage('not a language')).toBeUndefined()
  })
})

describe('Source files', () => {
  /** All of them throw on malformed text. */
  const throwing = /\bnew URL\(|\bdecodeURI(?:Component)?\b|\bJSON\.parse\b|\bnew RegExp\(/g
  /** These patterns are constants. */
  const constant: Record<string, string> = {
    'suggestions/suggest.ts': 'new RegExp(',
    'emoji/emoji-characters.ts': 'new RegExp(',
  }

  it('parse untrusted text only in parse.ts', () => {
    const source = fileURLToPath(new URL('..', import.meta.url))
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !file.includes('.test.') && file !== 'lib/parse.ts',
    )
    const found = files.flatMap((file) =>
      [...readFileSync(`${source}/${file}`, 'utf8').matchAll(throwing)]
        .filter(([call]) => constant[file] !== call)
        .map(([call]) => `${file}: ${call}`),
    )
    expect(found).toEqual([])
  })
})

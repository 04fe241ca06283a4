import { readdirSync, readFileSync } from 'node:fs'
import { type Reason, reasons } from '@loquat/contract'
import { describe, expect, it } from 'vitest'
import { matchLanguage, offeredLanguages, serverTextProblems } from './offered.ts'
import { reasonText } from './reasons.ts'
import { catalog, fillText, translator } from './texts.ts'

const form = /\.(zero|one|two|few|many|other)$/
describe('The texts of the server', () => {
  it('are complete in German, and in every language that is offered', () => {
    expect(Object.values(serverTextProblems('de')).flat()).toEqual([])
    expect(offeredLanguages().slice(0, 2)).toEqual(['en', 'de'])
  })

  it('have a plural form for each count', () => {
    const text = translator('emails', 'de')
    expect([1, 2, 0].map((count) => text('missed.more', { count }))).toMatchObject([
      expect.stringContaining('eine Nachricht'),
      expect.stringContaining('2'),
      expect.stringContaining('0'),
    ])
  })

  it.each(offeredLanguages())('has the sentences of all errors in %s', (language) => {
    const params = { channel: 'plums' }
    for (const reason of Object.keys(reasons) as Reason[])
      expect(reasonText(language, reason, {}), reason).not.toBe('')
    expect(reasonText(language, 'subscription-denied', params)).toContain('plums')
  })

  const source = new URL('../', import.meta.url).pathname
  const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/page|texts\//.test(file))
    .map((file) => readFileSync(source + file, 'utf8'))
  const isEmail = (one: string) => /email\/template\.ts|emailTexts/.test(one)
  const users = {
    emails: { files: code.filter(isEmail), composed: /^(welcome|missed\.why|factors|security)\./ },
    notices: {
      files: code.filter((one) => !isEmail(one)),
      composed: /^(words|welcome)\.(help|channels|topics|direct|mentions|formatting|search)$/,
    },
  }

  it.each(['emails', 'notices'] as const)('exist exactly for the keys that %s use', (area) => {
    const { files, composed } = users[area]
    const written = files.join('\n')
    const known = new Set(Object.keys(catalog(area, 'en')).map((id) => id.replace(form, '')))
    const calls = written.matchAll(/\b(?:text|emailTexts\(\w+\))\(\s*'([\w.]+)'/g)
    const asked = [...calls].map(([, id = '']) => id)
    expect(asked.length).toBeGreaterThan(50)
    expect(asked.filter((id) => !known.has(id))).toEqual([])
    expect([...known].filter((id) => !composed.test(id) && !written.includes(`'${id}'`))).toEqual([])
  })

  it('fail by name if missing, and contain their values unchanged', () => {
    const put = (name: string) => `{name} $& ${name}`
    expect(fillText('emails', 'de', 'hello', put)).toBe('Hallo {name} $& name,')
    expect(() => fillText('emails', 'de', 'nothing', put)).toThrow(
      'The emails have no text nothing in Deutsch.',
    )
    const tags = ['de', 'de-AT', 'EN-gb', 'sv', 'constructor', '', null, undefined]
    expect(tags.map(matchLanguage).join()).toBe('de,de,en,,,,,')
  })
})

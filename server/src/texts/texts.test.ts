import { readdirSync, readFileSync } from 'node:fs'
import { type Reason, reasons } from '@loquat/contract'
import { describe, expect, it } from 'vitest'
import { reasonText } from './reasons.ts'
import { allLanguages, areas, catalog, fillText, matchLanguage } from './texts.ts'

const form = /\.(zero|one|two|few|many|other)$/
const values = (text = '') => [...new Set([...text.matchAll(/\{\w+\}/g)].map(([name]) => name))].sort()
const rows = areas.flatMap((area) => allLanguages.map((language) => [area, language] as const))

/** The corresponding English text. Plural forms differ by language, and some omit the number. */
function original(area: (typeof areas)[number], id: string): { text: string; counts: boolean } {
  const english = catalog(area, 'en')
  const counts = form.test(id)
  return { text: english[counts ? id.replace(form, '.other') : id] ?? '', counts }
}

describe('The texts of the server', () => {
  it.each(rows)('for %s are complete in %s', (area, language) => {
    const ids = Object.keys(catalog(area, 'en'))
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    const counted = new Set(ids.filter((id) => form.test(id)).map((id) => id.replace(form, '')))
    const expected = [
      ...ids.filter((id) => !form.test(id)),
      ...[...counted].flatMap((id) => pluralCategories.map((category) => `${id}.${category}`)),
    ]
    expect(Object.keys(catalog(area, language)).sort()).toEqual(expected.sort())
  })

  it.each(rows)('for %s name the same values in %s', (area, language) => {
    for (const [id, text] of Object.entries(catalog(area, language))) {
      const { text: english, counts } = original(area, id)
      const wanted = values(english).filter((name) => !counts || name !== '{count}')
      const named = values(text).filter((name) => !counts || name !== '{count}')
      expect(named, id).toEqual(wanted)
      if (id.endsWith('.other')) expect(text, id).toContain('{count}')
    }
  })

  it.each(allLanguages)('has the sentences of all errors in %s', (language) => {
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
    const tags = ['de', 'de-AT', 'EN-gb', 'fr', 'constructor', '', null, undefined]
    expect(tags.map(matchLanguage).join()).toBe('de,de,en,,,,,')
  })
})

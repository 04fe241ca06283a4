import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { languages, readCatalog } from './texts-plugin.ts'

const source = fileURLToPath(new URL('../src', import.meta.url))
const folder = `${source}/texts`
const english = readCatalog(folder, 'en')

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
)
const code = files.map((file) => ({ file, text: readFileSync(`${source}/${file}`, 'utf8') }))

/** IDs that are literals in the code. Composed IDs are checked by their prefix. */
const used = code.flatMap(({ file, text }) =>
  [...text.matchAll(/\b(?:text|say|sayWithUndo)\(\s*'([\w.-]+)'/g)].map(([, id = '']) => ({ file, id })),
)
const prefixes = code.flatMap(({ file, text }) =>
  [...text.matchAll(/\btext\(\s*`([\w.-]+)\$\{/g)].map(([, id = '']) => ({ file, id })),
)

describe('the catalog of texts', () => {
  it.each(languages)('has every text in %s', (language) => {
    expect(Object.keys(readCatalog(folder, language)).sort()).toEqual(Object.keys(english).sort())
  })

  it('has every text that the code uses', () => {
    expect(used.filter(({ id }) => !(id in english))).toEqual([])
    const ids = Object.keys(english)
    expect(prefixes.filter(({ id }) => !ids.some((one) => one.startsWith(id)))).toEqual([])
  })

  it('uses the same values in every language', () => {
    const values = (text: string) =>
      [
        ...new Set(
          [...text.matchAll(/(?<!(?:zero|one|two|few|many|other|=\d+)\s)\{([a-z]\w*)[,}]/g)].map(
            ([, name]) => name,
          ),
        ),
      ].sort()
    for (const language of languages) {
      const texts = readCatalog(folder, language)
      const different = Object.keys(english).filter(
        (id) => values(texts[id] ?? '').join() !== values(english[id] ?? '').join(),
      )
      expect({ language, different }).toEqual({ language, different: [] })
    }
  })
})

describe('style sheets', () => {
  it('use start and end instead of left and right', () => {
    const sheets = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.css'),
    )
    const found = sheets.flatMap((file) =>
      [
        ...readFileSync(`${source}/${file}`, 'utf8').matchAll(
          /^\s*(left|right|(?:margin|padding|border)-(?:left|right)[\w-]*):/gm,
        ),
      ].map(([, property]) => `${file}: ${property}`),
    )
    expect(found).toEqual([])
  })
})

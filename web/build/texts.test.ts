import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readCatalog } from './catalog.ts'

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
  it('has every text that the code uses', () => {
    expect(used.filter(({ id }) => !(id in english))).toEqual([])
    const ids = Object.keys(english)
    expect(prefixes.filter(({ id }) => !ids.some((one) => one.startsWith(id)))).toEqual([])
  })
})

describe('style sheets', () => {
  it('use start and end instead of left and right', () => {
    const sheets = [
      ...readdirSync(source, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.css'))
        .map((file) => ({ file, css: readFileSync(`${source}/${file}`, 'utf8') })),
      ...['email/email.ts', 'pages/layout.ts'].map((file) => ({
        file: `server/src/${file}`,
        css: readFileSync(fileURLToPath(import.meta.resolve(`@loquat/server/${file}`)), 'utf8'),
      })),
    ]
    const found = sheets.flatMap(({ file, css }) =>
      [
        ...css
          .replaceAll(/\/\*[\s\S]*?\*\//g, '')
          .matchAll(
            /[{;"\s](?:(left|right|(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|border-(?:top|bottom)-(?:left|right)-radius):|(?:text-align|float|clear):\s*(?:left|right)\b)/g,
          ),
      ].map(([match]) => `${file}: ${match.trim()}`),
    )
    expect(found).toEqual([])
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { helpPages, helpSections } from '../src/help/sections.ts'
import { organizationSections, settingsSections } from '../src/navigation/narrow.ts'
import { toView } from '../src/navigation/to-view.ts'
import { readCatalog } from './catalog.ts'
import { buildHelp, helpLanguages } from './help-plugin.ts'

const root = fileURLToPath(new URL('../src', import.meta.url))
const built = helpLanguages.map((language) => ({
  language,
  pages: Object.entries(buildHelp(root, language)),
}))
const source = (language: string, page: string) => readFileSync(`${root}/help/${language}/${page}.md`, 'utf8')

const linksIn = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href)
const keysIn = (html: string) => [...html.matchAll(/\{key (\w+)\}/g)].map(([, id = '']) => id)
const sorted = (all: Iterable<string>) => [...new Set(all)].sort()

/** Every command has a text and an ID in the code; the registry itself needs a browser. */
const commandSources = ['keyboard', 'messages/commands'].flatMap((folder) =>
  readdirSync(`${root}/${folder}`).map((file) => readFileSync(`${root}/${folder}/${file}`, 'utf8')),
)
const isCommand = (id: string) =>
  commandSources.some((code) => new RegExp(`(\\bid: |\\w\\(\\s*)'${id}'`).test(code))

describe.each(built)('The help in $language', ({ language, pages }) => {
  it('has every page of the list, and no others', () => {
    const files = readdirSync(`${root}/help/${language}`).map((file) => file.replace(/\.md$/, ''))
    expect(files.sort()).toEqual([...helpPages].sort())
    expect(pages.filter(([, { html }]) => html.length < 100).map(([page]) => page)).toEqual([])
    const titles = pages.map(([, { title }]) => title)
    expect(new Set(titles).size).toBe(titles.length)
  })

  it('links only to its pages, to settings and to views of the app', () => {
    const wrong = pages.flatMap(([page, { html }]) =>
      linksIn(html)
        .filter((href) => !href.startsWith('https://example.com'))
        .filter((href) => {
          const view = toView(href)
          return view.kind === 'not-found' || (view.kind === 'help' && !helpPages.includes(view.page ?? ''))
        })
        .map((href) => `${page}: ${href}`),
    )
    expect(wrong).toEqual([])
  })

  it('links to every section of the settings and of the organization', () => {
    const links = new Set(pages.flatMap(([, { html }]) => linksIn(html)))
    const wanted = [
      ...settingsSections.map((section) => `/settings/${section}`),
      ...organizationSections.map((section) => `/organization/${section}`),
    ]
    expect(wanted.filter((href) => !links.has(href))).toEqual([])
  })

  it('names only commands that exist, and leaves no reference unresolved', () => {
    const texts = readCatalog(`${root}/texts`, language)
    for (const [page, { html }] of pages) {
      const unknown = keysIn(html).filter((id) => !(`command.${id}` in texts) || !isCommand(id))
      expect({ page, unknown }).toEqual({ page, unknown: [] })
      expect(
        html.replaceAll(/\{key \w+\}/g, '').match(/\{(label|view|page|settings|organization|key)\b/),
      ).toBe(null)
    }
  })

  it('has a name for every section of the list', () => {
    const texts = readCatalog(`${root}/texts`, language)
    expect(helpSections.filter(({ id }) => texts[`help.section.${id}`] === undefined)).toEqual([])
  })
})

describe('The help', () => {
  it('refers to the same keys, labels and settings in every language', () => {
    const references = (text: string) =>
      sorted([...text.matchAll(/\{[a-z]+[ /][\w.-]+\}/g)].map(([all]) => all))
    for (const page of helpPages) {
      const [english, ...others] = helpLanguages.map((language) => references(source(language, page)))
      for (const other of others) expect({ page, references: other }).toEqual({ page, references: english })
    }
  })

  it('shows examples with their source and their result', () => {
    const { html } = buildHelp(root, 'en').formatting ?? { html: '' }
    expect(html).toContain('<pre tabindex="0">> quoted text</pre>')
    expect(html).toContain('<blockquote>')
    expect(html).toContain('class="user-mention"')
  })
})

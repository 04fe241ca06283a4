import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyContext } from '@loquat/server/markdown/context.ts'
import { renderMessage } from '@loquat/server/markdown/render.ts'
import type { Plugin } from 'vite'
import { helpPages } from '../src/help/sections.ts'
import { readCatalog } from './catalog.ts'
import { virtualModule } from './virtual-module.ts'

/** Other languages show the English pages. */
export const helpLanguages = ['en', 'de'] as const
type Language = (typeof helpLanguages)[number]

/** A help page as the app loads it. `{key id}` stands for the keys of a command, which depend on the platform. */
export interface BuiltHelpPage {
  title: string
  html: string
}

/** The pages of a language, rendered by the Markdown renderer of the server. `root`: the folder with `help` and `texts`. */
export function buildHelp(root: string, language: Language): Record<string, BuiltHelpPage> {
  const texts = readCatalog(join(root, 'texts'), language)
  const sources = new Map(
    helpPages.map((page) => [page, readFileSync(join(root, 'help', language, `${page}.md`), 'utf8')]),
  )
  const titleOf = (page: string) => {
    const title = /^# (.+)\n/.exec(sources.get(page) ?? '')?.[1]
    if (title === undefined) throw new Error(`The help page ${page} has no title in ${language}.`)
    return title
  }
  const expand = expander(texts, titleOf)
  return Object.fromEntries(
    [...sources].map(([page, source]) => {
      const body = source.replace(/^# .+\n/, '')
      return [page, { title: titleOf(page), html: renderPage(body, expand) }]
    }),
  )
}

/**
 * Replaces references to the app by current labels, so that pages stay true when a label changes: `{label id}`, `{view inbox}`,
 * `{settings/section}`, `{organization/section}` and `{page id}`.
 */
function expander(texts: Record<string, string>, titleOf: (page: string) => string) {
  const textOf = (id: string) => {
    const text = texts[id]
    if (text === undefined || text.includes('{')) throw new Error(`Help cannot name the text ${id}.`)
    return text
  }
  return (source: string): string =>
    source
      .replace(/\{label ([\w.-]+)\}/g, (_, id: string) => `**${textOf(id)}**`)
      .replace(/\{view ([\w-]+)\}/g, (_, view: string) => `[${textOf(`view.${view}`)}](/${view})`)
      .replace(
        /\{(settings|organization)\/([\w-]+)\}/g,
        (_, dialog: string, section: string) =>
          `[${textOf(`menu.${dialog}`)} → ${textOf(`${dialog}.section.${section}`)}](/${dialog}/${section})`,
      )
      .replace(/\{page ([\w-]+)\}/g, (_, page: string) => `[${titleOf(page)}](/help/${page})`)
}

const example = /^~~~~example\n([\s\S]*?)\n~~~~$/gm

/** Examples show their source beside the result. */
function renderPage(body: string, expand: (source: string) => string): string {
  let at = 0
  const parts: string[] = []
  for (const match of body.matchAll(example)) {
    parts.push(render(expand(body.slice(at, match.index))), renderExample(match[1] ?? ''))
    at = match.index + match[0].length
  }
  return [...parts, render(expand(body.slice(at)))].join('\n')
}

const renderExample = (source: string) =>
  `<div class="example" translate="no"><pre tabindex="0">${escapeHtml(source)}</pre><div class="example-result">${render(source)}</div></div>`

const render = (source: string) => (source.trim() === '' ? '' : renderMessage(source.trim(), context).html)
const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Knows the names that examples use. */
const context = {
  ...emptyContext,
  userByName: (name: string) =>
    name === 'Ana Ruiz' ? { id: 0, fullName: 'Ana Ruiz', isActive: true } : undefined,
  emoticons: true,
}

/** Serves `virtual:help`, the URLs of the pages of each language. They are loaded only when help is opened. */
export function helpPlugin(root: string): Plugin {
  let isServing = false
  const fileOf = (language: Language) => JSON.stringify(buildHelp(root, language))
  return {
    name: 'loquat-help',
    configResolved(config) {
      isServing = config.command === 'serve'
    },
    configureServer(server) {
      server.middlewares.use('/help-pages/', (request, response, next) => {
        const language = helpLanguages.find((one) => request.url === `/${one}.json`)
        if (language === undefined) return next()
        response.setHeader('content-type', 'application/json').end(fileOf(language))
      })
    },
    hotUpdate({ file }) {
      if (!file.startsWith(join(root, 'help'))) return
      this.environment.hot.send({ type: 'full-reload' })
      return []
    },
    ...virtualModule('virtual:help', function () {
      const urls = helpLanguages.map((language) => {
        if (isServing) return [language, `/help-pages/${language}.json`]
        const source = fileOf(language)
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
        // In a folder of its own, because the service worker precaches files directly in `assets`.
        const fileName = `assets/help/help-${language}-${hash}.json`
        this.emitFile({ type: 'asset', fileName, source })
        return [language, `/${fileName}`]
      })
      return `export default ${JSON.stringify(Object.fromEntries(urls))}`
    }),
  }
}

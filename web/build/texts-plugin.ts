import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { reasonTexts } from '@loquat/contract/reason-texts'
import type { Plugin } from 'vite'
import { type PseudoLanguage, pseudo, pseudoLanguages } from './pseudo.ts'

export const languages = ['en', 'de'] as const

/** Reads the catalog of a language from the files of its areas. */
export function readCatalog(folder: string, language: string): Record<string, string> {
  const files = readdirSync(join(folder, language)).filter((file) => file.endsWith('.json'))
  return Object.assign(
    {},
    ...files.sort().map((file) => JSON.parse(readFileSync(join(folder, language, file), 'utf8'))),
  )
}

/** Parses a text, so that the browser needs no parser. Plain texts stay strings. */
export function compileText(text: string): string | MessageFormatElement[] {
  const parts = parse(text, { ignoreTag: true })
  const [first] = parts
  if (first === undefined) return ''
  return parts.length === 1 && first.type === TYPE.literal ? first.value : parts
}

/** The catalog of a language as JSON, with English for missing texts. */
function catalogFile(folder: string, language: string): string {
  const own = isPseudo(language) ? {} : readCatalog(folder, language)
  const texts = Object.entries({ ...readCatalog(folder, 'en'), ...own }).map(([id, text]) => {
    const message = compileText(text)
    return [id, isPseudo(language) ? pseudo(message, language) : message]
  })
  return JSON.stringify(Object.fromEntries([...texts, ...errorSentences(language)]))
}

/** Sentences of API errors, by reason. They are not ICU messages. English ones are in the replies of the server. */
const errorSentences = (language: string) =>
  language === 'en' || isPseudo(language)
    ? []
    : Object.entries(reasonTexts(language)).map(([reason, text]) => [`reason.${reason}`, text])

const isPseudo = (language: string): language is PseudoLanguage =>
  pseudoLanguages.some((one) => one === language)
/** Pseudo-languages have their own folder, because the service worker precaches files directly in `assets`. */
const folderOf = (language: string) => (isPseudo(language) ? 'assets/pseudo' : 'assets')
const offered = [...languages, ...pseudoLanguages]

const moduleId = 'virtual:texts'

/** Serves `virtual:texts`, the URLs of the catalogs. Catalogs are separate files, not part of the scripts. */
export function textsPlugin(folder: string): Plugin {
  let isServing = false
  return {
    name: 'loquat-texts',
    configResolved(config) {
      isServing = config.command === 'serve'
    },
    configureServer(server) {
      server.middlewares.use('/texts/', (request, response, next) => {
        const language = offered.find((one) => request.url === `/${one}.json`)
        if (language === undefined) return next()
        response.setHeader('content-type', 'application/json').end(catalogFile(folder, language))
      })
    },
    hotUpdate({ file }) {
      if (!file.startsWith(folder)) return
      this.environment.hot.send({ type: 'full-reload' })
      return []
    },
    resolveId: (id) => (id === moduleId ? `\0${moduleId}` : undefined),
    load(id) {
      if (id !== `\0${moduleId}`) return
      const urls = offered.map((language) => {
        if (isServing) return [language, `/texts/${language}.json`]
        const source = catalogFile(folder, language)
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
        const fileName = `${folderOf(language)}/texts-${language}-${hash}.json`
        this.emitFile({ type: 'asset', fileName, source })
        return [language, `/${fileName}`]
      })
      return `export default ${JSON.stringify(Object.fromEntries(urls))}`
    },
  }
}

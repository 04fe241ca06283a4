import { createHash } from 'node:crypto'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { directionOf } from '@loquat/contract/light'
import { reasonTexts } from '@loquat/contract/reason-texts'
import type { Plugin } from 'vite'
import { readCatalog } from './catalog.ts'
import { completeLanguages } from './languages.ts'
import { type PseudoLanguage, pseudo, pseudoLanguages } from './pseudo.ts'
import { virtualModule } from './virtual-module.ts'

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
    const message = compileText(isPseudo(language) ? text : withIsolatedSigns(text, language))
    return [id, isPseudo(language) ? pseudo(message, language) : message]
  })
  return JSON.stringify(Object.fromEntries([...texts, ...errorSentences(language)]))
}

/** Signs in front of names belong to them: `#design` must not become `design#` in a sentence from right to left. */
export const withIsolatedSigns = (text: string, language: string): string =>
  directionOf(language) === 'rtl' ? text.replace(/[#@/]\{\w+\}/g, '\u2068$&\u2069') : text

/** Sentences of API errors, by reason. They are not ICU messages. English ones are in the replies of the server. */
const errorSentences = (language: string) =>
  language === 'en' || isPseudo(language)
    ? []
    : Object.entries(reasonTexts(language)).map(([reason, text]) => [`reason.${reason}`, text])

const isPseudo = (language: string): language is PseudoLanguage =>
  pseudoLanguages.some((one) => one === language)
/** Only English is directly in `assets`, whose files the service worker precaches. Other languages are kept when they are used. */
const folderOf = (language: string) => (language === 'en' ? 'assets' : 'assets/texts')

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
        const language = [...completeLanguages(folder), ...pseudoLanguages].find(
          (one) => request.url === `/${one}.json`,
        )
        if (language === undefined) return next()
        response.setHeader('content-type', 'application/json').end(catalogFile(folder, language))
      })
    },
    hotUpdate({ file }) {
      if (!file.startsWith(folder)) return
      this.environment.hot.send({ type: 'full-reload' })
      return []
    },
    ...virtualModule('virtual:texts', function () {
      const complete = completeLanguages(folder)
      const urls = [...complete, ...pseudoLanguages].map((language) => {
        if (isServing) return [language, `/texts/${language}.json`]
        const source = catalogFile(folder, language)
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
        const fileName = `${folderOf(language)}/texts-${language}-${hash}.json`
        this.emitFile({ type: 'asset', fileName, source })
        return [language, `/${fileName}`]
      })
      const languages = JSON.stringify(complete)
      // For the server, which offers the same ones.
      if (!isServing) this.emitFile({ type: 'asset', fileName: 'languages.json', source: languages })
      return `export default ${JSON.stringify(Object.fromEntries(urls))}`
    }),
  }
}

import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { readCookie } from '../sessions/cookies.ts'
import { escapeHtml } from '../text.ts'
import { Html } from './html.ts'

/** What the pages speak, and how each calls itself. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

type Catalogue = Readonly<Record<string, string>>
/** Puts a text of the pages into the language of the reader, with values for its `{names}`. */
export type PageText = (id: string, values?: Readonly<Record<string, string | Html>>) => Html

export const catalogue = (language: Language): Catalogue =>
  JSON.parse(readFileSync(new URL(`./texts/${language}.json`, import.meta.url), 'utf8')) as Catalogue

const catalogues = { en: catalogue('en'), de: catalogue('de') } satisfies Record<Language, Catalogue>

export const textsIn =
  (language: Language): PageText =>
  (id, values = {}) => {
    const text = catalogues[language][id]
    if (text === undefined) throw new Error(`The pages have no text ${id}.`)
    return new Html(
      text.replace(/\{(\w+)\}|[&<>"]/g, (found, name: string | undefined) => {
        const value = name === undefined ? found : (values[name] ?? '')
        return value instanceof Html ? value.text : escapeHtml(value)
      }),
    )
  }

/** Errors are thrown in English, because programs get them too: which of our texts each of them is. */
const refusals = Object.entries(catalogues.en)
  .filter(([id]) => id.startsWith('refusal.'))
  .map(([id, english]) => {
    const pattern = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+?)')
    return { id, pattern: new RegExp(`^${pattern}$`, 's') }
  })

/** What an error says, in the language of the reader where we have it. */
export function refusalIn(text: PageText, sentence: string): Html {
  for (const { id, pattern } of refusals) {
    const found = pattern.exec(sentence)
    if (found !== null) return text(id, found.groups)
  }
  return new Html(escapeHtml(sentence))
}

const known = (wanted: string | null | undefined): Language | undefined => {
  const [own = ''] = (wanted ?? '').toLowerCase().split('-')
  return Object.hasOwn(languages, own) ? (own as Language) : undefined
}

export const languageCookie = 'loquat_language'

/** Asked for just now, asked for before, what the browser prefers, in this order; otherwise what the organization speaks. */
export function languageFor(
  query: URLSearchParams,
  headers: IncomingHttpHeaders,
  organization?: string | undefined,
): Language {
  return (
    known(query.get('language')) ??
    known(readCookie(headers, languageCookie)) ??
    preferred(headers['accept-language']) ??
    known(organization) ??
    'en'
  )
}

/** The first that we speak of those that a browser lists, best first. */
function preferred(header = ''): Language | undefined {
  const wanted = header.split(',').map((one) => {
    const [tag = '', ...parameters] = one.trim().split(/\s*;\s*/)
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
  })
  const best = wanted.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
  return best.map(({ tag }) => known(tag)).find((one) => one !== undefined)
}

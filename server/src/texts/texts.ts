import { readFileSync } from 'node:fs'

/** Languages of the server's texts, with their own names. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages
export const allLanguages = Object.keys(languages) as Language[]

/** Text files: `texts/<language>/<area>.json`. */
export const areas = ['pages', 'emails', 'notices'] as const
export type Area = (typeof areas)[number]

type Catalog = Readonly<Record<string, string>>

export const catalog = (area: Area, language: Language): Catalog =>
  JSON.parse(readFileSync(new URL(`./${language}/${area}.json`, import.meta.url), 'utf8')) as Catalog

const catalogs = new Map(
  areas.flatMap((area) =>
    allLanguages.map((language) => [`${language}/${area}`, catalog(area, language)] as const),
  ),
)

/** Fills in a text: `put` provides the value of each `{name}`, `between` converts the words around them. */
export function fillText(
  area: Area,
  language: Language,
  id: string,
  put: (name: string) => string,
  between = (words: string) => words,
): string {
  const text = catalogs.get(`${language}/${area}`)?.[id]
  if (text === undefined) throw new Error(`The ${area} have no text ${id} in ${languages[language]}.`)
  const parts = text.split(/\{(\w+)\}/)
  return parts.map((part, n) => (n % 2 === 0 ? between(part) : put(part))).join('')
}

export type Values = Readonly<Record<string, string | number>>

/**
 * Translates a text, with values for its `{names}`. With a `count`, the text has one entry for each plural form of
 * the language: `id.one`, `id.other`.
 */
export type Translate = (id: string, values?: Values) => string

export const translator =
  (area: Area, language: Language, known: Values = {}, numbers: Intl.NumberFormatOptions = {}): Translate =>
  (id, values = {}) => {
    const { count } = values
    const form = typeof count === 'number' ? `.${new Intl.PluralRules(language).select(count)}` : ''
    return fillText(area, language, id + form, (name) => {
      const value = values[name] ?? known[name] ?? ''
      return typeof value === 'number' ? new Intl.NumberFormat(language, numbers).format(value) : value
    })
  }

/** The supported language that matches a tag such as `de-AT`. */
export function matchLanguage(tag: string | null | undefined): Language | undefined {
  const [own = ''] = (tag ?? '').toLowerCase().split('-')
  return Object.hasOwn(languages, own) ? (own as Language) : undefined
}

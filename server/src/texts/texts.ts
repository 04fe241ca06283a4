import { readFileSync } from 'node:fs'

/** What the server speaks to people, and how each calls itself. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages
export const allLanguages = Object.keys(languages) as Language[]

/** What says something to people: `texts/<language>/<area>.json`. */
export const areas = ['pages', 'mails', 'notices'] as const
export type Area = (typeof areas)[number]

type Catalogue = Readonly<Record<string, string>>

export const catalogue = (area: Area, language: Language): Catalogue =>
  JSON.parse(readFileSync(new URL(`./${language}/${area}.json`, import.meta.url), 'utf8')) as Catalogue

const catalogues = new Map(
  areas.flatMap((area) =>
    allLanguages.map((language) => [`${language}/${area}`, catalogue(area, language)] as const),
  ),
)

/** A text: `put` gives what stands for each of its `{names}`, `between` what stands for the words around them. */
export function written(
  area: Area,
  language: Language,
  id: string,
  put: (name: string) => string,
  between = (words: string) => words,
): string {
  const text = catalogues.get(`${language}/${area}`)?.[id]
  if (text === undefined) throw new Error(`The ${area} have no text ${id} in ${languages[language]}.`)
  const parts = text.split(/\{(\w+)\}/)
  return parts.map((part, n) => (n % 2 === 0 ? between(part) : put(part))).join('')
}

export type Values = Readonly<Record<string, string | number>>

/**
 * Puts a text into the language of the reader, with values for its `{names}`. Where there is a `count`, the text has a form
 * for each way in which the language counts: `id.one`, `id.other`.
 */
export type Text = (id: string, values?: Values) => string

export const textsOf =
  (area: Area, language: Language, known: Values = {}, numbers: Intl.NumberFormatOptions = {}): Text =>
  (id, values = {}) => {
    const { count } = values
    const form = typeof count === 'number' ? `.${new Intl.PluralRules(language).select(count)}` : ''
    return written(area, language, id + form, (name) => {
      const value = values[name] ?? known[name] ?? ''
      return typeof value === 'number' ? new Intl.NumberFormat(language, numbers).format(value) : value
    })
  }

/** The one of ours that is meant by a tag like `de-AT`. */
export function spoken(tag: string | null | undefined): Language | undefined {
  const [own = ''] = (tag ?? '').toLowerCase().split('-')
  return Object.hasOwn(languages, own) ? (own as Language) : undefined
}

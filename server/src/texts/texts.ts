import { existsSync, readFileSync } from 'node:fs'
import { type Language, languages } from '@loquat/contract'

export type { Language }

/** Text files: `texts/<language>/<area>.json`. */
export const areas = ['pages', 'emails', 'notices'] as const
export type Area = (typeof areas)[number]

type Catalog = Readonly<Record<string, string>>

const catalogs = new Map<string, Catalog>()

/** Read when a language is first used. Empty if there is no file. */
export function catalog(area: Area, language: Language): Catalog {
  const path = `./${language}/${area}.json`
  let known = catalogs.get(path)
  if (known === undefined) {
    const file = new URL(path, import.meta.url)
    known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Catalog) : {}
    catalogs.set(path, known)
  }
  return known
}

/** Fills in a text: `put` provides the value of each `{name}`, `between` converts the words around them. */
export function fillText(
  area: Area,
  language: Language,
  id: string,
  put: (name: string) => string,
  between = (words: string) => words,
): string {
  const text = catalog(area, language)[id]
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

interface Options {
  numbers?: Intl.NumberFormatOptions
  /** Converts values that are not numbers. */
  convert?: (value: string) => string
}

export const translator =
  (area: Area, language: Language, known: Values = {}, { numbers = {}, convert }: Options = {}): Translate =>
  (id, values = {}) => {
    const { count } = values
    const form = typeof count === 'number' ? pluralForm(area, language, id, count) : ''
    return fillText(area, language, id + form, (name) => {
      const value = values[name] ?? known[name] ?? ''
      if (typeof value === 'number') return new Intl.NumberFormat(language, numbers).format(value)
      return convert === undefined ? value : convert(value)
    })
  }

/** Forms for millions only may be missing. */
function pluralForm(area: Area, language: Language, id: string, count: number): string {
  const form = `.${new Intl.PluralRules(language).select(count)}`
  return id + form in catalog(area, language) ? form : '.other'
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type Reason, reasonAreas, reasons } from './reasons.ts'

/** Reads translations from files, so browsers cannot load this module. */

function read(path: string): Record<string, string> {
  const file = new URL(path, import.meta.url)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}
}

/** Languages with a folder here. English is in the tables. */
export const translatedLanguages: readonly string[] = readdirSync(new URL('.', import.meta.url), {
  withFileTypes: true,
})
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** The sentences of an area in a language. Empty if it is not translated. */
export const areaTexts = (language: string, area: keyof typeof reasonAreas): Record<string, string> =>
  read(`./${language}/${area}.json`)

/** The sentences of all reasons in a language, without parameter names in front. */
export function reasonTexts(language: string): Readonly<Record<Reason, string>> {
  const areas = Object.keys(reasonAreas) as (keyof typeof reasonAreas)[]
  const texts =
    language === 'en'
      ? Object.entries(reasons).map(([reason, { text }]) => [reason, text])
      : areas.flatMap((area) => Object.entries(areaTexts(language, area)))
  return Object.fromEntries(texts) as Record<Reason, string>
}

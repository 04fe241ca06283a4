import { readdirSync, readFileSync } from 'node:fs'
import { type Reason, reasonAreas, reasons } from './reasons.ts'

/** Reads translations from files, so browsers cannot load this module. */

const read = (path: string) =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Record<string, string>

/** Languages with a folder here. English is in the tables. */
export const translatedLanguages: readonly string[] = readdirSync(new URL('.', import.meta.url), {
  withFileTypes: true,
})
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** The sentences of an area in a language. */
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

import { existsSync, readFileSync } from 'node:fs'
import { allLanguages, findLanguage } from '@loquat/contract'
import { reasonTexts } from '@loquat/contract/reason-texts'
import { textProblems } from '@loquat/contract/text-problems'
import { outputFolder } from '@loquat/web/stamp'
import { areas, catalog, type Language } from './texts.ts'

/** Problems of the texts of the server in a language, by file. */
export function serverTextProblems(language: Language): Record<string, string[]> {
  return {
    ...Object.fromEntries(
      areas.map((area) => [
        `server/src/texts/${language}/${area}.json`,
        textProblems(language, catalog(area, 'en'), catalog(area, language)),
      ]),
    ),
    [`contract/src/reasons/${language}`]: textProblems(language, reasonTexts('en'), reasonTexts(language)),
  }
}

/** Texts that are not used do no harm. */
export const isBlocking = (problem: string): boolean => !problem.endsWith(': superfluous')

/** Whether all texts of the server exist in a language. */
export const isCompleteOnServer = (language: Language): boolean =>
  language === 'en' || !Object.values(serverTextProblems(language)).flat().some(isBlocking)

/** Languages of the built app, if there is one. Its texts are checked by the build. */
function builtLanguages(): readonly string[] | undefined {
  const file = `${outputFolder}/languages.json`
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : undefined
}

const known = new Map<Language, boolean>()

/** Whether a language is complete in the server and in the app. Checked when it is first asked for. */
function isOffered(language: Language): boolean {
  let offered = known.get(language)
  if (offered === undefined) {
    offered = isCompleteOnServer(language) && (builtLanguages()?.includes(language) ?? true)
    known.set(language, offered)
  }
  return offered
}

/** Languages with complete texts. English always is. */
export const offeredLanguages = (): Language[] => allLanguages.filter(isOffered)

/** The offered language that matches a tag such as `de-AT`. */
export function matchLanguage(tag: string | null | undefined): Language | undefined {
  const language = findLanguage(tag)
  return language !== undefined && isOffered(language) ? language : undefined
}

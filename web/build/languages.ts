import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allLanguages, type Language } from '@loquat/contract/light'
import { isBlocking, serverTextProblems } from '@loquat/server/texts/offered.ts'
import { readArea } from './catalog.ts'
import { messageProblems } from './text-problems.ts'

const textsFolder = fileURLToPath(new URL('../src/texts', import.meta.url))

/** Texts that may be the same as in English. */
const names = ['Email Gateway', 'Powered by {provider}', '{count} MB', '{size} MiB']

/** Problems of all texts of a language, by file. Files without problems are left out. */
export function languageProblems(language: Language, folder = textsFolder): Record<string, string[]> {
  const files = readdirSync(join(folder, 'en')).filter((file) => file.endsWith('.json'))
  const web = files.map((file) => [
    `web/src/texts/${language}/${file}`,
    messageProblems(language, readArea(folder, 'en', file), readArea(folder, language, file), names),
  ])
  const all = { ...Object.fromEntries(web), ...serverTextProblems(language) } as Record<string, string[]>
  return Object.fromEntries(Object.entries(all).filter(([, problems]) => problems.length > 0))
}

/** Languages with all texts of the app and of the server. The others are not offered. */
export const completeLanguages = (folder = textsFolder): Language[] =>
  allLanguages.filter(
    (language) =>
      language === 'en' ||
      (existsSync(join(folder, language)) &&
        !Object.values(languageProblems(language, folder)).flat().some(isBlocking)),
  )

/** Problems as a list to work through: a line per language, per file and per text. */
export function problemList(all: readonly Language[] = allLanguages): string {
  return all
    .filter((language) => language !== 'en')
    .map((language) => {
      if (!existsSync(join(textsFolder, language))) return `${language}: no texts`
      const problems = Object.entries(languageProblems(language))
      const count = problems.reduce((sum, [, texts]) => sum + texts.length, 0)
      if (count === 0) return `${language}: complete`
      const lines = problems.flatMap(([file, texts]) => [`  ${file}`, ...texts.map((text) => `    ${text}`)])
      return [`${language}: ${count} problems, not offered`, ...lines].join('\n')
    })
    .join('\n')
}

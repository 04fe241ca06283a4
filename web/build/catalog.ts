import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads the catalog of a language from the files of its areas. Empty if there are none. */
export function readCatalog(folder: string, language: string): Record<string, string> {
  if (!existsSync(join(folder, language))) return {}
  const files = readdirSync(join(folder, language)).filter((file) => file.endsWith('.json'))
  return Object.assign({}, ...files.sort().map((file) => readArea(folder, language, file)))
}

/** The texts of one file. */
export function readArea(folder: string, language: string, file: string): Record<string, string> {
  const path = join(folder, language, file)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>) : {}
}

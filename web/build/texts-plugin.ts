import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

export const languages = ['en', 'de'] as const

/** One catalogue per language, from the small files of each area. */
export function catalogue(folder: string, language: string): Record<string, string> {
  const files = readdirSync(join(folder, language)).filter((file) => file.endsWith('.json'))
  return Object.assign(
    {},
    ...files.sort().map((file) => JSON.parse(readFileSync(join(folder, language, file), 'utf8'))),
  )
}

/** Serves `virtual:texts/de` as a module with the whole catalogue, in a chunk of its own. */
export function textsPlugin(folder: string): Plugin {
  const prefix = 'virtual:texts/'
  return {
    name: 'loquat-texts',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return
      const language = id.slice(prefix.length + 1)
      for (const file of readdirSync(join(folder, language))) this.addWatchFile(join(folder, language, file))
      return `export default ${JSON.stringify(catalogue(folder, language))}`
    },
  }
}

import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Folder of the built app. */
export const outputFolder = fileURLToPath(new URL('../dist', import.meta.url))
/** Folder of an app that is being built. */
export const buildFolder = `${outputFolder}-next`
export const buildProgram = fileURLToPath(new URL('./build.ts', import.meta.url))

const repository = fileURLToPath(new URL('../..', import.meta.url))
const sourceFolders = [
  'web/build',
  'web/public',
  'web/src',
  'client/src',
  'contract/src',
  'server/src/markdown',
  'server/src/texts',
]
const sourceFiles = ['web/index.html', 'web/package.json']

/**
 * A hash of the names, sizes and times of all sources. Reading their contents would take longer. Synchronous, because every
 * start waits for it and a thousand asynchronous calls take three times as long.
 */
export function sourcesStamp(): string {
  const hash = createHash('sha256')
  const files = [...sourceFolders.flatMap(filesIn), ...sourceFiles].sort()
  const lines = files.map((file) => {
    const { size, mtimeMs } = statSync(repository + file)
    return `${file} ${size} ${mtimeMs}\n`
  })
  return hash.update(lines.join('')).digest('hex')
}

function filesIn(folder: string): string[] {
  return readdirSync(repository + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return filesIn(path)
    return entry.isFile() && !path.endsWith('.test.ts') ? [path] : []
  })
}

export const stampOf = (folder: string) => readFile(`${folder}/.stamp`, 'utf8').catch(() => undefined)
export const writeStamp = (folder: string, stamp: string) => writeFile(`${folder}/.stamp`, stamp)

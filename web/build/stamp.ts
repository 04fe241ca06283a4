import { createHash } from 'node:crypto'
import { glob, readFile, stat, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** Folder of the built app. */
export const outputFolder = fileURLToPath(new URL('../dist', import.meta.url))
export const buildProgram = fileURLToPath(new URL('./build.ts', import.meta.url))

const repository = fileURLToPath(new URL('../..', import.meta.url))
const sourcePatterns = [
  'web/index.html',
  'web/package.json',
  'web/build/*.ts',
  'web/public/**/*',
  '{web,client,contract}/src/**/*',
  'server/src/markdown/emoji/unicode.ts',
]

/** A hash of the names, sizes and times of all sources. Reading their contents would take longer. */
export async function sourcesStamp(): Promise<string> {
  const hash = createHash('sha256')
  const files: string[] = []
  for await (const file of glob(sourcePatterns, { cwd: repository })) files.push(file)
  for (const file of files.filter((name) => !name.endsWith('.test.ts')).sort()) {
    const { size, mtimeMs, isFile } = await infoOf(`${repository}/${file}`)
    if (isFile) hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

async function infoOf(path: string) {
  const info = await stat(path)
  return { size: info.size, mtimeMs: info.mtimeMs, isFile: info.isFile() }
}

export const stampOf = (folder: string) => readFile(`${folder}/.stamp`, 'utf8').catch(() => undefined)
export const writeStamp = (folder: string, stamp: string) => writeFile(`${folder}/.stamp`, stamp)

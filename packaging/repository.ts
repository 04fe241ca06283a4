import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

export interface Manifest {
  description?: string
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  /** Packages whose install scripts npm runs. */
  allowScripts?: Record<string, boolean>
}

/** The `package.json` of a workspace; without a name, that of the repository. */
export const manifestOf = (workspace = '.') =>
  JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as Manifest

export const { version } = manifestOf()

/** As in the names of packages of the registry: `linux-x64`. */
export const platform = `${process.platform}-${process.arch}`

/** Used without a Git history, as in a container build: the earliest time that every archive format can express. */
const fallbackTime = 315_532_800

/** The time of all packaged files, in seconds: that of the last commit, so that packages of one commit are equal. */
export function packageTime(env = process.env): number {
  if (/^\d+$/.test(env.SOURCE_DATE_EPOCH ?? '')) return Number(env.SOURCE_DATE_EPOCH)
  try {
    const text = execFileSync('git', ['log', '-1', '--format=%ct'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return Number(text) || fallbackTime
  } catch {
    return fallbackTime
  }
}

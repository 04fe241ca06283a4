import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** A TypeScript file of the repository, by its path from the root. */
export interface Source {
  path: string
  text: string
  /** Paths of the files it imports, types included. */
  imports: string[]
}

const root = join(import.meta.dirname, '../../..')
const specifier =
  /(?:^|\n)(?:import\b|export (?:type )?[{*])[^'";]*?\bfrom '([^']+)'|\bimport\('([^']+)'\)|(?:^|\n)import '([^']+)'/g

/** Every TypeScript file under version control, or new and not ignored. */
export function readSources(): Source[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  return listed.split('\n').flatMap((path) => {
    const text = path === '' ? undefined : readText(path)
    return text === undefined ? [] : [{ path, text, imports: importsOf(path, text) }]
  })
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    // Deleted, but still in the index.
    return undefined
  }
}

function importsOf(path: string, text: string): string[] {
  const found = [...text.matchAll(specifier)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
  return [...new Set(found.flatMap((name) => resolve(path, name) ?? []))]
}

/** The path of an imported file, unless it is of a dependency. */
function resolve(path: string, name: string): string | undefined {
  if (name.startsWith('.')) return normalize(join(dirname(path), name))
  const [, workspace = '', rest] = /^@loquat\/([a-z]+)(?:\/(.+))?$/.exec(name) ?? []
  if (workspace === '') return undefined
  if (rest === undefined) return `${workspace}/src/index.ts`
  if (name === '@loquat/web/stamp') return 'web/build/stamp.ts'
  return `${workspace}/src/${rest}`
}

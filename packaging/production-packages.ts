import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './repository.ts'

/** A package of the registry, as the lock file names it. */
export interface ProductionPackage {
  name: string
  version: string
  license: string
  /** Subresource integrity, such as `sha512-…`. */
  integrity: string | undefined
  /** Folder from the root of the repository: `node_modules/pg`. */
  folder: string
}

interface LockEntry {
  hasInstallScript?: boolean
  version?: string
  license?: string
  integrity?: string
  link?: boolean
  resolved?: string
  os?: string[]
  cpu?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

type Lock = Record<string, LockEntry>

export function readLock(): Lock {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock }
  return packages
}

/**
 * The packages that workspaces need at run time on this platform, sorted by folder. Optional dependencies are included
 * if they are binaries for this platform; others, such as the Redis clients of the upload protocol, are never loaded.
 */
export function productionPackages(
  workspaces: readonly string[],
  isExcluded: (name: string, dependent: string) => boolean = () => false,
  lock = readLock(),
): ProductionPackage[] {
  const found = new Map<string, ProductionPackage>()
  const visit = (folder: string): void => {
    const { dependencies = {}, optionalDependencies = {} } = lock[folder] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const path = folderOf(name, folder, lock)
      const entry = lock[path ?? '']
      // Workspaces are listed by the caller, or built into the web app.
      if (path === undefined || entry === undefined || entry.link || isExcluded(name, folder)) continue
      const isBinary = (entry.os ?? entry.cpu) !== undefined
      if (name in optionalDependencies && !(isBinary && existsSync(join(root, path)))) continue
      if (found.has(path)) continue
      const { version = '', license = 'unknown', integrity } = entry
      found.set(path, { name, version, license, integrity, folder: path })
      visit(path)
    }
  }
  for (const workspace of workspaces) visit(workspace)
  return [...found.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1))
}

/** Looks a package up as Node does: in the folder of the package that needs it, then in those above. */
function folderOf(name: string, from: string, lock: Lock): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (path in lock) return path
    if (folder === '') return undefined
  }
}

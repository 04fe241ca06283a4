import { chmod, opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const ownerOnly = 0o700
const ownFile = 0o600
/**
 * For root, the embedded PostgreSQL runs as another account, whose group needs access through the data folder. See
 * `db/embedded/runner.ts`.
 */
const groupAccessMode = 0o710

/**
 * Closes the data folder to other accounts of the machine. New files are created closed; this fixes files of earlier versions and copies.
 * Failures are only reported, because the server works without it.
 */
export async function closeDataFolder(dataDir: string, onProblem: (error: unknown) => void): Promise<void> {
  try {
    const folder = await find(dataDir)
    if (folder === undefined) return
    await restrict(dataDir, folder.mode, folder.gid === process.getgid?.() ? ownerOnly : groupAccessMode)
    for (const name of ['secret-key', 'postgres.log']) {
      const file = await find(join(dataDir, name))
      if (file !== undefined) await restrict(join(dataDir, name), file.mode, ownFile)
    }
    for (const name of ['files', 'outbox']) await closeTree(join(dataDir, name))
  } catch (error) {
    onProblem(error)
  }
}

const find = (path: string) =>
  stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })

async function restrict(path: string, mode: number, most: number): Promise<void> {
  if ((mode & 0o777 & ~most) !== 0) await chmod(path, mode & most)
}

/** The root comes last: once it is closed, everything below is closed, and later starts skip it. */
async function closeTree(root: string): Promise<void> {
  const folder = await find(root)
  if (folder === undefined || (folder.mode & 0o777 & ~ownerOnly) === 0) return
  // One entry at a time: there may be millions.
  for await (const entry of await opendir(root, { recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(path, ownerOnly)
    else if (entry.isFile()) await chmod(path, ownFile)
  }
  await chmod(root, ownerOnly)
}

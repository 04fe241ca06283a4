import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { zstdDecompressSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { releases } from '../../db/migrations/releases.ts'

const archives = fileURLToPath(new URL('../../backup/testing/releases', import.meta.url))
const packages = fileURLToPath(new URL('../../../../node_modules', import.meta.url))

/** The last release before the one in development. */
export const previousVersion = releases.filter(({ lastMigration }) => lastMigration).at(-1)?.version ?? ''

/** The program of the previous release, as it was released, with the dependencies that are installed now. */
export function previousProgram(): string {
  const folder = mkdtempSync(join(tmpdir(), 'loquat-previous-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const tar = zstdDecompressSync(readFileSync(join(archives, `${previousVersion}.server.tar.zst`)))
  execFileSync('tar', ['-x', '-C', folder], { input: tar })
  symlinkSync(packages, join(folder, 'node_modules'))
  return join(folder, 'serve.js')
}

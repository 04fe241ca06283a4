import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

export const hasCurl = async () =>
  await promisify(execFile)('curl', ['--version']).then(
    () => true,
    () => false,
  )

/** For tests only: a PATH with `curl` and other programs. Machines without `curl` get our replacement. */
export async function curlPath(): Promise<string> {
  const path = process.env.PATH ?? ''
  if (await hasCurl()) return path
  const folder = await mkdtemp(join(tmpdir(), 'curl-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const program = fileURLToPath(new URL('./curl-by-fetch.ts', import.meta.url))
  const script = `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`
  await writeFile(join(folder, 'curl'), script, { mode: 0o755 })
  return `${folder}:${path}`
}

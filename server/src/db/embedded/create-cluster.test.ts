import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Binaries, locateBinaries } from './binaries.ts'
import { createCluster } from './create-cluster.ts'
import { runnerFor } from './runner.ts'

/** An empty data folder, and a program in place of initdb that counts how often it is run. */
async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-cluster-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const binaries = await locateBinaries()
  const counter = join(folder, 'runs')
  await writeFile(counter, '')
  // PostgreSQL's programs run as another account if the tests run as root.
  await chmod(counter, 0o666)
  const initdb = join(folder, 'initdb')
  await writeFile(initdb, `#!/bin/sh\necho run >> '${counter}'\necho ${binaries.major} > "$2/PG_VERSION"\n`, {
    mode: 0o755,
  })
  return {
    cluster: join(folder, 'postgres'),
    binaries: { ...binaries, initdb },
    runs: async () => (await readFile(counter, 'utf8')).trim().split('\n').length,
  }
}

const create = async (cluster: string, binaries: Binaries) =>
  await createCluster(cluster, binaries, await runnerFor(cluster, binaries.postgres))

describe('A cluster', () => {
  it('is created once by processes that start together', async () => {
    const { cluster, binaries, runs } = await emptyFolder()
    await Promise.all([create(cluster, binaries), create(cluster, binaries)])
    expect(await readFile(join(cluster, 'PG_VERSION'), 'utf8')).toBe(`${binaries.major}\n`)
    expect(await runs()).toBe(1)
  })

  it('is created although a process was killed that had begun to', async () => {
    const { cluster, binaries, runs } = await emptyFolder()
    const noProcess = 2 ** 22 + 1
    await writeFile(`${cluster}.creating`, `${noProcess}\n`)
    await create(cluster, binaries)
    expect(await runs()).toBe(1)
  })
})

import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWorld, runJobs } from '@loquat/devkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { uploaded } from '../features/conversation/uploads/testing/fixtures.ts'

const modeOf = async (...path: string[]) => (await stat(join(...path))).mode & 0o777

/** The modes of all entries below a folder. */
async function modesBelow(root: string): Promise<{ folders: Set<number>; files: Set<number> }> {
  const found = { folders: new Set<number>(), files: new Set<number>() }
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    const kind = entry.isDirectory() ? 'folders' : 'files'
    found[kind].add(await modeOf(entry.parentPath, entry.name))
  }
  return found
}

describe('The data folder', () => {
  it('is created with access only for its owner, like everything in it', async () => {
    const world = await createWorld()
    const { dataDir } = world.app.config
    await uploaded(world.carol)
    await world.anyone.requestPasswordReset({ email: world.carol.email })
    await runJobs(world)
    expect(await modeOf(dataDir)).toBe(0o700)
    expect((await readdir(dataDir)).sort()).toEqual(['files', 'outbox'])
    const { folders, files } = await modesBelow(dataDir)
    expect([...folders]).toEqual([0o700])
    expect([...files]).toEqual([0o600])
  })

  it('is restricted at the next start if an earlier version left it open', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'loquat-open-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const upload = join(dataDir, 'files', 'uploads', '2', 'abc')
    await mkdir(upload, { recursive: true })
    await writeFile(join(upload, 'figs.txt'), 'figs')
    await writeFile(join(dataDir, 'secret-key'), `${Buffer.alloc(32, 1).toString('base64')}\n`)
    for (const path of [dataDir, join(dataDir, 'files'), upload]) await chmod(path, 0o755)
    for (const path of [join(upload, 'figs.txt'), join(dataDir, 'secret-key')]) await chmod(path, 0o644)
    await createWorld({ config: { dataDir } })
    expect(await modeOf(dataDir)).toBe(0o700)
    const { folders, files } = await modesBelow(dataDir)
    expect([...folders]).toEqual([0o700])
    expect([...files]).toEqual([0o600])
  })
})

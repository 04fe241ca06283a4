import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { makeBackups } from './job.ts'
import { admin, configOf, temporaryFolder } from './testing/installations.ts'

const day = 86_400

async function scheduled() {
  const to = join(await temporaryFolder(), 'backups')
  const backup = { everyMs: day * 1_000, keep: 2, to, passphraseFile: undefined, s3: undefined }
  const world = await createWorld({ config: { backup }, quiet: true })
  const run = () => makeBackups.run(world.app, {})
  const lastBackup = async () => {
    const { checks } = await admin(configOf(world), 'doctor')
    return (checks as { name: string }[]).find(({ name }) => name === 'Last good backup')
  }
  return { world, to, run, lastBackup }
}

describe('scheduled backups', () => {
  it('are made when they are due, and the oldest are removed', async () => {
    const { world, to, run, lastBackup } = await scheduled()
    expect(await lastBackup()).toMatchObject({ ok: false, detail: expect.stringContaining('none yet') })
    await run()
    const [first] = await readdir(to)
    expect(first).toMatch(/^loquat-\d{8}-\d{6}\.tar\.zst$/)
    await run()
    expect(await readdir(to)).toEqual([first])
    expect(await lastBackup()).toMatchObject({ ok: true, detail: expect.stringContaining(first ?? '') })
    await writeFile(join(to, 'notes.txt'), 'not a backup')
    for (let n = 0; n < 2; n++) {
      world.clock.advance(day + 60)
      await run()
    }
    const names = await readdir(to)
    expect(names).toHaveLength(3)
    expect(names).toContain('notes.txt')
    expect(names).not.toContain(first)
  })

  it('leave nothing when the server stops, and are made after the next start', async () => {
    const { world, to, run } = await scheduled()
    await mkdir(to)
    const stopping = new AbortController()
    const interrupted = makeBackups.run(world.app, {}, stopping.signal)
    stopping.abort()
    await interrupted
    expect(await readdir(to)).toEqual([])
    world.clock.advance(3_700)
    await run()
    expect(await readdir(to)).toHaveLength(1)
  })

  it('that fail are reported by doctor, and tried again an hour later', async () => {
    const { world, to, run, lastBackup } = await scheduled()
    await writeFile(to, 'a file in place of the folder')
    await run()
    expect(await lastBackup()).toMatchObject({ ok: false, detail: expect.stringContaining('failed: ') })
    await rm(to)
    await mkdir(to)
    await run()
    expect(await readdir(to)).toEqual([])
    world.clock.advance(3_700)
    await run()
    expect(await readdir(to)).toHaveLength(1)
    expect(await lastBackup()).toMatchObject({ ok: true })
  })
})

import { createWorld, type World } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runImports } from './jobs.ts'
import {
  contentsOf,
  manyMessages,
  ranImport,
  slackArchive,
  stateOf,
  uploadedArchive,
} from './testing/requested.ts'

async function setState({ app }: World, state: string, attempts = 1): Promise<void> {
  await sql`update requested_import set state = ${state}, attempts = ${attempts}, run_started_at = now()`.execute(
    app.database.db,
  )
}

/** The importer is a process of its own, which starts slowly on a busy machine. */
const startTimeoutMs = 240_000

describe('An interrupted import', () => {
  it('that is canceled while it runs leaves nothing', { timeout: 2 * startTimeoutMs }, async () => {
    const world = await createWorld()
    const { api } = world.alice
    const before = await contentsOf(world)
    const { id: import_id } = await uploadedArchive(world, manyMessages())
    await api.startImport({ import_id, subdomain: 'acme' })
    const running = runImports.run(world.app, {})
    await expect
      .poll(async () => (await stateOf(world)).progress?.stage, { timeout: startTimeoutMs })
      .toBe('writing messages')
    await api.deleteImport({ import_id })
    expect(await stateOf(world)).toMatchObject({ state: 'canceling' })
    await running
    expect(await api.getImport({})).toMatchObject({ realm_import: null })
    expect(await contentsOf(world)).toEqual(before)
  })

  it('begins again after a restart, and fails after three runs that died', async () => {
    const world = await createWorld()
    const { api } = world.alice
    const { id: import_id } = await uploadedArchive(world, slackArchive())
    await api.startImport({ import_id, dry_run: true })
    await setState(world, 'running')
    expect(await ranImport(world)).toMatchObject({ state: 'checked' })
    await setState(world, 'running', 3)
    expect(await ranImport(world)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('ended unexpectedly'),
      report: { dry_run: true },
    })
    await setState(world, 'canceling')
    await expect(ranImport(world)).rejects.toThrow('no import')
    expect((await contentsOf(world)).files).toEqual([])
  })

  it('waits for the next start if the server stops', async () => {
    const world = await createWorld()
    const { api } = world.alice
    const { id: import_id } = await uploadedArchive(world, slackArchive())
    await api.startImport({ import_id, subdomain: 'acme' })
    const stopping = new AbortController()
    const running = runImports.run(world.app, {}, stopping.signal)
    await expect.poll(async () => (await stateOf(world)).state).toBe('running')
    stopping.abort()
    await running
    expect(await stateOf(world)).toMatchObject({ state: 'waiting', error: null })
    expect(await ranImport(world)).toMatchObject({ state: 'imported' })
    // Its server died after the last commit: the organization is found, not imported twice.
    await setState(world, 'running')
    await sql`update requested_import set run_started_at = now() - interval '1 hour'`.execute(
      world.app.database.db,
    )
    expect(await ranImport(world)).toMatchObject({ state: 'imported', error: null })
  })
})

describe('An import that is started again', () => {
  it('keeps the addresses that were added, and names the file in errors', async () => {
    const world = await createWorld()
    const { api } = world.alice
    const { id: import_id } = await uploadedArchive(world, slackArchive())
    await api.startImport({ import_id, dry_run: true, emails: 'userid,email\nU5,dee@acme.example' })
    expect((await ranImport(world)).report?.without_email).toEqual([])
    await api.startImport({ import_id, dry_run: true })
    expect((await ranImport(world)).report?.without_email).toEqual([])
    await api.deleteImport({ import_id })
    const { id } = await uploadedArchive(world, Buffer.from('This is no archive.'))
    await api.startImport({ import_id: id, dry_run: true })
    expect((await ranImport(world)).error).toMatch(/^Acme Slack export Mar 1 2024\.zip is not an archive/)
  })
})

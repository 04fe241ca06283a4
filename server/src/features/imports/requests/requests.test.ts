import { stat } from 'node:fs/promises'
import { createWorld, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { entriesOf, zipOf } from '../archives/testing/archives.ts'
import { readerAt } from '../testing/imported.ts'
import { deleteOldImports } from './jobs.ts'
import {
  addChunk,
  contentsOf,
  ranImport,
  slackArchive,
  stateOf,
  uploadedArchive,
} from './testing/requested.ts'

const archive = { source: 'slack', file_name: 'Acme Slack export.zip', size: 10 } as const

const days = (count: number) => count * 86_400

describe('An import in the app', () => {
  it('is for owners only', async () => {
    const world = await createWorld()
    const { alice, bob } = world
    const { realm_import: created } = await alice.api.createImport(archive)
    const import_id = created.id
    const denied = withReason('caller-not-owner')
    await expect(bob.api.getImport({})).rejects.toMatchObject(denied)
    await expect(bob.api.createImport(archive)).rejects.toMatchObject(denied)
    await expect(bob.api.startImport({ import_id })).rejects.toMatchObject(denied)
    await expect(bob.api.deleteImport({ import_id })).rejects.toMatchObject(denied)
    const chunk = await addChunk(world, bob, created, 0, 'archive')
    expect(chunk.status).toBe(400)
    expect(await chunk.json()).toMatchObject({ reason: 'caller-not-owner' })
    expect((await addChunk(world, undefined, created, 0, 'archive')).status).toBe(401)
    expect((await stateOf(world)).received).toBe(0)
  })

  it('is for the organizations that the operator chose', async () => {
    const none = await createWorld({ config: { importsAllowed: 'none' } })
    const disabled = withReason('imports-disabled')
    await expect(none.alice.api.getImport({})).rejects.toMatchObject(disabled)
    await expect(none.alice.api.createImport(archive)).rejects.toMatchObject(disabled)
    for (const importsAllowed of ['main', 'all'] as const) {
      const world = await createWorld({ config: { importsAllowed } })
      await sql`update realm set subdomain = 'branch' where subdomain = ''`.execute(world.app.database.db)
      const branch = readerAt({ ...world, ...(await world.secondNode()) }, 'branch')
      const reply = branch.get(world.alice.email, '/import/realm')
      if (importsAllowed === 'main') await expect(reply).rejects.toThrow('imports-disabled')
      else expect(await reply).toMatchObject({ realm_import: null })
    }
  })

  it('names the problem of a source or size', async () => {
    const world = await createWorld({ config: { importLimit: 1 } })
    const { api } = world.alice
    await expect(api.createImport({ ...archive, source: 'irc' as never })).rejects.toMatchObject({
      message: expect.stringContaining('source'),
    })
    await expect(api.createImport({ ...archive, size: 0 })).rejects.toMatchObject({
      message: expect.stringContaining('size'),
    })
    const tooLarge = { ...archive, size: 2 ** 20 + 1 }
    await expect(api.createImport(tooLarge)).rejects.toMatchObject(withReason('import-too-large', { max: 1 }))
    expect(await api.getImport({})).toMatchObject({ realm_import: null, max_import_mib: 1 })
  })

  it('gets its archive in chunks, and goes on where the last one ended', async () => {
    const world = await createWorld()
    const { alice } = world
    const { realm_import: created } = await alice.api.createImport(archive)
    expect(created).toMatchObject({ state: 'uploading', received: 0 })
    await expect(alice.api.createImport(archive)).rejects.toMatchObject(withReason('import-unfinished'))
    const start = { import_id: created.id, dry_run: true }
    expect((await addChunk(world, alice, created, 0, 'four')).status).toBe(204)
    await expect(alice.api.startImport(start)).rejects.toMatchObject(withReason('import-upload-incomplete'))
    const asked = await world.raw(created.upload_url, {
      as: alice,
      method: 'HEAD',
      headers: { 'tus-resumable': '1.0.0' },
    })
    expect(asked.headers.get('upload-offset')).toBe('4')
    expect((await addChunk(world, alice, created, 0, 'four')).status).toBe(409)
    expect((await addChunk(world, alice, created, 4, 'too much')).status).toBe(413)
    expect((await addChunk(world, alice, created, 4, ' more.')).status).toBe(204)
    expect(await stateOf(world)).toMatchObject({ state: 'uploaded', received: 10 })
    const elsewhere = { upload_url: `${created.upload_url}x` }
    expect((await addChunk(world, alice, elsewhere, 0, 'x')).status).toBe(404)

    const [piece = ''] = (await contentsOf(world)).files.filter((file) => file.includes('/imports/'))
    expect((await stat(piece)).mode & 0o077).toBe(0)
    await alice.api.deleteImport({ import_id: created.id })
    expect((await contentsOf(world)).files).toEqual([])
    await expect(alice.api.startImport(start)).rejects.toMatchObject(withReason('import-not-found'))
  })

  it('shows in a dry run what will be imported, and stores nothing', async () => {
    const world = await createWorld()
    const { api } = world.alice
    const { id: import_id } = await uploadedArchive(world, slackArchive())
    const before = await contentsOf(world)
    await api.startImport({ import_id, dry_run: true })
    expect(await stateOf(world)).toMatchObject({ state: 'waiting', dry_run: true })
    const again = { import_id, subdomain: 'acme' }
    await expect(api.startImport(again)).rejects.toMatchObject(withReason('import-running'))
    const checked = await ranImport(world)
    expect(checked).toMatchObject({ state: 'checked', error: null, progress: null })
    expect(checked.report).toMatchObject({
      organization: { subdomain: 'acme', name: 'Acme', realm_id: null },
      dry_run: true,
      without_email: [{ id: 'U5', name: 'Dee' }],
    })
    expect(checked.report?.imported.messages).toBeGreaterThan(5)
    expect(checked.report?.skipped).toContainEqual({
      what: 'messages',
      why: 'join and leave notices',
      count: expect.any(Number),
    })
    expect(await contentsOf(world)).toEqual(before)
  })

  it('creates an organization whose messages the caller can read with the same password', async () => {
    const world = await createWorld()
    const { alice } = world
    const { id: import_id } = await uploadedArchive(world, slackArchive())
    const start = { import_id, name: 'Orchard' }
    for (const subdomain of [undefined, 'www', 'A b']) {
      await expect(
        alice.api.startImport({ ...start, ...(subdomain === undefined ? {} : { subdomain }) }),
      ).rejects.toMatchObject(withReason('import-subdomain-unavailable'))
    }
    const bad = { ...start, subdomain: 'orchard', emails: 'who,where\nU5,x' }
    await expect(alice.api.startImport(bad)).rejects.toMatchObject(withReason('import-emails-invalid'))
    await alice.api.updateSettings({ default_language: 'de' })
    await alice.api.startImport({ ...bad, emails: 'userid,email\nU5,dee@acme.example' })
    const done = await ranImport(world)
    expect(done).toMatchObject({ state: 'imported', dry_run: false, error: null })
    expect(done.report?.organization).toMatchObject({
      subdomain: 'orchard',
      name: 'Orchard',
      url: expect.stringContaining('orchard.'),
      realm_id: expect.any(Number),
    })
    expect((await contentsOf(world)).files.filter((file) => /import/.test(file))).toEqual([])

    const realm = await world.app.realms.byHost('orchard.localhost')
    const owner = realm?.directory.userByEmail(alice.email)
    expect(owner).toMatchObject({ role: 100, isActive: true, settings: { default_language: 'de' } })
    // Alice is not in the archive: she begins like a new user.
    const { subscriptions } = await readerAt(world, 'orchard').get<{ subscriptions: { name: string }[] }>(
      alice.email,
      '/users/me/subscriptions',
    )
    expect(subscriptions.map(({ name }) => name).sort()).toEqual(['general', 'random'])
    expect(realm?.directory.userByEmail('dee@acme.example')).toMatchObject({ isActive: true })
    const { rows } = await sql<{ password_hash: string | null }>`
      select password_hash from account where id in (${owner?.id ?? 0}, ${alice.id})`.execute(
      world.app.database.db,
    )
    expect(new Set(rows.map((row) => row.password_hash)).size).toBe(1)
    expect(rows[0]?.password_hash).toContain('argon2')
    const messages = await readerAt(world, 'orchard').messages(alice.email, [
      { operator: 'channel', operand: 'general' },
    ])
    expect(messages.map(({ content }) => content)).toContain('Are the **plums** ripe, @**Bo**?')

    await expect(alice.api.startImport({ ...start, subdomain: 'grove' })).rejects.toMatchObject(
      withReason('import-imported'),
    )
    // The report stays until another import replaces it.
    await alice.api.createImport(archive)
    expect(await stateOf(world)).toMatchObject({ state: 'uploading', report: null })
  })

  it('says in a sentence what is wrong with a hostile archive, leaves nothing, and can be started again', async () => {
    const world = await createWorld()
    const { api } = world.alice
    const hostile = zipOf(entriesOf({ 'users.json': [], '../../escape.txt': 'x' }))
    const { id: import_id } = await uploadedArchive(world, hostile)
    const before = await contentsOf(world)
    await api.startImport({ import_id, subdomain: 'acme' })
    const failed = await ranImport(world)
    expect(failed).toMatchObject({
      state: 'failed',
      report: null,
      error: expect.stringMatching(/unsafe name.*\.$/),
      reason: 'archive-name-unsafe',
      reason_params: { name: '"../../escape.txt"' },
    })
    expect(await contentsOf(world)).toEqual(before)
    await api.startImport({ import_id, dry_run: true })
    expect(await stateOf(world)).toMatchObject({ state: 'waiting', error: null })
    await api.deleteImport({ import_id })
    expect(await contentsOf(world)).toMatchObject({ requested_import: 0, files: [] })
  })

  it('is deleted after seven days without activity, with its files', async () => {
    const world = await createWorld()
    const { alice, app, clock } = world
    const { realm_import: created } = await alice.api.createImport(archive)
    await addChunk(world, alice, created, 0, 'four')
    await app.files.put('imports/2/orphan/piece', Buffer.from('x'), { contentType: 'text/plain' })
    clock.advance(days(6))
    await deleteOldImports.run(app, {})
    expect((await contentsOf(world)).files).toHaveLength(1)
    await addChunk(world, alice, created, 4, 's')
    clock.advance(days(6))
    await deleteOldImports.run(app, {})
    expect(await stateOf(world)).toMatchObject({ received: 5 })
    clock.advance(days(2))
    await deleteOldImports.run(app, {})
    expect(await alice.api.getImport({})).toMatchObject({ realm_import: null })
    expect((await contentsOf(world)).files).toEqual([])
  })
})

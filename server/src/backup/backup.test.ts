import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createApi } from '@loquat/client'
import { createWorld, eventually, sendChannelMessage, sendToGeneral } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runAdmin } from '../admin/main.ts'
import { deleteUploadedFiles } from '../features/conversation/uploads/files.ts'
import { uploaded } from '../features/conversation/uploads/testing/fixtures.ts'
import { openBucket } from '../platform/files/testing/s3.ts'
import { writeBackup } from './make.ts'
import {
  admin,
  configOf,
  emptyInstallation,
  rowCounts,
  served,
  temporaryFolder,
} from './testing/installations.ts'

async function passphraseFile(text = 'a passphrase for plums'): Promise<string> {
  const path = join(await temporaryFolder(), 'passphrase')
  await writeFile(path, `${text}\n`)
  return path
}

/** A world with a message, a file and a queue, and its backup. */
async function backedUp(...options: string[]) {
  const world = await createWorld()
  const { link } = await uploaded(world.alice)
  await sendToGeneral(world.alice, `look at ${link}`)
  const queue = await world.alice.api.register({})
  const file = join(await temporaryFolder(), 'orchard.tar.zst')
  const made = await admin(configOf(world), 'backup', '--out', file, ...options)
  return { world, file, made, queue }
}

const untouched = [
  'public.backup',
  'public.files_folder',
  'public.lease',
  'public.log_epoch',
  'public.event_queue',
  'public.kysely_migration',
]

describe('a backup', () => {
  it('gives back the same organization, ids, keys, sessions, messages and files on another machine', async () => {
    const { world, file, made, queue } = await backedUp()
    expect(made).toMatchObject({ exitCode: 0, messages: 1, missing_files: 0, encrypted: false })
    expect((await stat(file)).mode & 0o777).toBe(0o600)

    const { database, config } = await emptyInstallation()
    expect(await admin(config, 'restore', file)).toMatchObject({ exitCode: 0, messages: 1 })
    const [before, after] = [await rowCounts(world.database), await rowCounts(database)]
    for (const counts of [before, after]) for (const name of untouched) delete counts[name]
    expect(after).toEqual(before)

    const { url } = await served(config)
    const { email, apiKey } = world.alice
    const api = createApi({ url, credentials: { email, apiKey } })
    expect(await api.getOwnUser()).toMatchObject({ user_id: world.alice.id })
    const lastOf = async (one: typeof api) => (await one.getAuditLog({ limit: 1 })).entries[0]
    expect(await lastOf(world.alice.api)).toMatchObject({ kind: 'backup.made', credential: 'command_line' })
    expect(await lastOf(api)).toMatchObject({ kind: 'backup.restored', credential: 'command_line' })
    expect(await admin(config, 'audit', 'verify')).toMatchObject({ exitCode: 0, ok: true })
    const { messages } = await api.getMessages({ anchor: 'newest', num_before: 10, num_after: 0, narrow: [] })
    expect(messages.map(({ content }) => content)).toEqual([expect.stringContaining('look at')])
    const [attachment] = (await api.getAttachments()).attachments
    const downloaded = await fetch(`${url}/user_uploads/${attachment?.path_id}?api_key=${apiKey}`, {
      headers: { authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}` },
    })
    expect(await downloaded.text()).toBe('figs')
    const { queue_id, last_event_id } = queue
    await expect(
      api.getEvents({ queue_id: queue_id ?? '', last_event_id, dont_block: true }),
    ).rejects.toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
    })
    // New messages continue after the old ones.
    const sent = await api.sendMessage({ type: 'channel', to: 'general', topic: 'plums', content: 'back' })
    expect(sent.id).toBeGreaterThan(messages[0]?.id ?? 0)
  })

  it('is verified in a scratch database, which is gone afterwards', async () => {
    const { world, file } = await backedUp()
    const config = configOf(world)
    expect(await admin(config, 'backup', 'verify', file)).toMatchObject({
      exitCode: 0,
      ok: true,
      messages: 1,
    })
    const { rows } = await sql`select from pg_database where datname like 'loquat_verify_%'`.execute(
      world.app.database.db,
    )
    expect(rows).toEqual([])
  })

  it('is encrypted with a passphrase, and only opened with it', async () => {
    const passphrase = await passphraseFile()
    const { world, file, made } = await backedUp('--passphrase-file', passphrase)
    expect(made).toMatchObject({ exitCode: 0, encrypted: true })
    expect((await readFile(file)).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    const config = configOf(world)
    const verify = (...options: string[]) => admin(config, 'backup', 'verify', file, ...options)
    expect(await verify()).toMatchObject({ exitCode: 1, error: expect.stringContaining('encrypted') })
    expect(await verify('--passphrase-file', await passphraseFile('not the passphrase'))).toMatchObject({
      exitCode: 1,
      error: 'The passphrase is wrong.',
    })
    expect(await verify('--passphrase-file', passphrase)).toMatchObject({ exitCode: 0, ok: true })
  })

  it('that is cut off, changed or something else is rejected, and leaves nothing', async () => {
    const { file } = await backedUp()
    const bytes = await readFile(file)
    const changed = Buffer.from(bytes)
    changed[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 0xff
    const broken = {
      cut: bytes.subarray(0, bytes.length - 500),
      changed,
      other: Buffer.from('plums'.repeat(1_000)),
    }
    const { database, config } = await emptyInstallation()
    for (const [name, content] of Object.entries(broken)) {
      const path = join(await temporaryFolder(), name)
      await writeFile(path, content)
      expect(await admin(config, 'restore', path), name).toMatchObject({
        exitCode: 1,
        error: expect.stringMatching(/^The backup is (damaged|incomplete)/),
      })
      expect(Object.keys(await rowCounts(database)).filter((table) => table.startsWith('public.'))).toEqual(
        [],
      )
      expect(await readdir(config.dataDir)).not.toContain('files')
    }
  })

  it('is restored only into an empty installation', async () => {
    const { world, file } = await backedUp()
    expect(await admin(configOf(world, { dataDir: await temporaryFolder() }), 'restore', file)).toMatchObject(
      {
        exitCode: 1,
        error: expect.stringContaining('it has the organization "Orchard"'),
      },
    )
    const { config } = await emptyInstallation()
    await mkdir(join(config.dataDir, 'files', 'uploads'), { recursive: true })
    await writeFile(join(config.dataDir, 'files', 'uploads', 'figs'), 'figs')
    expect(await admin(config, 'restore', file)).toMatchObject({
      exitCode: 1,
      error: expect.stringContaining('storage for files is not empty'),
    })
    const other = await emptyInstallation({ secretKeys: [Buffer.alloc(32, 'other')] })
    expect(await admin(other.config, 'restore', file)).toMatchObject({
      exitCode: 1,
      error: expect.stringContaining('another secret key'),
    })
  })

  it('is restored without tables of others, and says so', async () => {
    const world = await createWorld()
    await sql`create table plum (id bigint generated always as identity)`.execute(world.app.database.db)
    await sql`insert into plum default values`.execute(world.app.database.db)
    const { file } = await admin(configOf(world), 'backup', '--out', await temporaryFolder())
    const { config } = await emptyInstallation()
    expect(await admin(config, 'restore', String(file))).toMatchObject({
      exitCode: 0,
      foreign_tables: ['public.plum'],
    })
  })

  it('reports files that are missing, and contains the rest', async () => {
    const world = await createWorld()
    const { pathId } = await uploaded(world.alice)
    await uploaded(world.bob)
    await rm(join(world.app.config.dataDir, 'files', 'uploads', ...pathId.split('/').slice(0, 2)), {
      recursive: true,
    })
    const made = await admin(configOf(world), 'backup', '--out', await temporaryFolder())
    expect(made).toMatchObject({ exitCode: 0, files: 1, missing_files: 1 })
  })

  it('is not made twice at once, and not over a file', async () => {
    const world = await createWorld()
    const folder = await temporaryFolder()
    const [one, other] = await Promise.all([
      admin(configOf(world), 'backup', '--out', join(folder, 'one')),
      admin(configOf(world), 'backup', '--out', join(folder, 'other')),
    ])
    const failed = [one, other].find(({ exitCode }) => exitCode === 1)
    expect(failed).toMatchObject({ error: 'Another backup is running.' })
    const [made] = await readdir(folder)
    expect(await admin(configOf(world), 'backup', '--out', join(folder, made ?? ''))).toMatchObject({
      exitCode: 1,
      error: expect.stringContaining('exists already'),
    })
  })

  it('that is interrupted leaves nothing', async () => {
    const world = await createWorld()
    await sendChannelMessage(world.alice)
    const folder = await temporaryFolder()
    const interrupted = new AbortController()
    const { text, exitCode } = await runAdmin(['backup', '--out', folder], configOf(world), {
      signal: () => interrupted.signal,
      // The first report comes while the database is read.
      progress: { print: () => {}, show: () => interrupted.abort(), end: () => {} },
    })
    expect({ text, exitCode }).toEqual({ text: 'Interrupted. Nothing was written.', exitCode: 1 })
    expect(await readdir(folder)).toEqual([])
  })

  it('that finds the disk full says so', async () => {
    const world = await createWorld()
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    const destination = {
      isFolder: true,
      write: async (_: string, content: Readable) => {
        for await (const chunk of content) if (chunk) throw full
        throw full
      },
      list: async () => [],
      remove: async () => {},
    }
    const sources = { database: world.database, files: world.app.files, secretKeys: [] }
    await expect(writeBackup(sources, destination)).rejects.toThrow('The disk is full. Nothing was written.')
  })

  it('contains every message that was acknowledged before it began', async () => {
    const world = await createWorld()
    const file = join(await temporaryFolder(), 'busy.tar.zst')
    const acknowledged: number[] = []
    let isSending = true
    const sending = (async () => {
      while (isSending) acknowledged.push(await sendChannelMessage(world.alice))
    })()
    await eventually(async () => expect(acknowledged.length).toBeGreaterThan(20))
    const before = [...acknowledged]
    expect(await admin(configOf(world), 'backup', '--out', file)).toMatchObject({ exitCode: 0 })
    isSending = false
    await sending
    expect(acknowledged.length).toBeGreaterThan(before.length)
    const { config } = await emptyInstallation()
    await admin(config, 'restore', file)
    const { url } = await served(config)
    const { email, apiKey } = world.alice
    const { messages } = await createApi({ url, credentials: { email, apiKey } }).getMessages({
      anchor: 'oldest',
      num_before: 0,
      num_after: 1_000,
      narrow: [],
    })
    const restored = messages.map(({ id }) => id)
    expect(restored.slice(0, before.length)).toEqual(before)
    // Later ones may be there, in order and without a gap.
    expect(restored).toEqual(acknowledged.slice(0, restored.length))
  })

  it('goes to a bucket and comes back from there', async () => {
    const { config: s3, objects, unfinished } = await openBucket()
    const world = await createWorld()
    await sendChannelMessage(world.alice)
    const backup = {
      ...world.app.config.backup,
      s3: { ...s3, endpoint: s3.endpoint.replace('/orchard', '') },
    }
    const made = await admin(configOf(world, { backup }), 'backup', '--out', 's3://orchard/nightly')
    expect(made).toMatchObject({
      exitCode: 0,
      file: expect.stringMatching(/^s3:\/\/orchard\/nightly\/loquat-/),
    })
    expect([...objects.keys()]).toEqual([String(made.file).replace('s3://orchard/', '')])
    expect(unfinished.size).toBe(0)
    const { config } = await emptyInstallation({ backup })
    expect(await admin(config, 'restore', String(made.file))).toMatchObject({ exitCode: 0, messages: 1 })
  })
})

describe('files that are deleted while a backup runs', () => {
  it('stay until it has ended', async () => {
    const world = await createWorld()
    const { pathId } = await uploaded(world.alice)
    const { db } = world.app.database
    await sql`insert into lease values ('backup', 'somebody', now() + interval '1 hour')`.execute(db)
    const [attachment] = (await world.alice.api.getAttachments()).attachments
    await world.alice.api.deleteAttachment({ attachment_id: attachment?.id ?? 0 })
    await deleteUploadedFiles.run(world.app, { pathIds: [pathId] })
    const key = `uploads/${pathId.split('/').slice(0, 2).join('/')}/file`
    expect(await world.app.files.get(key)).toBeDefined()
    await sql`delete from lease`.execute(db)
    await deleteUploadedFiles.run(world.app, { pathIds: [pathId] })
    await eventually(async () => expect(await world.app.files.get(key)).toBeUndefined())
  })
})

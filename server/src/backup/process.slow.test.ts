import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApi } from '@loquat/client'
import { createWorld, eventually, sendChannelMessage, type World } from '@loquat/devkit'
import { dataFolder } from '@loquat/devkit/data-folder'
import { ownerCredentials } from '@loquat/devkit/server-process'
import { Decrypter } from 'age-encryption'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { locateBinaries } from '../db/embedded/binaries.ts'
import { createLogger } from '../platform/logger.ts'
import { admin, configOf, emptyInstallation, served, temporaryFolder } from './testing/installations.ts'
import { upgradeCluster } from './upgrade-cluster.ts'

const script = fileURLToPath(new URL('../bin/admin.js', import.meta.url))

/** The command in a process of its own. */
function start(env: Record<string, string>, ...args: string[]): { child: ChildProcess; output(): string } {
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, output: () => output }
}

const environmentOf = (world: World): Record<string, string> => ({
  DATABASE_URL: String(configOf(world).databaseUrl),
  LOQUAT_DATA_DIR: world.app.config.dataDir,
  LOQUAT_SECRET_KEY: world.app.config.secretKeys.map((key) => key.toString('base64')).join(),
})

/** Keeps a backup from getting further than its beginning. */
async function blockBackups(world: World): Promise<() => Promise<void>> {
  const client = new pg.Client(world.database)
  await client.connect()
  await client.query('begin; lock table message in access exclusive mode')
  return () => client.end()
}

describe('a backup that is ended while it runs', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('by %s leaves nothing and says so', async (signal) => {
    const world = await createWorld()
    const folder = await temporaryFolder()
    const unblock = await blockBackups(world)
    const { child, output } = start(environmentOf(world), 'backup', '--out', folder)
    await eventually(async () => expect(await readdir(folder)).toEqual([expect.stringMatching(/\.partial$/)]))
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(output()).toContain('Interrupted. Nothing was written.')
    expect(await readdir(folder)).toEqual([])
    await unblock()
  })

  it('by kill -9 leaves no backup, and the next one removes the rest and has every message', async () => {
    const world = await createWorld()
    const sent = [await sendChannelMessage(world.alice), await sendChannelMessage(world.alice)]
    const folder = await temporaryFolder()
    const unblock = await blockBackups(world)
    const { child } = start(environmentOf(world), 'backup', '--out', folder)
    await eventually(async () => expect(await readdir(folder)).toEqual([expect.stringMatching(/\.partial$/)]))
    child.kill('SIGKILL')
    await once(child, 'exit')
    await unblock()
    // Its lease ends by itself after a minute.
    await sql`delete from lease`.execute(world.app.database.db)
    const made = await admin(configOf(world), 'backup', '--out', folder)
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^loquat-.*\.tar\.zst$/)])

    const { config } = await emptyInstallation()
    expect(await admin(config, 'restore', String(made.file))).toMatchObject({ exitCode: 0 })
    const { url } = await served(config)
    const { email, apiKey } = world.alice
    const api = createApi({ url, credentials: { email, apiKey } })
    const { messages } = await api.getMessages({ anchor: 'oldest', num_before: 0, num_after: 9, narrow: [] })
    expect(messages.map(({ id }) => id)).toEqual(sent)
  })
})

it('an encrypted backup can be opened by other programs for age', async () => {
  const world = await createWorld()
  const folder = await temporaryFolder()
  const passphrase = join(folder, 'passphrase')
  await writeFile(passphrase, 'plums and pears\n')
  const out = join(folder, 'backup.age')
  await admin(configOf(world), 'backup', '--out', out, '--passphrase-file', passphrase)
  const decrypter = new Decrypter()
  decrypter.addPassphrase('plums and pears')
  const zstandard = Buffer.from(await decrypter.decrypt(new Uint8Array(await readFile(out))))
  expect(zstandard.subarray(0, 4).toString('hex')).toBe('28b52ffd')
})

describe('the embedded database', () => {
  it('is backed up while the server runs, and restored into an empty data folder', async () => {
    const { dataDir, start: startServer } = await dataFolder()
    const server = await startServer()
    const anyone = createApi({ url: server.url })
    const { api_key } = await anyone.fetchApiKey({
      username: ownerCredentials.email,
      password: ownerCredentials.password,
    })
    const credentials = { email: ownerCredentials.email, apiKey: api_key }
    const api = createApi({ url: server.url, credentials })
    const { id } = await api.sendMessage({ type: 'channel', to: 'general', topic: 'plums', content: 'ripe' })
    const out = join(await temporaryFolder(), 'backup.tar.zst')
    const backup = start({ LOQUAT_DATA_DIR: dataDir }, 'backup', '--out', out, '--json')
    expect(await once(backup.child, 'exit'), backup.output()).toEqual([0, null])
    await server.stop()

    const { dataDir: other, start: startOther } = await dataFolder('empty')
    const restore = start({ LOQUAT_DATA_DIR: other }, 'restore', out)
    expect(await once(restore.child, 'exit'), restore.output()).toEqual([0, null])
    const restored = createApi({ url: (await startOther()).url, credentials })
    expect((await restored.getMessage({ message_id: id })).message.content).toBe('<p>ripe</p>')
  })

  it('of another major version is not started, but moved to the new one with its queues', async () => {
    const { dataDir, start: startServer } = await dataFolder()
    const server = await startServer()
    const { api_key } = await createApi({ url: server.url }).fetchApiKey({
      username: ownerCredentials.email,
      password: ownerCredentials.password,
    })
    const credentials = { email: ownerCredentials.email, apiKey: api_key }
    const api = createApi({ url: server.url, credentials })
    const { queue_id, last_event_id } = await api.register({})
    const { id } = await api.sendMessage({ type: 'channel', to: 'general', topic: 'plums', content: 'ripe' })
    await server.stop()

    // There is only one PostgreSQL here, so the versions are made up, and the rest is real.
    const binaries = await locateBinaries()
    const newBinaries = { ...binaries, major: binaries.major + 1 }
    const logger = createLogger('silent')
    const old = upgradeCluster(dataDir, { oldBinaries: undefined, newBinaries, logger })
    await expect(old).rejects.toThrow(`The database is of PostgreSQL ${binaries.major}.`)
    const upgraded = await upgradeCluster(dataDir, { oldBinaries: binaries, newBinaries, logger })
    expect(upgraded).toMatchObject({ from: binaries.major, to: binaries.major + 1 })
    expect((await readdir(dataDir)).filter((name) => /postgres|upgrade/.test(name)).sort()).toEqual([
      'postgres',
      `postgres-${binaries.major}`,
      'postgres.log',
    ])
    const again = await startServer()
    const after = createApi({ url: again.url, credentials })
    const { events } = await after.getEvents({ queue_id: queue_id ?? '', last_event_id, dont_block: true })
    expect(events.map((event) => event.type)).toContain('message')
    expect((await after.getMessage({ message_id: id })).message.content).toBe('<p>ripe</p>')
    await again.stop()

    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), `${binaries.major - 1}\n`)
    await expect(startServer()).rejects.toThrow('npm run admin -- upgrade-database')
  })
})

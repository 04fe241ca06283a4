import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createApi } from '@loquat/client'
import { Browser, createWorld, type Person, type World } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  admin,
  configOf,
  emptyInstallation,
  served,
  temporaryFolder,
} from '../backup/testing/installations.ts'
import { createApp } from '../create-app.ts'
import { uploaded, words } from '../features/conversation/uploads/testing/fixtures.ts'
import type { Config } from '../platform/config.ts'
import { storageFor } from '../platform/files/storage-for.ts'
import { keysOf } from '../platform/files/testing/storage-contract.ts'
import { createLogger } from '../platform/logger.ts'

/** Starts as a server does, and ends again. */
async function start(world: World, config: Config): Promise<void> {
  const app = await createApp(config, world.database, { logger: createLogger('silent') })
  await app.close()
}

const storedKeys = async (config: Config) => (await keysOf(storageFor(config).list())).sort()

/** Downloads a file from one of several servers on the database. */
async function download(server: { url: string }, pathId: string, { email, apiKey }: Person, range?: string) {
  const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
  const headers = { authorization, ...(range === undefined ? {} : { range }) }
  return await fetch(`${server.url}/user_uploads/${pathId}`, { headers })
}

const apiOf = ({ url }: { url: string }, { email, apiKey }: Person) =>
  createApi({ url, credentials: { email, apiKey } })

describe('A master key', () => {
  const [first, second] = [randomBytes(32), randomBytes(32)]

  it('encrypts new files at once and old ones on command, and is replaced while servers run', async () => {
    const dataDir = await temporaryFolder()
    const world = await createWorld({ config: { dataDir } })
    const { alice } = world
    const old = await uploaded(alice, words('old.txt', 'old plums'))
    expect(await admin(configOf(world), 'encryption', 'status')).toMatchObject({
      on: false,
      encrypted_files: 0,
      unencrypted_files: 1,
    })
    expect(await admin(configOf(world), 'encryption', 'files')).toMatchObject({
      exitCode: 1,
      error: 'Set LOQUAT_MASTER_KEY first.',
    })

    const config = configOf(world, { masterKeys: [first] })
    const node = await served(config)
    const textOf = async (server: { url: string }, { pathId }: { pathId: string }) =>
      await (await download(server, pathId, alice)).text()
    expect(await textOf(node, old)).toBe('old plums')
    const fresh = await uploaded({ ...alice, api: apiOf(node, alice) }, words('new.txt', 'new pears'))
    const whole = await download(node, fresh.pathId, alice)
    expect([await whole.text(), whole.headers.get('content-length')]).toEqual(['new pears', '9'])
    const part = await download(node, fresh.pathId, alice, 'bytes=4-7')
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      'pear',
      'bytes 4-7/9',
    ])
    // A server that was not restarted yet has no such file, rather than an unreadable one.
    expect((await download(world, fresh.pathId, alice)).status).toBe(404)

    expect(await admin(config, 'encryption', 'files')).toMatchObject({ exitCode: 0, files: 1, bytes: 9 })
    expect(await admin(config, 'encryption', 'files')).toMatchObject({ exitCode: 0, files: 0 })
    for (const key of await storedKeys(config)) {
      expect(key).toMatch(/\.encrypted$/)
      const bytes = await readFile(join(dataDir, 'files', key))
      expect(bytes.includes('plums') || bytes.includes('pears')).toBe(false)
    }
    expect(await textOf(node, old)).toBe('old plums')

    // A login with the old hash replaces it by one with a secret; both keys of the server open it.
    const hashOf = async () => {
      const { password_hash } = await world.app.database.db
        .selectFrom('account')
        .select('password_hash')
        .where('id', '=', alice.id)
        .executeTakeFirstOrThrow()
      return password_hash
    }
    expect(await hashOf()).toMatch(/^\$argon2id/)
    for (let n = 0; n < 2; n++) expect((await new Browser(node).logIn(alice)).status).toBe(200)
    expect(await hashOf()).toMatch(/^keyed:/)

    const files = await Promise.all(
      (await storedKeys(config)).map((key) => readFile(join(dataDir, 'files', key))),
    )
    const both = { ...config, masterKeys: [second, first] }
    expect(await admin({ ...config, masterKeys: [second] }, 'encryption', 'rotate')).toMatchObject({
      exitCode: 1,
      error: expect.stringMatching(
        /^Files and secrets are encrypted with the master key \w{8}, but .* is \w{8}: add the key \w{8} behind it, separated by a comma\.$/,
      ),
    })
    expect(await admin(both, 'encryption', 'rotate')).toMatchObject({ exitCode: 0, rewrapped: 3 })
    expect(await admin(both, 'encryption', 'rotate')).toMatchObject({ exitCode: 0, rewrapped: 0 })
    expect(await textOf(node, old)).toBe('old plums')
    await start(world, { ...config, masterKeys: [second] })
    await start(world, both)
    await expect(start(world, config)).rejects.toMatchObject({ name: 'StartError' })
    expect(await textOf(await served({ ...config, masterKeys: [second] }), fresh)).toBe('new pears')
    const after = await Promise.all(
      (await storedKeys(config)).map((key) => readFile(join(dataDir, 'files', key))),
    )
    expect(after).toEqual(files)
    const { entries } = await alice.api.getAuditLog({ limit: 2, kinds: ['encryption.changed'] })
    expect(entries.map(({ kind }) => kind)).toEqual(['encryption.changed', 'encryption.changed'])

    // Secrets open in their own row only.
    const { db } = world.app.database
    const prefixes = await sql`select distinct left(value_sealed, 3) as prefix from server_secret`.execute(db)
    expect(prefixes.rows).toEqual([{ prefix: 's2.' }])
    const swap = sql`update server_secret a set value_sealed = b.value_sealed from server_secret b
      where a.name in ('signing', 'web-push') and b.name in ('signing', 'web-push') and a.name <> b.name`
    await swap.execute(db)
    await expect(start(world, both)).rejects.toThrow()
    await swap.execute(db)

    // The secret key is in the database, encrypted, and is not needed from outside.
    const alone = { ...config, masterKeys: [second], secretKeys: [], secretKeyFile: undefined }
    await start(world, alone)
    await expect(start(world, { ...config, masterKeys: [] })).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(
        /^Files and secrets are encrypted with the master key \w{8}: set LOQUAT_MASTER_KEY or LOQUAT_MASTER_KEY_FILE\.$/,
      ),
    })
    await sql`update data_key set wrapped = (select wrapped from data_key where purpose = 'secrets')`.execute(
      db,
    )
    await expect(start(world, alone)).rejects.toMatchObject({
      message: expect.stringContaining('was changed: restore that row from a backup'),
    })
  })

  it('is not part of backups, which a restore refuses without it, and names', async () => {
    const dataDir = await temporaryFolder()
    const world = await createWorld({ config: { dataDir, masterKeys: [first] } })
    const { pathId } = await uploaded(world.alice, words('figs.txt', 'sealed figs'))
    const file = join(await temporaryFolder(), 'orchard.tar.zst')
    expect(await admin(configOf(world), 'backup', '--out', file)).toMatchObject({
      exitCode: 0,
      files: 1,
      missing_files: 0,
      needs_master_key: true,
    })
    expect(await admin(configOf(world), 'backup', 'verify', file)).toMatchObject({ exitCode: 0, ok: true })
    for (const masterKeys of [[], [second]]) {
      const { config } = await emptyInstallation({ masterKeys })
      expect(await admin(config, 'restore', file)).toMatchObject({
        exitCode: 1,
        error: expect.stringMatching(
          /^The backup cannot be used here\. Files and secrets are encrypted with the master key \w{8}/,
        ),
      })
    }
    const { config } = await emptyInstallation({ masterKeys: [first] })
    expect(await admin(config, 'restore', file)).toMatchObject({ exitCode: 0, files: 1 })
    // Nothing but the master key is needed.
    await expect(readFile(join(config.dataDir, 'secret-key'))).rejects.toMatchObject({ code: 'ENOENT' })
    const server = await served(config)
    expect(await apiOf(server, world.alice).getOwnUser()).toMatchObject({ user_id: world.alice.id })
    expect(await (await download(server, pathId, world.alice)).text()).toBe('sealed figs')
    expect(await admin(config, 'audit', 'verify')).toMatchObject({ exitCode: 0, ok: true })
  })

  it('on a new machine is the only key', async () => {
    const { config } = await emptyInstallation({ masterKeys: [first] })
    const { app } = await served(config)
    await expect(readFile(join(config.dataDir, 'secret-key'))).rejects.toMatchObject({ code: 'ENOENT' })
    await app.files.put('a/b', Buffer.from('plums'), { contentType: 'text/plain' })
    expect(await storedKeys(config)).toEqual(['a/b.encrypted'])
    // A secret key from outside replaces the stored one, as without a master key.
    await writeFile(join(config.dataDir, 'secret-key'), randomBytes(32).toString('base64'))
    const { app: replaced } = await served(config)
    expect(replaced.sealer.prefix).not.toBe(app.sealer.prefix)
    await rm(join(config.dataDir, 'secret-key'))
    const { app: again } = await served(config)
    expect(again.sealer.prefix).toBe(replaced.sealer.prefix)
  })
})

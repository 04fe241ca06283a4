import { mkdir, readdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createWorld, testConfig } from '@loquat/devkit'
import { expect, it } from 'vitest'
import {
  admin,
  configOf,
  emptyInstallation,
  served,
  temporaryFolder,
} from '../backup/testing/installations.ts'
import type { Config } from '../platform/config.ts'
import { openBucket } from '../platform/files/testing/s3.ts'
import { startServer } from '../serve.ts'
import { claimFilesFolder } from './files-folder.ts'

it('Servers start on one database only with the same files: one folder, or S3', async () => {
  const { config } = await emptyInstallation({ secretKeys: testConfig().secretKeys })
  const { app } = await served(config)
  const claim = (changes: Partial<Config>) => claimFilesFolder(app.database.db, { ...config, ...changes })

  const elsewhere = await temporaryFolder()
  const refused = startServer({ ...config, dataDir: elsewhere, port: 0, logLevel: 'silent' })
  await expect(refused).rejects.toThrow(/another folder than .*LOQUAT_S3_BUCKET.*LOQUAT_SHARED_FILES=true/)
  await claim({ dataDir: elsewhere, s3: (await openBucket()).config })

  // As on a file system that several machines mount.
  const mounted = await temporaryFolder()
  await symlink(join(config.dataDir, 'files'), join(mounted, 'files'))
  await claim({ dataDir: mounted })

  await claim({ dataDir: elsewhere, sharedFiles: true })
  await claim({ dataDir: elsewhere })
  await claim({})
  // The mark is no file of anybody.
  for await (const key of app.files.list()) expect(key).toBeUndefined()
  await rm(join(elsewhere, 'files'), { recursive: true })
  await mkdir(join(elsewhere, 'files'))
  await expect(claim({ dataDir: elsewhere })).rejects.toThrow(/another folder/)
})

it('Servers that start together on a new database claim one folder', async () => {
  const { app, database } = await createWorld()
  const config = { ...app.config, databaseUrl: `postgres:///${database.database}` }
  await Promise.all(Array.from({ length: 4 }, () => claimFilesFolder(app.database.db, config)))
  expect(await readdir(join(config.dataDir, 'files'))).toContain('.folder-id')
  const others = await Promise.all([temporaryFolder(), temporaryFolder()])
  for (const dataDir of others)
    await expect(claimFilesFolder(app.database.db, { ...config, dataDir })).rejects.toThrow(/another folder/)
})

it('A restored installation claims the folder that its files were restored to', async () => {
  const world = await createWorld()
  const own = configOf(world)
  await claimFilesFolder(world.app.database.db, own)
  const file = join(await temporaryFolder(), 'backup.tar.zst')
  await admin(own, 'backup', '--out', file)
  const { config } = await emptyInstallation()
  expect(await admin(config, 'restore', file)).toMatchObject({ exitCode: 0 })
  const { app } = await served(config)
  expect(await app.database.db.selectFrom('files_folder').selectAll().execute()).toHaveLength(1)
})

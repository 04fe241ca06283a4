import type { World } from '@loquat/devkit'
import { expect } from 'vitest'
import { liveExport } from '../../features/imports/follow/testing/live-export.ts'
import { admin, archiveFile, imported } from './import-world.ts'

/** Imports an export of the world's organization as a preview, which follows it through an owner's key. */
export async function preview(world: World, url = world.url) {
  const path = await archiveFile(await liveExport(world.alice.api, 'trial'), 'export.tar.gz')
  const { email, apiKey } = world.alice
  const account = ['--follow', url, '--email', email, '--key', apiKey, '--once']
  const report = await admin(world, 'import', 'zulip', path, ...account)
  expect(report).toMatchObject({ exitCode: 0 })
  return await imported(world, 'trial', email)
}

export const follow = (world: World, ...more: string[]) =>
  admin(world, 'follow', '--organization', 'trial', '--once', ...more)

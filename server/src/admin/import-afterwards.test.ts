import { createWorld } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { entriesOf, tarOf } from '../features/imports/archives/testing/archives.ts'
import { sampleFiles } from '../features/imports/zulip/testing/sample.ts'
import { admin, archiveFile, imported, statusAt } from './testing/import-world.ts'

describe('after an import', () => {
  it('people are invited by email only on request, and the organization can change its subdomain', async () => {
    const world = await createWorld()
    const path = await archiveFile(tarOf(entriesOf(sampleFiles())))
    expect(await admin(world, 'import', 'zulip', path, '--subdomain', 'trial')).toMatchObject({ exitCode: 0 })
    const emails = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*) from graphile_worker.jobs where task_identifier = 'deliver-mail'`.execute(
        world.app.database.db,
      )
      return rows[0]?.count
    }
    const before = await emails()
    const invite = ['user', 'invite', '--organization', 'trial']
    const people = ['ada@orchard.example', 'ben@orchard.example']
    expect(await admin(world, ...invite, '--all', '--dry-run')).toEqual({
      exitCode: 0,
      invited: people,
      dry_run: true,
    })
    expect(await emails()).toBe(before)
    expect(await admin(world, ...invite, '--all', '--only-never-logged-in')).toMatchObject({
      exitCode: 0,
      invited: people,
    })
    expect(await emails()).toBe((before ?? 0) + 2)
    expect(await admin(world, ...invite)).toMatchObject({
      exitCode: 1,
      error: expect.stringContaining('--all'),
    })
    expect(await admin(world, ...invite, '--email', 'cid@orchard.example')).toMatchObject({ exitCode: 1 })

    expect(await statusAt(world, 'trial')).toBe(200)
    const rename = ['org', 'rename-subdomain', '--organization', 'trial', '--to']
    expect(await admin(world, ...rename, 'www')).toMatchObject({ exitCode: 1 })
    expect(await admin(world, ...rename, 'orchard')).toMatchObject({
      exitCode: 0,
      url: expect.stringContaining('orchard.'),
    })
    const ada = await imported(world, 'orchard', 'ada@orchard.example')
    await expect.poll(async () => (await ada.getServerSettings()).realm_url).toContain('orchard.')
    await expect.poll(() => statusAt(world, 'trial')).toBe(404)
  })
})

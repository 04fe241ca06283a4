import { createWorld, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { entriesOf, tarOf, zipOf } from '../features/imports/archives/testing/archives.ts'
import { workspace } from '../features/imports/slack/testing/workspace.ts'
import { sampleFiles } from '../features/imports/zulip/testing/sample.ts'
import { admin, archiveFile, imported, statusAt } from './testing/import-world.ts'

describe('after an import', () => {
  it('doctor compares it with the report, people are invited only on request, and the subdomain can change', async () => {
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
    const doctor = async () => {
      const { checks } = await admin(world, 'doctor', '--imported', 'trial')
      const all = checks as { name: string; ok: boolean; detail: string }[]
      return all.filter(({ name }) => name.startsWith('Imported')).map(({ ok, detail }) => [ok, detail])
    }
    expect(await doctor()).toEqual([
      [true, 'all 9 are there'],
      [true, '0 messages out of order'],
      [true, '0 links to files that do not exist'],
      [true, '0 of unknown users'],
    ])
    const { db } = world.app.database
    const realm = sql`(select id from realm where subdomain = 'trial')`
    await sql`delete from message_flag where message_id in (select id from message where realm_id = ${realm})`.execute(
      db,
    )
    await sql`delete from message where content = 'to both' and realm_id = ${realm}`.execute(db)
    await sql`update message set sent_at = now() where content = 'to Ben' and realm_id = ${realm}`.execute(db)
    await sql`update message set rendered_content = replace(rendered_content, 'data-user-id="', 'data-user-id="9999') where realm_id = ${realm}`.execute(
      db,
    )
    await sql`update attachment set path_id = path_id || 'x' where realm_id = ${realm}`.execute(db)
    expect(await doctor()).toEqual([
      [false, 'direct messages 3 of 4; messages that were deleted or moved since then count as well'],
      [false, '1 messages out of order'],
      [false, '1 links to files that do not exist; the report says which files the archive lacks'],
      [false, '2 of unknown users'],
    ])
    expect(await admin(world, 'doctor', '--imported', 'nowhere')).toMatchObject({ exitCode: 1 })
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

  it('people learn once where their threads went, and administrators who has not logged in', async () => {
    const world = await createWorld()
    const path = await archiveFile(zipOf(entriesOf(workspace())), 'Acme Slack export.zip')
    expect(await admin(world, 'import', 'slack', path, '--subdomain', 'acme')).toMatchObject({ exitCode: 0 })
    const ann = await imported(world, 'acme', 'ann@acme.example')
    const notices = async (api: typeof ann) => {
      const { onboarding_steps = [] } = await api.register({})
      return onboarding_steps.map(({ name }) => name).filter((name) => name.startsWith('imported_from'))
    }
    expect(await notices(ann)).toEqual(['imported_from_slack'])
    await ann.markOnboardingStep({ onboarding_step: 'imported_from_slack' })
    expect(await notices(ann)).toEqual([])

    const { members } = await ann.getUsers({})
    const people = members.filter(({ is_bot }) => !is_bot).map(({ user_id }) => user_id)
    const unused = async () => (await ann.getImportedUsers({})).never_logged_in
    expect((await unused()).sort()).toEqual(people.sort())
    const account = ['--organization', 'acme', '--email', 'ann@acme.example']
    expect(await admin(world, 'user', 'password', ...account)).toMatchObject({ exitCode: 0 })
    expect((await unused()).sort()).toEqual(people.filter((id) => id !== ann.userId).sort())
    // People who join later have nothing to look for, and are not imported.
    world.clock.advance(60)
    const late = ['--email', 'late@acme.example', '--name', 'Late', '--organization', 'acme']
    expect(await admin(world, 'user', 'create', ...late)).toMatchObject({ exitCode: 0 })
    const joined = await imported(world, 'acme', 'late@acme.example')
    expect(await notices(joined)).toEqual([])
    expect(await unused()).not.toContain(joined.userId)
    await expect(joined.getImportedUsers({})).rejects.toMatchObject(withReason('caller-not-administrator'))
  })
})

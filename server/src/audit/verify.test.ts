import { createWorld, testConfig, type World } from '@loquat/devkit'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runAdmin } from '../admin/main.ts'
import { openTrail, startTrail } from './trail.ts'
import { verifyLog } from './verify.ts'

/** The problems found after an edit by a database superuser, which is undone. */
async function problemsAfter({ app, alice }: World, ...edits: RawBuilder<unknown>[]): Promise<string[]> {
  const realm = await app.realms.byHost('')
  const { api } = alice
  expect((await api.getAuditLog({ limit: 1 })).entries[0]?.id).toBeGreaterThan(8)
  let problems: string[] = []
  const undo = new Error('undo')
  await app.database.db
    .transaction()
    .execute(async (db) => {
      for (const edit of edits) await edit.execute(db)
      problems = (await verifyLog(db, app.trail.chain, realm?.id ?? 0)).problems
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return problems
}

async function admin({ database: { host, user, database }, app }: World, ...args: string[]) {
  const databaseUrl = `postgresql:///${database}?host=${host}&user=${user}`
  const config = testConfig({ databaseUrl, dataDir: app.config.dataDir })
  const { text, exitCode } = await runAdmin([...args, '--json'], config)
  const result = JSON.parse(text) as { ok: boolean; organizations: { newest: string; problems: string[] }[] }
  return { exitCode, ...result }
}

describe('An audit log that a database superuser edits', () => {
  it('is found to be changed, whichever way', async () => {
    const world = await createWorld()
    for (const name of ['Grove', 'Garden', 'Yard']) await world.alice.api.updateRealm({ name })
    expect(await problemsAfter(world)).toEqual([])
    const columns = ['at', 'kind', 'actor_id', 'credential', 'credential_id', 'address', 'before', 'after']
    for (const column of [...columns, 'target_name']) {
      const other = column === 'at' ? sql`at - interval '1 hour'` : column === 'actor_id' ? sql`7` : sql`'x'`
      const edit = sql`update audit_entry set ${sql.ref(column)} = ${other} where seq = 4`
      expect(await problemsAfter(world, edit), column).toContain(
        'Entry 4 was changed, or does not belong there.',
      )
    }
    const gone = sql`delete from audit_entry where seq = 5`
    expect(await problemsAfter(world, gone)).toEqual(['Entry 5 is missing.'])
    const closed = sql`update audit_entry set seq = seq - 1 where seq > 5`
    expect(await problemsAfter(world, gone, closed)).toContain(
      'Entry 5 was changed, or does not belong there.',
    )
    const moved = [
      sql`update audit_entry set seq = -2 where seq = 5`,
      sql`update audit_entry set seq = 5 where seq = 4`,
    ]
    expect(
      await problemsAfter(world, ...moved, sql`update audit_entry set seq = 4 where seq = -2`),
    ).toContain('Entry 4 was changed, or does not belong there.')
    const inserted = sql`
      insert into audit_entry select realm_id, seq + 1, at, kind, actor_id, credential, credential_id, address, target_type,
        target_id, target_name, before, after, mac from audit_entry order by seq desc limit 1`
    expect(await problemsAfter(world, inserted)).not.toEqual([])
  })

  it('is found to be cut off, or started anew', async () => {
    const world = await createWorld()
    const { alice } = world
    const { rows } = await sql<{ seq: number }>`select seq from audit_head`.execute(world.app.database.db)
    const [old] = rows
    await alice.api.updateRealm({ name: 'Grove' })
    const { organizations } = await admin(world, 'audit', 'verify')
    expect(organizations).toMatchObject([{ organization: '', problems: [] }])
    const cut = sql`delete from audit_entry where seq > ${old?.seq}`
    expect(await problemsAfter(world, cut)).toEqual([`Entry ${Number(old?.seq) + 1} is missing.`])
    const lied = sql`
      update audit_head h set seq = e.seq, mac = e.mac from (select seq, mac from audit_entry order by seq desc limit 1) e`
    expect(await problemsAfter(world, cut, lied)).toEqual(['The record of the newest entry was changed.'])
    const [noEntries, noHead] = [sql`delete from audit_entry`, sql`delete from audit_head`]
    expect(await problemsAfter(world, noEntries, noHead)).toEqual(['The log is missing.'])
    const { db } = world.app.database
    for (const edit of [noEntries, noHead]) await edit.execute(db)
    await alice.api.updateRealm({ name: 'Garden' })
    expect(await admin(world, 'audit', 'verify')).toMatchObject({
      exitCode: 1,
      ok: false,
      organizations: [{ problems: ['The beginning of the log is missing: it was started anew.'] }],
    })
  })

  it('and put back to an earlier state is found by an entry that was noted meanwhile', async () => {
    const world = await createWorld()
    const { db } = world.app.database
    await sql`create table old_head as select * from audit_head`.execute(db)
    await world.alice.api.updateRealm({ name: 'Grove' })
    const [{ newest } = { newest: '' }] = (await admin(world, 'audit', 'verify')).organizations
    await sql`delete from audit_entry where seq > (select seq from old_head)`.execute(db)
    await sql`update audit_head h set seq = o.seq, mac = o.mac, head_mac = o.head_mac from old_head o`.execute(
      db,
    )
    expect(await admin(world, 'audit', 'verify')).toMatchObject({ exitCode: 0, ok: true })
    const noted = await admin(world, 'audit', 'verify', '--organization', '', '--expect', newest)
    expect(noted).toMatchObject({
      exitCode: 1,
      organizations: [
        { problems: [expect.stringMatching(/^Entry \d+, which was noted earlier, is missing/)] },
      ],
    })
  })
})

describe('The audit log of an organization that a server of an earlier version created', () => {
  it('begins late without a false alarm, but only in the week after the upgrade', async () => {
    const world = await createWorld()
    const { app, alice, clock } = world
    const { db } = app.database
    const realm = await app.realms.byHost('')
    const withoutLog = async () => {
      await sql`delete from audit_entry`.execute(db)
      await sql`delete from audit_head`.execute(db)
    }
    // As the first start after the upgrade finds it.
    await withoutLog()
    await sql`delete from server_secret where name like 'audit%'`.execute(db)
    await startTrail(db, app.sealer, clock)
    const trail = await openTrail(db, app.sealer, clock)
    const verified = () => verifyLog(db, trail.chain, realm?.id ?? 0)
    expect(await verified()).toMatchObject({ entries: 1, problems: [] })

    // As the earlier version leaves a new organization.
    await withoutLog()
    await trail.beginLateLogs(db)
    await trail.beginLateLogs(db)
    expect(await verified()).toMatchObject({ entries: 1, problems: [] })
    await withoutLog()
    await trail.record(db, realm?.id ?? 0, { kind: 'password.changed', actorId: alice.id })
    expect(await verified()).toMatchObject({ entries: 2, problems: [] })

    clock.advance(8 * 86_400)
    await withoutLog()
    await trail.beginLateLogs(db)
    expect((await verified()).problems).toEqual(['The log is missing.'])
    await trail.record(db, realm?.id ?? 0, { kind: 'password.changed', actorId: alice.id })
    expect((await verified()).problems).toEqual(['The beginning of the log is missing: it was started anew.'])
  })
})

import { Browser, castPassword, createWorld, testConfig, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runAdmin } from '../../../admin/main.ts'
import { countDenial } from '../../../audit/denial-store.ts'
import { auditDenials } from './denials.ts'
import { auditFailedLogins } from './failed-logins.ts'

describe('An entry of the audit log', () => {
  it('says who changed what, from where, and by which credential', async () => {
    const world = await createWorld()
    const { alice, bob, carol, app } = world
    const browser = new Browser(world)
    const { session_id } = (await browser.logIn(bob)).body
    await browser.send('PATCH /json/realm', { description: 'Fruit', name: 'Orchard' })
    const { host, user, database } = world.database
    const config = testConfig({
      databaseUrl: `postgresql:///${database}?host=${host}&user=${user}`,
      dataDir: app.config.dataDir,
    })
    await runAdmin(['user', 'password', '--email', carol.email, '--password', 'plums and pears'], config)
    await alice.api.deactivateRealm({ deletion_delay_days: null })
    const { rows } = await sql`
      select kind, actor_id, credential, credential_id, address, target_id, before, after
      from audit_entry order by seq desc limit 4`.execute(app.database.db)
    expect(rows).toMatchObject([
      { kind: 'organization.deactivated', actor_id: alice.id, credential: 'api_key' },
      {
        kind: 'password.changed',
        actor_id: null,
        credential: 'command_line',
        credential_id: 'user password',
      },
      {
        kind: 'organization.settings_changed',
        actor_id: bob.id,
        credential: 'session',
        credential_id: String(session_id),
        address: '127.0.0.1',
        before: '{"description":""}',
        after: '{"description":"Fruit"}',
      },
      { kind: 'login.succeeded', actor_id: bob.id, credential: 'none', target_id: bob.id },
    ])
  })

  it('commits with the change, or not at all', async () => {
    const world = await createWorld()
    const realm = await world.app.realms.byHost('')
    const before = await world.alice.api.getAuditLog({ limit: 1 })
    const failing = realm?.transact(async (tx) => {
      tx.audit({ kind: 'password.changed' })
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect(await world.alice.api.getAuditLog({ limit: 1 })).toEqual(before)
    // Entries of concurrent transactions form one chain.
    await Promise.all(
      Array.from({ length: 10 }, () => realm?.transact(async (tx) => tx.audit({ kind: 'audit.exported' }))),
    )
    const { entries } = await world.alice.api.getAuditLog({ limit: 10 })
    expect(entries.map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_, n) => (before.entries[0]?.id ?? 0) + 10 - n),
    )
  })

  it('has no passwords, keys or tokens', async () => {
    const world = await createWorld()
    const { alice, carol, app } = world
    const secrets = ['quinces in the attic', 'hidden-config-value', 'hidden-path', castPassword]
    const bot = await carol.api.createBot({
      full_name: 'Hook',
      short_name: 'hook',
      bot_type: 3,
      payload_url: 'https://hook.example/hidden-path?token=hidden-path',
      config_data: { token: 'hidden-config-value' },
    })
    const service_payload_url = 'https://hook.example/hidden-path/2'
    await carol.api.updateBot({
      bot_id: bot.user_id,
      service_payload_url,
      config_data: { word: 'hidden-config-value' },
    })
    const { api_key } = await carol.api.regenerateBotApiKey({ bot_id: bot.user_id })
    const { invite_link } = await alice.api.createInvitationLink({ stream_ids: [] })
    await alice.api.createUser({
      email: 'erin@example.com',
      full_name: 'Erin',
      password: 'quinces in the attic',
    })
    await carol.api.updateSettings({ old_password: castPassword, new_password: 'quinces in the attic' })
    await world.anyone.fetchApiKey({ username: carol.email, password: 'quinces in the attic' })
    secrets.push(alice.apiKey, bot.api_key, api_key, invite_link.split('/').at(-2) ?? '')
    const realm = await app.realms.byHost('')
    await realm?.transact(async (tx) =>
      tx.audit({
        kind: 'bot.changed',
        after: { nested: { api_key: 'hidden-config-value' }, secretWord: 'hidden-path' },
      }),
    )
    const { rows } = await sql<{ text: string }>`select e::text as text from audit_entry e`.execute(
      app.database.db,
    )
    const texts = rows.map(({ text }) => text).join('\n')
    expect(texts).toContain('api_key.shown')
    expect(texts).toContain('hook.example')
    expect(secrets.filter((secret) => secret === '' || texts.includes(secret))).toEqual([])
  })

  it('counts the failed logins of a minute, so that an attack writes little', async () => {
    const world = await createWorld({ config: { rateLimits: false } })
    const { alice, carol, app, clock } = world
    const guess = (username: string) =>
      world.anyone.fetchApiKey({ username, password: 'wrong' }).catch(() => {})
    for (const name of [carol.email, carol.email, 'nobody@example.com']) await guess(name)
    await auditFailedLogins.run(app, {})
    expect((await alice.api.getAuditLog({ kinds: ['login.failed'] })).entries).toEqual([])
    clock.advance(60_000)
    await auditFailedLogins.run(app, {})
    await auditFailedLogins.run(app, {})
    const { entries } = await alice.api.getAuditLog({ kinds: ['login.failed'] })
    const attempts = [
      { address: '127.0.0.1', user_id: carol.id, count: 2 },
      { address: '127.0.0.1', user_id: null, count: 1 },
    ]
    expect(entries).toMatchObject([{ actor_id: null, credential: 'system', after: { count: 3, attempts } }])
    expect(JSON.stringify(entries)).not.toContain('nobody@')
  })
})

describe('GET /realm/audit_log', () => {
  it('is for owners, filters, and continues where it ended', async () => {
    const world = await createWorld()
    const { alice, bob, carol, clock } = world
    await expect(bob.api.getAuditLog()).rejects.toMatchObject(withReason('caller-not-owner'))
    await bob.api.updateUser({ user_id: carol.id, role: 300 })
    clock.advance(3_600_000)
    await alice.api.updateUser({ user_id: carol.id, role: 400 })
    const found = async (filter: Parameters<typeof alice.api.getAuditLog>[0]) =>
      (await alice.api.getAuditLog(filter)).entries.filter(({ kind }) => kind === 'user.role_changed')
    expect(await found({ actor_id: bob.id })).toMatchObject([{ before: { role: 400 }, after: { role: 300 } }])
    expect(await found({ target_type: 'user', target_id: carol.id })).toHaveLength(2)
    const now = Math.floor(clock.now() / 1_000)
    expect(await found({ since: now })).toMatchObject([{ actor_id: alice.id }])
    expect(await found({ until: now })).toMatchObject([{ actor_id: bob.id }])
    expect(await found({ text: 'BOB ADMIN' })).toMatchObject([{ actor_id: bob.id }])
    expect(await found({ text: '"role":300' })).toHaveLength(2)
    expect(await found({ text: 'nowhere' })).toEqual([])

    const all = await alice.api.getAuditLog({ limit: 200 })
    const ids: number[] = []
    let before: number | undefined
    for (let page = 0; page < 100; page++) {
      const { entries, next } = await alice.api.getAuditLog({
        limit: 3,
        ...(before === undefined ? {} : { before }),
      })
      ids.push(...entries.map(({ id }) => id))
      if (next === null) break
      before = next
    }
    expect(ids).toEqual(all.entries.map(({ id }) => id))
    expect(ids.at(-1)).toBe(1)
  })

  it('can be downloaded as a whole by owners, which is recorded as well', async () => {
    const world = await createWorld()
    const { alice, bob } = world
    expect((await world.raw('/audit-log.jsonl', { as: bob })).status).toBe(404)
    expect((await world.raw('/audit-log.jsonl', { redirect: 'manual' })).status).toBe(302)
    const reply = await world.raw('/audit-log.jsonl', { as: alice })
    expect(reply.headers.get('content-disposition')).toMatch(
      /^attachment; filename="organization-audit-log-.*\.jsonl"$/,
    )
    const lines = (await reply.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    const { entries } = await alice.api.getAuditLog({ limit: 200 })
    expect(lines).toEqual(entries.toReversed())
    expect(entries[0]).toMatchObject({ kind: 'audit.exported', actor_id: alice.id, address: '127.0.0.1' })
  })
})

describe('Denied administrative requests', () => {
  it('become one entry per minute, which names at most fifty kinds of them', async () => {
    const world = await createWorld()
    const { alice, bob, carol, app, clock } = world
    await auditDenials.run(app, {})
    const denied = { status: 400 }
    for (let n = 0; n < 3; n++)
      await expect(carol.api.updateRealm({ name: 'Mine' })).rejects.toMatchObject(denied)
    await expect(bob.api.getAuditLog({})).rejects.toMatchObject(denied)
    // Not allowed to post is no attack on the organization.
    await expect(carol.api.getMessage({ message_id: 99_999 })).rejects.toMatchObject(denied)
    const newest = async () =>
      (await alice.api.getAuditLog({ limit: 1, kinds: ['access.denied'] })).entries[0]
    await auditDenials.run(app, {})
    expect(await newest()).toBeUndefined()
    clock.advance(60)
    await auditDenials.run(app, {})
    await auditDenials.run(app, {})
    expect(await newest()).toMatchObject({
      actor_id: null,
      credential: 'system',
      after: {
        count: 4,
        requests: [
          { user_id: carol.id, endpoint: 'updateRealm', count: 3 },
          { user_id: bob.id, endpoint: 'getAuditLog', reason: 'caller-not-owner', count: 1 },
        ],
      },
    })
    const realm = await app.realms.byHost('')
    const minute = new Date(clock.now())
    for (let n = 0; n < 60; n++) {
      const denial = { userId: carol.id, endpoint: `endpoint ${n}`, reason: 'caller-not-owner' }
      await countDenial(app.database.db, realm?.id ?? 0, minute, denial)
    }
    const { rows } = await sql`select count(*)::integer as rows, sum(count)::integer as total
      from audit_denial`.execute(app.database.db)
    expect(rows).toEqual([{ rows: 51, total: 60 }])
  })
})

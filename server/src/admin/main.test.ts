import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { botCredentials, createApi } from '@loquat/client'
import {
  Browser,
  castPassword,
  createWorld,
  eventually,
  testConfig,
  testSecretKey,
  type World,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { codeOf } from '../features/administration/second-factors/testing/authenticator-app.ts'
import { runAdmin } from './main.ts'

/** The command beside a running server, on the same database and files. */
async function admin(
  world: World,
  ...args: string[]
): Promise<Record<string, unknown> & { exitCode: number }> {
  const { host, user, database } = world.database
  const databaseUrl = `postgresql:///${database}?host=${host}&user=${user}`
  const { dataDir } = world.app.config
  const { text, exitCode } = await runAdmin([...args, '--json'], testConfig({ databaseUrl, dataDir }))
  return { exitCode, ...(JSON.parse(text) as Record<string, unknown>) }
}

describe('npm run admin', () => {
  it('prints only its result to standard output, and warnings to standard error', async () => {
    const world = await createWorld()
    const { host, user, database } = world.database
    const env = {
      ...process.env,
      DATABASE_URL: `postgresql:///${database}?host=${host}&user=${user}`,
      LOQUAT_DATA_DIR: world.app.config.dataDir,
      LOQUAT_SECRET_KEY: testSecretKey,
      LOQUAT_READ_DATABASE_URLS: 'postgresql://127.0.0.1:1/nothing',
    }
    const args = ['server/src/bin/admin.js', 'user', 'key', '--email', 'carol@example.com', '--json']
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env })
    expect(JSON.parse(stdout)).toMatchObject({ api_key: world.carol.apiKey })
    expect(stderr).toContain('not reading from a replica')
  })

  it('explains itself', async () => {
    const { text, exitCode } = await runAdmin(['--help'], testConfig())
    expect(exitCode).toBe(0)
    for (const name of ['org create', 'user create', 'user key', 'user password', 'bot create', 'doctor']) {
      expect(text).toContain(name)
    }
    expect((await runAdmin(['user', 'create', '--help'], testConfig())).text).toContain('--email EMAIL')
  })

  it('creates an account that a running server knows at once', async () => {
    const world = await createWorld()
    const created = await admin(
      world,
      'user',
      'create',
      '--email',
      'eve@example.com',
      '--name',
      'Eve',
      '--role',
      'moderator',
    )
    expect(created).toMatchObject({ exitCode: 0, email: 'eve@example.com' })
    const credentials = { email: 'eve@example.com', apiKey: String(created.api_key) }
    const me = await createApi({ url: world.url, credentials }).getOwnUser()
    expect(me).toMatchObject({ user_id: created.user_id, full_name: 'Eve', role: 300 })
    const login = { username: 'eve@example.com', password: String(created.password) }
    expect((await world.anyone.fetchApiKey(login)).api_key).toBe(created.api_key)
  })

  it("shows an account's key", async () => {
    const world = await createWorld()
    const shown = await admin(world, 'user', 'key', '--email', 'CAROL@example.com')
    expect(shown).toMatchObject({ exitCode: 0, user_id: world.carol.id, api_key: world.carol.apiKey })
  })

  it('creates a bot, and says or writes down how it logs in', async () => {
    const world = await createWorld()
    const created = await admin(world, 'bot', 'create', '--name', 'Plum Counter')
    expect(created).toMatchObject({
      exitCode: 0,
      email: expect.stringMatching(/^plum-counter-bot@/),
      owner: world.alice.email,
    })
    const credentials = { email: String(created.email), apiKey: String(created.api_key) }
    const me = await createApi({ url: world.url, credentials }).getOwnUser()
    expect(me).toMatchObject({ full_name: 'Plum Counter', is_bot: true, bot_owner_id: world.alice.id })

    const folder = await mkdtemp(join(tmpdir(), 'loquat-admin-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const out = join(folder, 'pear.env')
    const args = ['--owner', 'carol@example.com', '--out', out]
    const pear = await admin(world, 'bot', 'create', '--name', 'Pear', '--short-name', 'p', ...args)
    expect(pear).toMatchObject({ exitCode: 0, owner: 'carol@example.com' })
    expect(botCredentials(await readFile(out, 'utf8'))).toEqual({
      url: pear.url,
      email: pear.email,
      apiKey: pear.api_key,
    })
    expect((await stat(out)).mode & 0o777).toBe(0o600)
    const again = await admin(world, 'bot', 'create', '--name', 'Quince', '--out', out)
    expect(again).toMatchObject({ exitCode: 1, error: expect.stringContaining('--out') })
    expect(await admin(world, 'bot', 'create', '--name', 'Quince'), 'it was not made').toMatchObject({
      exitCode: 0,
    })
    const second = join(folder, 'second.env')
    const taken = await admin(world, 'bot', 'create', '--name', 'Pear', '--out', second)
    expect(taken).toMatchObject({ exitCode: 1, error: expect.stringContaining('name') })
    await expect(stat(second)).rejects.toThrow('ENOENT')
    const nobody = await admin(world, 'bot', 'create', '--name', 'X', '--owner', 'nobody@example.com')
    expect(nobody).toMatchObject({ exitCode: 1, error: expect.stringContaining('nobody@example.com') })
  })

  it('gives an account a new password', async () => {
    const world = await createWorld()
    const password = 'a password nobody guesses'
    await admin(world, 'user', 'password', '--email', 'carol@example.com', '--password', password)
    const { api_key } = await world.anyone.fetchApiKey({ username: 'carol@example.com', password })
    expect(api_key).toBe(world.carol.apiKey)
  })

  it('removes the second factors of an account, once', async () => {
    const world = await createWorld()
    const { secret } = await world.carol.api.startTotp({ password: castPassword })
    await world.carol.api.confirmTotp({ code: codeOf(world, secret) })
    const reset = () => admin(world, 'user', 'reset-factors', '--email', 'carol@example.com')
    expect(await reset()).toMatchObject({ exitCode: 0 })
    expect((await world.carol.api.getFactors()).totp).toBeNull()
    expect(await reset()).toMatchObject({ exitCode: 1, error: expect.stringContaining('no second factors') })
  })

  it('signs people out, and resets policies that lock them out', async () => {
    const world = await createWorld()
    const browser = new Browser(world)
    await browser.logIn(world.carol)
    const signOut = await admin(world, 'user', 'sign-out', '--email', 'carol@example.com')
    expect(signOut).toMatchObject({ exitCode: 0, sessions: 1 })
    await eventually(async () => expect((await browser.send('GET /json/users/me')).status).toBe(401))
    await world.alice.api.updateSignInPolicy({ allowed_networks: ['127.0.0.1'], password_min_length: 9 })
    expect(await admin(world, 'org', 'reset-policy', '--part', 'networks')).toMatchObject({ exitCode: 0 })
    expect((await world.alice.api.getSignInPolicy()).sign_in_policy).toMatchObject({
      allowed_networks: [],
      password_min_length: 9,
    })
    expect(await admin(world, 'org', 'reset-policy', '--part', 'all')).toMatchObject({ exitCode: 1 })
  })

  it('creates, lists and revokes tokens, which the running server notices', async () => {
    const world = await createWorld()
    const token = (...args: string[]) => admin(world, 'token', ...args, '--email', 'carol@example.com')
    const limits = ['--scopes', 'users:read', '--addresses', '127.0.0.0/8,::1', '--days', '30']
    const created = await token('create', '--name', 'Report', ...limits)
    const api = createApi({ url: world.url, credentials: { token: String(created.token) } })
    await api.getOwnUser()
    await expect(api.getChannels({})).rejects.toMatchObject({ code: 'TOKEN_SCOPE_MISSING' })
    expect(await token('list')).toMatchObject({ tokens: [{ name: 'Report', scopes: ['users:read'] }] })
    for (const [option, value, problem] of [
      ['--scopes', 'users:fly', 'no scope "users:fly"'],
      ['--channels', 'nowhere', 'no channel "nowhere"'],
      ['--days', '-1', '--days must be'],
      ['--addresses', 'example.com', 'not an IP address'],
    ] as const) {
      expect(await token('create', '--name', 'x', `${option}=${value}`), option).toMatchObject({
        exitCode: 1,
        error: expect.stringContaining(problem),
      })
    }
    expect(await token('revoke')).toMatchObject({ exitCode: 0, revoked: 1 })
    await eventually(async () => expect(api.getOwnUser()).rejects.toMatchObject({ status: 401 }))
  })

  it('creates an organization for a school, where fewer may do as they like, and greets its owner', async () => {
    const world = await createWorld()
    const created = await admin(
      world,
      ...['org', 'create', '--name', 'School', '--subdomain', 'school', '--kind', 'education'],
      ...['--owner-email', 'head@example.com'],
    )
    const realm = await world.app.realms.byId(created.realm_id as number)
    const { directory } = realm
    expect(directory.setting('org_type')).toBe(35)
    const named = (value: unknown) => directory.groups.get(value as number)?.name
    expect(named(directory.permission('can_create_groups'))).toBe('role:moderators')
    expect(named(directory.permission('can_add_subscribers_group'))).toBe('role:moderators')
    expect(named(directory.permission('can_move_messages_between_channels_group'))).toBe('role:moderators')
    expect(named(directory.permission('can_create_public_channel_group'))).toBe('role:administrators')
    expect(named(directory.permission('can_invite_users_group'))).toBe('role:administrators')
    expect(directory.realm.userDefaults.email_address_visibility).toBe(3)
    const { rows } = await sql<{ sender: string }>`
      select a.full_name as sender from message m join account a on a.id = m.sender_id
      where m.realm_id = ${realm.id} and not m.is_channel`.execute(world.app.database.db)
    expect(rows).toEqual([{ sender: 'Welcome Bot' }])
    expect(
      await admin(world, 'org', 'create', '--name', 'X', '--kind', 'zoo', '--owner-email', 'x@y.z'),
    ).toMatchObject({
      exitCode: 1,
    })
  })

  it('creates a further organization at a subdomain', async () => {
    const world = await createWorld()
    const args = ['--name', 'Acme', '--subdomain', 'acme', '--owner-email', 'eve@acme.example']
    const created = await admin(world, 'org', 'create', ...args)
    expect(created).toMatchObject({ exitCode: 0, url: expect.stringContaining('acme.') })
    const again = await admin(world, 'org', 'create', ...args)
    expect(again).toMatchObject({ exitCode: 1, error: expect.stringContaining('already') })
    const key = await admin(world, 'user', 'key', '--email', 'eve@acme.example', '--organization', 'acme')
    expect(key).toMatchObject({ exitCode: 0, api_key: (created.owner as { api_key: string }).api_key })
  })

  it('names the invalid argument', async () => {
    const world = await createWorld()
    const errors = [
      [['user', 'key', '--email', 'nobody@example.com'], 'nobody@example.com'],
      [['user', 'key'], '--email'],
      [['user', 'create', '--email', 'x', '--name', 'Xaver'], 'email'],
      [['user', 'create', '--email', 'x@example.com', '--name', 'Xaver', '--role', 'king'], 'king'],
      [['user', 'create', '--email', 'x@example.com', '--name', 'Xaver', '--password', 'abc'], 'password'],
      [['user', 'key', '--mail', 'x'], '--mail'],
      [['user', 'key', '--email', 'carol@example.com', '--organization', 'nowhere'], 'nowhere'],
    ] as const
    for (const [args, word] of errors) {
      expect(await admin(world, ...args)).toMatchObject({ exitCode: 1, error: expect.stringContaining(word) })
    }
  })

  it('finds nothing wrong where nothing is', async () => {
    const world = await createWorld()
    const report = await admin(world, 'doctor')
    expect(report).toMatchObject({ exitCode: 0, ok: true })
    expect((report.checks as { name: string }[]).map(({ name }) => name)).toContain(
      'PostgreSQL (DATABASE_URL)',
    )
  })

  it('finds what unfinished imports have left', async () => {
    const world = await createWorld()
    const { realm_import } = await world.alice.api.createImport({
      source: 'slack',
      file_name: 'a.zip',
      size: 9,
    })
    const imports = async () =>
      ((await admin(world, 'doctor')).checks as { name: string }[]).find(({ name }) => name === 'Imports')
    expect(await imports()).toMatchObject({ ok: true, detail: '1 unfinished, 0 bytes' })
    await world.app.files.put('imports/2/gone/piece', Buffer.from('x'), { contentType: 'text/plain' })
    await sql`insert into realm_import (realm_id, source, started_at) select id, 'slack', now() from realm where subdomain = ''`.execute(
      world.app.database.db,
    )
    await sql`update requested_import set active_at = now() - interval '9 days' where id = ${realm_import.id}`.execute(
      world.app.database.db,
    )
    expect(await imports()).toMatchObject({
      ok: false,
      detail: expect.stringContaining(
        'left over: 1 without activity for more than a week, rows and files of 1 that died, archives of 1 that are gone',
      ),
    })
  })

  it('finds a database that is not there', async () => {
    const config = testConfig({ databaseUrl: 'postgresql:///nothing?host=/nonexistent' })
    const { text, exitCode } = await runAdmin(['doctor'], config)
    expect(exitCode).toBe(1)
    expect(text).toMatch(/PROBLEM {2}PostgreSQL/)
  })
})

import { createApi } from '@loquat/client'
import { createWorld, testConfig, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { runAdmin } from './main.ts'

/** The command beside a running server, on the same database. */
async function admin(
  world: World,
  ...args: string[]
): Promise<Record<string, unknown> & { exitCode: number }> {
  const { host, user, database } = world.database
  const databaseUrl = `postgresql:///${database}?host=${host}&user=${user}`
  const { text, exitCode } = await runAdmin([...args, '--json'], testConfig({ databaseUrl }))
  return { exitCode, ...(JSON.parse(text) as Record<string, unknown>) }
}

describe('npm run admin', () => {
  it('explains itself', async () => {
    const { text, exitCode } = await runAdmin(['--help'], testConfig())
    expect(exitCode).toBe(0)
    for (const name of ['org create', 'user create', 'user key', 'user password', 'doctor']) {
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

  it('gives an account a new password', async () => {
    const world = await createWorld()
    const password = 'a password nobody guesses'
    await admin(world, 'user', 'password', '--email', 'carol@example.com', '--password', password)
    const { api_key } = await world.anyone.fetchApiKey({ username: 'carol@example.com', password })
    expect(api_key).toBe(world.carol.apiKey)
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

  it('says what is wrong with what it was told', async () => {
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

  it('finds a database that is not there', async () => {
    const config = testConfig({ databaseUrl: 'postgresql:///nothing?host=/nonexistent' })
    const { text, exitCode } = await runAdmin(['doctor'], config)
    expect(exitCode).toBe(1)
    expect(text).toMatch(/PROBLEM {2}PostgreSQL/)
  })
})

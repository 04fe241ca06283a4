import { castPassword, createMailbox, createWorld, runJobs, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { deleteOldLoginAttempts } from './jobs.ts'

const attacker = '203.0.113.66'
const home = '198.51.100.7'
const hour = 3_600

const limited = () => createWorld({ config: { rateLimits: true } })

/** Calls from an address, as a proxy on this machine passes it on. */
async function post(world: World, path: string, from: string, fields: Record<string, string>) {
  const headers = { 'x-forwarded-for': from }
  const response = await world.raw(path, { method: 'POST', headers, body: new URLSearchParams(fields) })
  return { status: response.status, wait: Number(response.headers.get('retry-after')) }
}

const logIn = (world: World, from: string, username: string, password: string) =>
  post(world, '/api/v1/fetch_api_key', from, { username, password })

/** Wrong passwords, in a row. */
async function guess(world: World, from: string, count: number, username = 'alice@example.com') {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) statuses.push((await logIn(world, from, username, 'wrong')).status)
  return statuses
}

/** Makes comparing passwords cheap, and records the compared hashes. */
function stubPasswords({ app }: World): (string | null)[] {
  const compared: (string | null)[] = []
  app.passwords.matches = async (hashed, password) => {
    compared.push(hashed)
    return password === castPassword && hashed !== null
  }
  return compared
}

describe('Logging in', () => {
  it('compares one password for every account, so that the duration reveals nothing', async () => {
    const world = await createWorld()
    const { alice, carol, dave, mona } = world
    await alice.api.createBot({ full_name: 'Bot', short_name: 'bot' })
    await alice.api.deactivateUser({ user_id: dave.id })
    await world.app.database.db
      .updateTable('account')
      .set({ password_hash: null })
      .where('id', '=', mona.id)
      .execute()
    const compared = stubPasswords(world)
    const names = [carol.email, dave.email, mona.email, 'nobody@example.com', 'bot-bot@loquat.invalid']
    for (const username of [...names, 'notification-bot@loquat.invalid']) {
      compared.length = 0
      expect((await logIn(world, home, username, 'wrong')).status, username).toBe(401)
      expect(compared, username).toHaveLength(1)
    }
  })
})

describe('A client that guesses passwords', () => {
  it('cannot lock out the owner of the account at another address', async () => {
    const world = await limited()
    expect(await guess(world, attacker, 8)).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect((await logIn(world, attacker, world.alice.email, castPassword)).status).toBe(429)
    expect((await logIn(world, home, world.alice.email, castPassword)).status).toBe(200)
    // The owner's success does not help the attacker.
    expect(await guess(world, attacker, 1)).toEqual([429])
  })

  it('waits longer and longer: half an hour, two hours, eight hours', async () => {
    const world = await limited()
    stubPasswords(world)
    const wait = async () => {
      const { status, wait } = await logIn(world, attacker, world.alice.email, castPassword)
      expect(status).toBe(429)
      world.clock.advance(wait + 1)
      return Math.round((wait / hour) * 10) / 10
    }
    const waits: number[] = []
    for (const tries of [5, 5, 1, 1, 1, 1, 1, 1]) {
      expect(await guess(world, attacker, tries)).toEqual(Array(tries).fill(401))
      waits.push(await wait())
    }
    expect(waits).toEqual([0.5, 2, 2, 2, 2, 2, 8, 8])
  })

  it('gets no further attempts from other addresses of its network', async () => {
    const world = await limited()
    stubPasswords(world)
    const statuses: number[] = []
    for (let n = 1; n <= 7; n++) statuses.push(...(await guess(world, `2001:db8:1:2::${n}`, 1)))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect(await guess(world, '2001:db8:1:3::1', 1)).toEqual([401])
  })

  it('gets a hundred attempts in half an hour from many networks, and for many names from one', async () => {
    const world = await limited()
    stubPasswords(world)
    for (let n = 0; n < 20; n++) expect(await guess(world, `192.0.2.${n}`, 5)).not.toContain(429)
    expect(await guess(world, '192.0.2.99', 1)).toEqual([429])
    for (let n = 0; n < 20; n++) {
      expect(await guess(world, attacker, 5, `name${n}@example.com`)).not.toContain(429)
    }
    expect(await guess(world, attacker, 1, 'another@example.com')).toEqual([429])
    expect((await logIn(world, home, world.bob.email, castPassword)).status).toBe(200)
  })

  it('is counted across processes, also on the login page', async () => {
    const world = await limited()
    stubPasswords(world)
    const other = await world.secondNode()
    stubPasswords({ ...world, app: other.app })
    await guess(world, attacker, 3)
    const elsewhere = { ...world, raw: (path: string, init = {}) => fetch(`${other.url}${path}`, init) }
    expect(await guess(elsewhere, attacker, 3)).toEqual([401, 401, 429])
    const long = await post(world, '/login', attacker, {
      username: `${'x'.repeat(9_000)}@x.org`,
      password: 'x',
    })
    expect(long.status).toBe(400)
  })

  it('is forgotten after a day', async () => {
    const world = await limited()
    stubPasswords(world)
    const { db } = world.app.database
    await guess(world, attacker, 5)
    world.clock.advance(23 * hour)
    await guess(world, attacker, 1)
    await deleteOldLoginAttempts.run(world.app, {})
    expect((await db.selectFrom('login_attempt').selectAll().execute()).length).toBe(18)
    world.clock.advance(2 * hour)
    await deleteOldLoginAttempts.run(world.app, {})
    expect((await db.selectFrom('login_attempt').selectAll().execute()).length).toBe(3)
  })
})

describe('A password reset', () => {
  const ask = (world: World, from: string, email: string) =>
    post(world, '/api/v1/password_reset', from, { email })

  it('can be requested by the owner while others keep requesting it', async () => {
    const world = await limited()
    const { email } = world.carol
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) statuses.push((await ask(world, attacker, email)).status)
    expect(statuses).toEqual([200, 200, 429, 429])
    expect((await ask(world, home, email)).status).toBe(200)
  })

  it('sends at most ten emails an hour to one address, from any number of clients', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { rateLimits: true, smtpUrl: mailbox.smtpUrl } })
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) statuses.push((await ask(world, `192.0.2.${n}`, 'CAROL@example.com')).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
    await runJobs(world)
    expect(await mailbox.emails(world)).toHaveLength(10)
  })
})

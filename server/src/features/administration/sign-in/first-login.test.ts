import { Browser, createWorld, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const password = 'a quiet loquat tree'

/** An account made by an administrator. */
async function addErin({ alice }: World) {
  const email = 'erin@example.com'
  const { user_id } = await alice.api.createUser({ email, password, full_name: 'Erin New' })
  return { id: user_id, email }
}

/** The cookie by which the web app learns of a first login. */
async function mark(world: World, person: { email: string }) {
  const browser = new Browser(world)
  const { status } = await browser.logIn(person, password)
  expect(status).toBe(200)
  return { browser, user: browser.cookies.get('loquat_first_login') }
}

const logOut = ({ browser }: { browser: Browser }) => browser.send('POST /logout')

describe('The first login', () => {
  it('of an account made by an administrator is marked for the web app, later ones are not', async () => {
    const world = await createWorld()
    const erin = await addErin(world)
    const first = await mark(world, erin)
    expect(first.user).toBe(String(erin.id))
    // The user is logged in elsewhere.
    expect((await mark(world, erin)).user).toBeUndefined()
    await first.browser.send('POST /json/users/me/presence', { status: 'active', new_user_input: 'true' })
    await first.browser.send('DELETE /json/sessions')
    await logOut(first)
    // The user has been here.
    expect((await mark(world, erin)).user).toBeUndefined()
  })

  it('is marked although another server knew when the imported user was online', async () => {
    const world = await createWorld()
    const erin = await addErin(world)
    const { db } = world.app.database
    const now = world.clock.now()
    const { realm_id } = await db
      .selectFrom('account')
      .select('realm_id')
      .where('id', '=', erin.id)
      .executeTakeFirstOrThrow()
    const at = (seconds: number) => new Date(now + seconds * 1_000)
    await db
      .insertInto('presence')
      .values({ user_id: erin.id, realm_id, last_active: at(-90), last_connected: at(-90), update_id: 1 })
      .execute()
    await db
      .insertInto('realm_import')
      .values({ realm_id, source: 'zulip', started_at: at(-60), finished_at: at(-30) })
      .execute()
    expect((await mark(world, erin)).user).toBe(String(erin.id))
  })
})

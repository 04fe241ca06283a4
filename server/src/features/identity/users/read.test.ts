import { changeRows, createWorld, type Person, type World, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { randomApiKey } from '../../../platform/passwords.ts'
import { insertAccount } from './store.ts'

const hide = (world: World, person: Person, visibility: number) =>
  changeRows(
    world,
    { users: [person.id] },
    sql`update account set settings = jsonb_build_object('email_address_visibility', ${visibility}::int)
      where id = ${person.id}`,
  )

describe('GET /users/me', () => {
  it("shows the caller's account and the newest message they received", async () => {
    const { alice, bob, carol } = await createWorld()
    const own = await carol.api.getOwnUser()
    expect(own).toEqual({
      user_id: carol.id,
      email: 'carol@example.com',
      delivery_email: 'carol@example.com',
      full_name: 'Carol Member',
      date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d\+00:00$/),
      is_active: true,
      is_owner: false,
      is_admin: false,
      is_guest: false,
      is_bot: false,
      role: 400,
      timezone: '',
      avatar_url: expect.stringMatching(/^https:.*[?&]version=1\b/),
      avatar_version: 1,
      profile_data: {},
      max_message_id: -1,
    })
    const content = { topic: 'x', content: 'hi' }
    await alice.api.subscribe({ subscriptions: [{ name: 'plaza' }] })
    const { id } = await alice.api.sendMessage({ type: 'channel', to: 'general', ...content })
    await alice.api.sendMessage({ type: 'channel', to: 'plaza', ...content })
    await alice.api.sendMessage({ type: 'direct', to: [bob.id], content: 'hi' })
    expect((await carol.api.getOwnUser()).max_message_id).toBe(id)
    const direct = await alice.api.sendMessage({ type: 'direct', to: [carol.id], content: 'hi' })
    expect((await carol.api.getOwnUser()).max_message_id).toBe(direct.id)
  })
})

describe('GET /users', () => {
  it('lists every account, including deactivated ones and bots, but no system bots', async () => {
    const world = await createWorld()
    const { alice, bob, mona, carol, dave, greta, app } = world
    const bot = await insertAccount(app.database.db, (await app.realms.byHost(''))!.id, {
      email: 'bot@example.com',
      fullName: 'Bot',
      role: 400,
      apiKey: app.sealer.storedKey('api key', randomApiKey()),
      passwordHash: null,
      canCreateUsers: false,
      botType: 1,
    })
    await changeRows(
      world,
      { users: [bot] },
      sql`update account set bot_owner_id = ${carol.id} where id = ${bot}`,
    )
    await changeRows(
      world,
      { users: [dave.id] },
      sql`update account set is_active = false where id = ${dave.id}`,
    )
    const people = [alice, bob, mona, carol, dave, greta].map((person) => person.id)
    for (const viewer of [alice, carol, greta]) {
      const { members } = await viewer.api.getUsers()
      const ids = members.map((member) => member.user_id).sort((a, b) => a - b)
      expect(ids).toEqual([...people, bot].sort((a, b) => a - b))
      const found = members.find((member) => member.user_id === bot)
      expect(found).toMatchObject({ is_bot: true, bot_type: 1, bot_owner_id: carol.id })
      const inactive = members.filter((member) => !member.is_active).map((member) => member.user_id)
      expect(inactive).toEqual([dave.id])
    }
  })

  it('returns the role of each user', async () => {
    const world = await createWorld()
    const { members } = await world.carol.api.getUsers()
    const roles = members.map(({ full_name, role, is_owner, is_admin, is_guest }) => [
      full_name,
      role,
      { is_owner, is_admin, is_guest },
    ])
    const none = { is_owner: false, is_admin: false, is_guest: false }
    expect(roles).toEqual([
      ['Alice Owner', 100, { ...none, is_owner: true, is_admin: true }],
      ['Bob Admin', 200, { ...none, is_admin: true }],
      ['Mona Moderator', 300, none],
      ['Carol Member', 400, none],
      ['Dave Member', 400, none],
      ['Greta Guest', 600, { ...none, is_guest: true }],
    ])
  })

  it('omits the avatar for clients that can compute it, unless the address is hidden', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const avatar = async (client_external_avatar: boolean) =>
      (await carol.api.getUser({ user_id: dave.id, client_external_avatar })).user.avatar_url
    expect(await avatar(true)).toBeNull()
    expect(await avatar(false)).toMatch(/^https:/)
    await hide(world, dave, 3)
    expect(await avatar(true)).toMatch(/^https:/)
    const seenByAdmin = await world.bob.api.getUser({ user_id: dave.id })
    expect(seenByAdmin.user.avatar_url).toMatch(/^https:/)
  })
})

describe('GET /users/{user_id}', () => {
  it('shows every account and refuses an unknown one', async () => {
    const world = await createWorld()
    const { alice, dave, greta } = world
    await changeRows(
      world,
      { users: [dave.id] },
      sql`update account set is_active = false where id = ${dave.id}`,
    )
    const { user } = await greta.api.getUser({ user_id: dave.id })
    expect(user).toMatchObject({ user_id: dave.id, is_active: false })
    const { members } = await greta.api.getUsers()
    expect(members.find((member) => member.user_id === dave.id)).toEqual(user)
    const unknown = alice.api.getUser({ user_id: 404_404 })
    await expect(unknown).rejects.toMatchObject(withReason('user-not-found'))
  })

  it('shows the real address to its owner and to the roles that they allow', async () => {
    const world = await createWorld()
    const { alice, bob, mona, carol, dave, greta } = world
    const viewers = { alice, bob, mona, carol, greta }
    const cases: [visibility: number, admitted: string[]][] = [
      [1, ['alice', 'bob', 'mona', 'carol', 'greta']],
      [2, ['alice', 'bob', 'mona', 'carol']],
      [5, ['alice', 'bob', 'mona']],
      [3, ['alice', 'bob']],
      [4, []],
    ]
    for (const [visibility, admitted] of cases) {
      await hide(world, dave, visibility)
      const seeing: string[] = []
      for (const [name, viewer] of Object.entries(viewers)) {
        const { user } = await viewer.api.getUser({ user_id: dave.id })
        if (user.delivery_email !== null) seeing.push(name)
        const shown = visibility === 1 ? 'dave@example.com' : `user${dave.id}@loquat.invalid`
        expect(user.email).toBe(shown)
      }
      expect(seeing, `${visibility}`).toEqual(admitted)
      expect((await dave.api.getOwnUser()).delivery_email).toBe('dave@example.com')
    }
  })
})

import type { QueueEvent } from '@loquat/contract'
import {
  bodyWithReason,
  changeRows,
  createWorld,
  eventTypesOf,
  expectEventsToReproduceState,
  type Person,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

const erin = { email: 'erin@example.com', full_name: 'Erin New', password: 'quinces in the attic' }

describe('POST /users', () => {
  it('creates a member who can log in', async () => {
    const world = await createWorld()
    const { user_id } = await world.alice.api.createUser({ ...erin, email: ' Erin.New@EXAMPLE.com ' })
    const { user } = await world.carol.api.getUser({ user_id })
    expect(user).toMatchObject({
      user_id,
      email: 'Erin.New@example.com',
      delivery_email: 'Erin.New@example.com',
      full_name: 'Erin New',
      role: 400,
      is_active: true,
      is_bot: false,
    })
    const login = { username: 'erin.new@example.com', password: erin.password }
    expect(await world.anyone.fetchApiKey(login)).toMatchObject({ user_id, email: 'Erin.New@example.com' })
    const { subscriptions } = await world.person(user_id).api.getSubscriptions()
    expect(subscriptions.map((channel) => channel.name)).toEqual(['general'])
  })

  it('publishes the account and its groups to everyone', async () => {
    const { alice, bob, carol, greta } = await createWorld()
    const received: Record<string, QueueEvent[]> = {}
    let run = async () => {
      await alice.api.createUser(erin)
    }
    for (const [name, person] of Object.entries({ alice, bob, carol, greta })) {
      const inner = run
      run = async () => {
        received[name] = await expectEventsToReproduceState(person, inner)
      }
    }
    await run()
    for (const events of Object.values(received)) {
      const account = ['realm_user:add', 'user_group:add_members', 'user_group:add_members']
      expect(eventTypesOf(events)).toEqual([...account, 'subscription:peer_add'])
      expect(events[0]).toMatchObject({ person: { email: erin.email, role: 400, is_active: true } })
    }
  })

  it('requires an administrator before parameters are checked', async () => {
    const world = await createWorld()
    for (const person of [world.mona, world.carol, world.greta]) {
      const response = await world.raw('/api/v1/users', { method: 'POST', as: person })
      expect(await response.json()).toMatchObject(bodyWithReason('caller-not-administrator'))
    }
    const response = await world.raw('/api/v1/users', { method: 'POST', as: world.alice })
    expect(await response.json()).toMatchObject({ ...bodyWithReason('parameter-missing'), var_name: 'email' })
  })

  it('requires an owner or an administrator with the permission', async () => {
    const world = await createWorld()
    const { bob } = world
    await expect(bob.api.createUser(erin)).rejects.toMatchObject(withReason('account-creation-denied'))
    const grant = sql`update account set can_create_users = true where id = ${bob.id}`
    await changeRows(world, { users: [bob.id] }, grant)
    await bob.api.createUser(erin)
  })

  it('reports the first problem of name, email address and password', async () => {
    const { alice } = await createWorld()
    const create = (changes: Partial<typeof erin>) => alice.api.createUser({ ...erin, ...changes })
    const weak = '123456'
    await expect(create({ full_name: 'E', email: 'x', password: weak })).rejects.toMatchObject(
      withReason('user-name-too-short'),
    )
    await expect(create({ email: 'x', password: weak })).rejects.toMatchObject(
      withReason('email-address-invalid'),
    )
    const taken = { email: 'CAROL@example.com', password: weak }
    await expect(create(taken)).rejects.toMatchObject(withReason('email-address-taken'))
    await expect(create({ password: weak })).rejects.toMatchObject(withReason('password-too-weak'))
    await create({})
  })

  it('refuses invalid addresses, and those of existing or deactivated accounts', async () => {
    const world = await createWorld()
    const { alice, dave } = world
    await changeRows(
      world,
      { users: [dave.id] },
      sql`update account set is_active = false where id = ${dave.id}`,
    )
    const bad = [
      '',
      'erin',
      '@example.com',
      'erin@',
      'e rin@example.com',
      'a@b@c.org',
      'erin@-x.org',
      '<e@x.org>',
    ]
    for (const email of bad) {
      const created = alice.api.createUser({ ...erin, email })
      await expect(created, email).rejects.toMatchObject(withReason('email-address-invalid'))
    }
    for (const email of ['dave@example.com', 'DAVE@Example.com']) {
      const created = alice.api.createUser({ ...erin, email })
      await expect(created, email).rejects.toMatchObject(withReason('email-address-taken'))
    }
    await alice.api.createUser({ ...erin, email: 'ΟΔΟΣ@example.com' })
    const again = alice.api.createUser({ ...erin, email: 'οδοσ@example.com' })
    await expect(again).rejects.toMatchObject(withReason('email-address-taken'))
  })
})

describe('A display name', () => {
  const set = (alice: Person, carol: Person, full_name: string) =>
    alice.api.updateUser({ user_id: carol.id, full_name })

  it('is trimmed and has 2 to 100 characters', async () => {
    const { alice, carol } = await createWorld()
    const cases: [sent: string, stored: string][] = [
      [' \u3000Jo\t', 'Jo'],
      ['🍑🍑', '🍑🍑'],
      ['🍑'.repeat(100), '🍑'.repeat(100)],
      ["D'Arcy (he/him) | 5 a", "D'Arcy (he/him) | 5 a"],
      ['a|b', 'a|b'],
    ]
    for (const [sent, stored] of cases) {
      await set(alice, carol, sent)
      const { user } = await alice.api.getUser({ user_id: carol.id })
      expect(user.full_name, sent).toBe(stored)
    }
    for (const [bad, reason] of [
      ['J', 'user-name-too-short'],
      ['🍑', 'user-name-too-short'],
      ['x'.repeat(101), 'user-name-too-long'],
    ] as const)
      await expect(set(alice, carol, bad), bad).rejects.toMatchObject(withReason(reason))
  })

  it('has no characters that would confuse mentions', async () => {
    const { alice, carol } = await createWorld()
    for (const bad of [
      'a*b',
      'a`b',
      'a\\b',
      'a>b',
      'a"b',
      'a@b',
      'Carol|12',
      'a\nb',
      'a\u0007b',
      'a\ufffe',
    ]) {
      await expect(set(alice, carol, bad), JSON.stringify(bad)).rejects.toMatchObject(
        withReason('user-name-invalid'),
      )
    }
  })

  it('is unique case-insensitively if the organization requires it', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    await set(alice, carol, 'Dave Member')
    await set(alice, carol, 'Straße')
    const unique = sql`update realm set settings = '{"require_unique_names":true}' where subdomain = ''`
    await changeRows(world, { realm: true }, unique)
    await changeRows(
      world,
      { users: [dave.id] },
      sql`update account set is_active = false where id = ${dave.id}`,
    )
    for (const name of ['Dave Member', 'DAVE member', 'Ｄave Member', ' Dave Member']) {
      await expect(set(alice, carol, name), name).rejects.toMatchObject(withReason('user-name-taken'))
    }
    await expect(set(alice, world.mona, 'STRASSE')).rejects.toMatchObject(withReason('user-name-taken'))
    await set(alice, carol, 'STRAßE')
    await expect(alice.api.createUser({ ...erin, full_name: 'mona moderator' })).rejects.toMatchObject(
      withReason('user-name-taken'),
    )
  })
})

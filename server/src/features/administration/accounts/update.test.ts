import type { QueueEvent, Role } from '@loquat/contract'
import {
  addBot,
  changeRows,
  createWorld,
  eventsPerUser,
  eventTypesOf,
  type Person,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

const roleOf = async (viewer: Person, person: Person) =>
  (await viewer.api.getUser({ user_id: person.id })).user.role
const give = (caller: Person, person: Person, role: number) =>
  caller.api.updateUser({ user_id: person.id, role: role as Role })

describe('Changing a name', () => {
  it('requires an administrator and is published to everyone', async () => {
    const { alice, bob, carol, greta } = await createWorld()
    const full_name = 'Carol Renamed'
    const received = await eventsPerUser({ alice, bob, carol, greta }, () =>
      bob.api.updateUser({ user_id: carol.id, full_name: ` ${full_name} ` }),
    )
    for (const events of Object.values(received)) {
      expect(events).toMatchObject([
        { type: 'realm_user', op: 'update', person: { user_id: carol.id, full_name } },
      ])
    }
    expect((await carol.api.getOwnUser()).full_name).toBe(full_name)
  })

  it('is refused for other callers, and for unknown accounts', async () => {
    const { alice, mona, carol, greta } = await createWorld()
    for (const caller of [mona, carol, greta]) {
      const changed = caller.api.updateUser({ user_id: carol.id, full_name: 'Other' })
      await expect(changed).rejects.toMatchObject(withReason('account-change-denied'))
    }
    const { cross_realm_bots } = await alice.api.register({ fetch_event_types: ['realm_user'] })
    for (const user_id of [404_404, cross_realm_bots?.[0]?.user_id ?? 0]) {
      await expect(alice.api.updateUser({ user_id, full_name: 'Other' })).rejects.toMatchObject(
        withReason('user-not-found'),
      )
    }
  })

  it('refuses a blank name, also for the caller', async () => {
    const { alice, carol } = await createWorld()
    const blank = withReason('user-name-too-short')
    for (const full_name of ['', '  ', '\u3000']) {
      await expect(alice.api.updateUser({ user_id: carol.id, full_name })).rejects.toMatchObject(blank)
      await expect(carol.api.updateSettings({ full_name })).rejects.toMatchObject(blank)
    }
    expect((await carol.api.getOwnUser()).full_name).toBe('Carol Member')
  })

  it('does nothing if the name is the same', async () => {
    const { alice, carol } = await createWorld()
    for (const full_name of ['Carol Member', ' Carol Member ']) {
      const received = await eventsPerUser({ alice }, () =>
        alice.api.updateUser({ user_id: carol.id, full_name }),
      )
      expect(received.alice, JSON.stringify(full_name)).toEqual([])
    }
    expect((await carol.api.getOwnUser()).full_name).toBe('Carol Member')
  })

  it('works for bots, also by their owner, and for deactivated accounts', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const bot = await addBot(world, carol)
    await carol.api.updateUser({ user_id: bot.id, full_name: 'Beep' })
    await expect(dave.api.updateUser({ user_id: bot.id, full_name: 'Boop' })).rejects.toMatchObject(
      withReason('account-change-denied'),
    )
    await expect(give(carol, bot, 200)).rejects.toMatchObject(withReason('role-change-denied'))
    await changeRows(
      world,
      { users: [dave.id] },
      sql`update account set is_active = false where id = ${dave.id}`,
    )
    await alice.api.updateUser({ user_id: dave.id, full_name: 'Dave Gone' })
    const { members } = await alice.api.getUsers()
    const names = members.map((member) => member.full_name)
    expect(names).toContain('Beep')
    expect(names).toContain('Dave Gone')
  })
})

describe('Changing a role', () => {
  it('requires an administrator, and for owners an owner', async () => {
    const { alice, bob, mona, carol } = await createWorld()
    for (const role of [600, 300, 200, 400]) {
      await give(bob, carol, role)
      expect(await roleOf(alice, carol)).toBe(role)
    }
    const ownersOnly = withReason('role-change-of-owner-denied')
    await expect(give(bob, carol, 100)).rejects.toMatchObject(ownersOnly)
    await expect(give(bob, alice, 200)).rejects.toMatchObject(ownersOnly)
    await expect(give(mona, carol, 600)).rejects.toMatchObject(withReason('account-change-denied'))
    await give(alice, carol, 100)
    expect(await roleOf(alice, carol)).toBe(100)
    await give(carol, alice, 400)
    expect(await roleOf(carol, alice)).toBe(400)
  })

  it('accepts only the five roles, and does nothing if the role is the same', async () => {
    const { alice, carol } = await createWorld()
    for (const role of [0, 150, 500, -100, 1.5, 700]) {
      const reason = role === 1.5 ? 'parameter-invalid' : 'role-not-found'
      await expect(give(alice, carol, role), `${role}`).rejects.toMatchObject(withReason(reason))
    }
    const received = await eventsPerUser({ alice, carol }, () => give(alice, carol, 400))
    expect(received).toEqual({ alice: [], carol: [] })
  })

  it('is refused for the last active owner who is not a bot', async () => {
    const world = await createWorld()
    const { alice, bob, dave } = world
    const last = withReason('role-change-of-last-owner-denied')
    await expect(give(alice, alice, 400)).rejects.toMatchObject(last)
    await addBot(world, alice, 100)
    await expect(give(alice, alice, 400)).rejects.toMatchObject(last)
    await give(alice, dave, 100)
    await changeRows(
      world,
      { users: [dave.id] },
      sql`update account set is_active = false where id = ${dave.id}`,
    )
    await expect(give(alice, alice, 400)).rejects.toMatchObject(last)
    await give(alice, bob, 100)
    await give(alice, alice, 400)
    expect(await roleOf(bob, alice)).toBe(400)
  })

  it('changes nothing if a later part of the request is refused', async () => {
    const { alice, carol } = await createWorld()
    const changed = alice.api.updateUser({ user_id: carol.id, role: 200, full_name: 'a*b' })
    await expect(changed).rejects.toMatchObject(withReason('user-name-invalid'))
    expect(await roleOf(alice, carol)).toBe(400)
  })

  it('publishes the role, then the groups, to everyone', async () => {
    const world = await createWorld()
    const { alice, bob, dave, carol, greta } = world
    const groups = await alice.api.register({ fetch_event_types: ['realm_user_groups'] })
    const nameOf = new Map(groups.realm_user_groups?.map((group) => [group.id, group.name]))
    const described = (events: QueueEvent[] | undefined) =>
      events?.map((event) => {
        if (event.type === 'realm_user' && event.op === 'update') return JSON.stringify(event.person)
        return event.type === 'user_group' && 'user_ids' in event
          ? `${event.op} ${nameOf.get(event.group_id)} ${event.user_ids}`
          : eventTypesOf([event])[0]
      })
    const steps: [role: Role, received: string[]][] = [
      [
        300,
        ['remove_members role:members', 'remove_members role:fullmembers', 'add_members role:moderators'],
      ],
      [200, ['remove_members role:moderators', 'add_members role:administrators']],
      [100, ['remove_members role:administrators', 'add_members role:owners']],
      [400, ['remove_members role:owners', 'add_members role:members', 'add_members role:fullmembers']],
      [600, ['remove_members role:members', 'remove_members role:fullmembers', 'add_members role:everyone']],
    ]
    for (const [role, changes] of steps) {
      const received = await eventsPerUser({ alice, bob, dave, carol, greta }, () => give(alice, carol, role))
      const expected = [
        JSON.stringify({ user_id: carol.id, role }),
        ...changes.map((change) => `${change} ${carol.id}`),
      ]
      for (const name of ['alice', 'bob', 'dave', 'greta'])
        expect(described(received[name]), name).toEqual(expected)
      expect(described(received.carol)?.slice(0, expected.length)).toEqual(expected)
    }
  })

  it('shows and hides channels for the user', async () => {
    const world = await createWorld()
    const { alice, carol, dave, greta } = world
    const make = (name: string, options = {}) =>
      dave.api.subscribe({ subscriptions: [{ name }], principals: [dave.id, alice.id], ...options })
    await make('plaza')
    await make('den', { invite_only: true })
    const [plaza, den] = await Promise.all(
      ['plaza', 'den'].map(async (stream) => (await dave.api.getChannelId({ stream })).stream_id),
    )
    const subscribers = [alice.id, dave.id].sort((a, b) => a - b)
    const aboutChannels = (events: QueueEvent[] | undefined) =>
      events?.filter((event) => event.type === 'stream' || event.type === 'subscription')

    const promoted = await eventsPerUser({ carol, dave, greta }, () => give(alice, carol, 200))
    expect(aboutChannels(promoted.carol)).toMatchObject([
      { type: 'stream', op: 'create', streams: [{ stream_id: den }] },
      { type: 'subscription', op: 'peer_add', stream_ids: [den], user_ids: subscribers },
    ])
    expect(aboutChannels(promoted.dave)).toEqual([])

    const demoted = await eventsPerUser({ carol, dave, greta }, () => give(alice, carol, 600))
    expect(aboutChannels(demoted.carol)).toMatchObject([
      { type: 'stream', op: 'delete', stream_ids: [plaza, den].sort((a, b) => (a ?? 0) - (b ?? 0)) },
    ])

    const member = await eventsPerUser({ carol, dave, greta }, () => give(alice, carol, 400))
    expect(aboutChannels(member.carol)).toMatchObject([
      { type: 'stream', op: 'create', streams: [{ stream_id: plaza }] },
      { type: 'subscription', op: 'peer_add', stream_ids: [plaza], user_ids: subscribers },
    ])
    expect(aboutChannels(member.greta)).toEqual([])
  })
})

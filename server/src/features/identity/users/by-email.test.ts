import { addBot, changeRows, createWorld, eventsPerUser, type Person, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

const unknown = withReason('user-not-found')

const show = (person: Person, visibility: number) =>
  person.api.updateSettings({ email_address_visibility: visibility as 1 })

describe('GET /users/{email}', () => {
  it('finds an account by email address in any case, including deactivated ones and bots', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const bot = await addBot(world, carol)
    await alice.api.deactivateUser({ user_id: dave.id })
    for (const person of [alice, bot, dave]) {
      const { user } = await carol.api.getUserByEmail({ email: person.email.toUpperCase() })
      expect(user).toEqual((await carol.api.getUser({ user_id: person.id })).user)
    }
    for (const email of ['nobody@example.com', 'nobody', 'user404404@loquat.invalid', 'a/b@example.com']) {
      await expect(carol.api.getUserByEmail({ email }), email).rejects.toMatchObject(unknown)
    }
  })

  it('accepts the placeholder address from everyone, a hidden address only from roles that can see it', async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave } = world
    const find = async (viewer: Person, email: string) =>
      (await viewer.api.getUserByEmail({ email })).user.user_id
    const madeUp = `user${dave.id}@loquat.invalid`
    expect(await find(carol, madeUp)).toBe(dave.id)
    await show(dave, 3)
    for (const viewer of [alice, bob]) expect(await find(viewer, dave.email)).toBe(dave.id)
    await expect(find(carol, dave.email)).rejects.toMatchObject(unknown)
    expect(await find(carol, madeUp.toUpperCase())).toBe(dave.id)
    await show(dave, 4)
    for (const viewer of [alice, dave]) await expect(find(viewer, dave.email)).rejects.toMatchObject(unknown)
  })
})

describe('PATCH /users/{email}', () => {
  it('makes the same changes as the call by ID', async () => {
    const { alice, carol, dave } = await createWorld()
    const received = await eventsPerUser({ carol }, () =>
      alice.api.updateUserByEmail({ email: 'Dave@example.com', full_name: 'Dave Renamed' }),
    )
    expect(received.carol).toMatchObject([{ person: { user_id: dave.id, full_name: 'Dave Renamed' } }])
    const lost = alice.api.updateUserByEmail({ email: 'nobody@example.com', full_name: 'Somebody' })
    await expect(lost).rejects.toMatchObject(unknown)
    const asMember = carol.api.updateUserByEmail({ email: dave.email, full_name: 'Somebody' })
    await expect(asMember).rejects.toMatchObject(withReason('account-change-denied'))
  })
})

describe('new_email', () => {
  const give = (caller: Person, { id: user_id }: Person, new_email: string) =>
    caller.api.updateUser({ user_id, new_email })

  it('changes the address at once, and publishes it to everyone if all may see it', async () => {
    const world = await createWorld()
    const { alice, carol, dave, greta } = world
    const others = await eventsPerUser({ alice, dave, greta }, () =>
      give(alice, carol, ' Caroline@EXAMPLE.org '),
    )
    for (const events of Object.values(others)) {
      expect(events).toMatchObject([
        { person: { user_id: carol.id, delivery_email: 'Caroline@example.org' } },
        { person: { user_id: carol.id, avatar_url: expect.any(String) } },
        { person: { user_id: carol.id, new_email: 'Caroline@example.org' } },
      ])
    }
    // The key stays valid, but only with the new address.
    await expect(carol.api.getOwnUser()).rejects.toMatchObject(withReason('credentials-invalid'))
    expect((await world.person(carol.id).api.getOwnUser()).delivery_email).toBe('Caroline@example.org')
  })

  it('publishes a hidden address only to roles that can see it', async () => {
    const world = await createWorld()
    const { alice, bob, dave, greta, carol } = world
    await show(carol, 3)
    const received = await eventsPerUser({ alice, bob, dave, greta }, () =>
      give(alice, carol, 'c@example.org'),
    )
    const person = { user_id: carol.id, delivery_email: 'c@example.org' }
    for (const name of ['alice', 'bob']) {
      expect(received[name], name).toMatchObject([{ person }, { person: { avatar_url: expect.any(String) } }])
    }
    for (const name of ['dave', 'greta']) {
      expect(received[name], name).toMatchObject([{ person: { avatar_url: expect.any(String) } }])
    }
  })

  it('requires an owner and a valid, free address; the same address is no change', async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave } = world
    await expect(give(bob, carol, 'c@example.org')).rejects.toMatchObject(
      withReason('email-address-change-denied'),
    )
    await alice.api.deactivateUser({ user_id: dave.id })
    const bad = {
      '': 'email-address-invalid',
      carol: 'email-address-invalid',
      [dave.email.toUpperCase()]: 'email-address-taken',
      [bob.email]: 'email-address-taken',
    } as const
    for (const [email, reason] of Object.entries(bad)) {
      await expect(give(alice, carol, email), email).rejects.toMatchObject(withReason(reason))
    }
    const received = await eventsPerUser({ alice, carol }, () => give(alice, carol, carol.email))
    expect(received).toEqual({ alice: [], carol: [] })
  })
})

describe('POST /users/me/api_key/regenerate', () => {
  it('replaces the API key in every process', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const second = await world.secondNode()
    const queue = await carol.api.register({ event_types: ['message'] })
    const received = await eventsPerUser({ alice }, async () => {
      const { api_key } = await carol.api.regenerateApiKey()
      expect(api_key).toMatch(/^[A-Za-z0-9]{32}$/)
      expect(api_key).not.toBe(carol.apiKey)
    })
    expect(received.alice).toEqual([])
    const renewed = world.person(carol.id)
    expect((await second.as(renewed).getOwnUser()).user_id).toBe(carol.id)
    for (const api of [carol.api, second.as(carol)]) {
      await expect(api.getOwnUser()).rejects.toMatchObject(withReason('credentials-invalid'))
    }
    const { id } = await alice.api.sendMessage({ type: 'direct', to: [carol.id], content: 'hi' })
    const { events } = await renewed.api.getEvents({
      queue_id: queue.queue_id!,
      last_event_id: queue.last_event_id!,
    })
    expect(events).toMatchObject([{ type: 'message', message: { id } }])
  })
})

describe('A new account', () => {
  const erin = { email: 'erin@example.com', full_name: 'Erin New', password: 'quinces in the attic' }

  it('is announced in the configured channel, and gets the language of the organization', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const { stream_id } = await alice.api.getChannelId({ stream: 'general' })
    const settings = JSON.stringify({ signup_announcements_stream_id: stream_id, default_language: 'de' })
    await changeRows(world, { realm: true }, sql`update realm set settings = settings || ${settings}::jsonb`)
    const { user_id } = await alice.api.createUser(erin)
    const { messages } = await carol.api.getMessages({ anchor: 'newest', num_before: 1, num_after: 0 })
    expect(messages).toMatchObject([
      { sender_full_name: 'Notification Bot', subject: 'signups', stream_id, content: expect.any(String) },
    ])
    expect(messages[0]?.content).toContain('Erin New')
    const { user_settings } = await world
      .person(user_id)
      .api.register({ fetch_event_types: ['user_settings'] })
    expect(user_settings).toMatchObject({ default_language: 'de', twenty_four_hour_time: true })
  })

  it('cannot have a disposable address, unless the organization allows them', async () => {
    const world = await createWorld()
    const { alice } = world
    const thrownAway = { ...erin, email: 'erin+x@Mailinator.com' }
    await expect(alice.api.createUser(thrownAway)).rejects.toMatchObject(
      withReason('email-disposable-denied'),
    )
    const settings = JSON.stringify({ disallow_disposable_email_addresses: false })
    await changeRows(world, { realm: true }, sql`update realm set settings = settings || ${settings}::jsonb`)
    await alice.api.createUser(thrownAway)
  })
})

import { bodyWithReason, changeRows, createWorld, type Person, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { channelNames, named } from './testing/fixtures.ts'

async function colorsOf(person: Person): Promise<Record<string, string>> {
  const { subscriptions } = await person.api.getSubscriptions()
  return Object.fromEntries(subscriptions.map((one) => [one.name, one.color]))
}

describe('Subscribing', () => {
  it('creates missing channels, joins existing ones, and lists both in the reply', async () => {
    const { alice, carol } = await createWorld()
    await alice.api.subscribe(named('Plaza'))
    const answer = await carol.api.subscribe(named('new', ' PLAZA ', 'GENERAL'))
    expect(answer).toEqual({
      subscribed: { [carol.id]: ['new', 'Plaza'] },
      already_subscribed: { [carol.id]: ['general'] },
    })
    expect(await carol.api.subscribe(named('general'))).toEqual({
      subscribed: {},
      already_subscribed: { [carol.id]: ['general'] },
    })
    expect(await carol.api.subscribe(named())).toEqual({ subscribed: {}, already_subscribed: {} })
    expect(await channelNames(carol)).toEqual(['Plaza', 'general', 'new'])
  })

  it('creates one channel for a repeated name', async () => {
    const { carol } = await createWorld()
    const answer = await carol.api.subscribe(named('Den', ' den', 'DEN '))
    expect(answer.subscribed).toEqual({ [carol.id]: ['Den'] })
    expect(await channelNames(carol)).toEqual(['Den', 'general'])
  })

  it('compares names case-insensitively in every alphabet', async () => {
    const { carol, dave } = await createWorld()
    const pairs: [created: string, again: string][] = [
      ['Straße', 'straße'],
      ['Ёж', 'ёЖ'],
      ['ΟΔΟΣ', 'οδοσ'],
      ['istanbul', 'İstanbul'],
      ['\ufeffmark', '\ufeffMARK'],
      ['\u3000wide\u3000', 'WIDE'],
    ]
    for (const [created, again] of pairs) {
      const first = await carol.api.subscribe(named(created))
      const [name] = first.subscribed[carol.id] ?? []
      expect((await dave.api.subscribe(named(again))).subscribed, again).toEqual({ [dave.id]: [name] })
    }
  })

  it('is refused as a whole for an invalid name', async () => {
    const { carol } = await createWorld()
    const bad = {
      '': 'channel-name-empty',
      ' \t': 'channel-name-empty',
      ['x'.repeat(61)]: 'channel-name-too-long',
      'a\nb': 'channel-name-invalid',
      'a\tb': 'channel-name-invalid',
      'a\u0000': 'parameter-has-null-byte',
      'a\ufdd0': 'channel-name-invalid',
      'a\ud800': 'parameter-has-lone-surrogate',
      '\uffff': 'channel-name-invalid',
    } as const
    for (const [name, reason] of Object.entries(bad)) {
      const subscribed = carol.api.subscribe(named('fine', name))
      await expect(subscribed, JSON.stringify(name)).rejects.toMatchObject(withReason(reason))
    }
    await expect(carol.api.subscribe(named('ab🍑\u0007'))).rejects.toMatchObject(
      withReason('channel-name-invalid', { position: 4 }),
    )
    expect(await channelNames(carol)).toEqual(['general'])
    await carol.api.subscribe(named('🍑'.repeat(60), 'zero\u200dwidth'))
  })

  it('is refused for guests before other checks', async () => {
    const world = await createWorld()
    const response = await world.raw('/api/v1/users/me/subscriptions', { method: 'POST', as: world.greta })
    expect(await response.json()).toMatchObject(bodyWithReason('caller-is-guest'))
    await expect(world.greta.api.subscribe(named('general'))).rejects.toMatchObject(
      withReason('caller-is-guest'),
    )
  })

  it('joins an archived channel, whose name stays taken', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    await alice.api.subscribe(named('plaza'))
    const { stream_id } = await alice.api.getChannelId({ stream: 'plaza' })
    await changeRows(
      world,
      { channels: [stream_id] },
      sql`update channel set is_archived = true where id = ${stream_id}`,
    )
    expect(await carol.api.subscribe(named('PLAZA'))).toMatchObject({ subscribed: { [carol.id]: ['plaza'] } })
    expect(await channelNames(carol)).toEqual(['general'])
    const { stream } = await carol.api.getChannel({ stream_id })
    expect(stream).toMatchObject({ name: 'plaza', is_archived: true })
  })

  it('to an inaccessible channel fails, or skips it on request', async () => {
    const { alice, bob, carol } = await createWorld()
    await alice.api.subscribe({ ...named('den', 'lair'), invite_only: true })
    for (const person of [bob, carol]) {
      const failing = person.api.subscribe(named('fresh', 'den', 'lair'))
      await expect(failing).rejects.toMatchObject(withReason('subscription-denied', { channel: 'den' }))
      expect(await channelNames(person)).not.toContain('fresh')
    }
    const answer = await carol.api.subscribe({
      ...named('den', 'fresh', 'general', 'lair'),
      authorization_errors_fatal: false,
    })
    expect(answer).toEqual({
      subscribed: { [carol.id]: ['fresh'] },
      already_subscribed: { [carol.id]: ['general'] },
      unauthorized: ['den', 'lair'],
    })
    const none = await carol.api.subscribe({ ...named('general'), authorization_errors_fatal: false })
    expect(none.unauthorized).toEqual([])
  })

  it('to a private channel is allowed to holders of its permissions', async () => {
    const { alice, carol, dave } = await createWorld()
    const holders = { direct_members: [carol.id], direct_subgroups: [] }
    for (const [permission, opens] of [
      ['can_subscribe_group', true],
      ['can_add_subscribers_group', true],
      ['can_administer_channel_group', false],
      ['can_remove_subscribers_group', false],
      ['can_send_message_group', false],
    ] as const) {
      await alice.api.subscribe({ ...named(permission), invite_only: true, [permission]: holders })
      const joining = carol.api.subscribe(named(permission))
      if (opens) await joining
      else await expect(joining, permission).rejects.toMatchObject(withReason('subscription-denied'))
      await expect(dave.api.subscribe(named(permission)), permission).rejects.toMatchObject(
        withReason('subscription-denied'),
      )
    }
  })
})

describe('Principals', () => {
  it('are users by ID or email address, and only they are subscribed', async () => {
    const { carol, dave, mona, greta } = await createWorld()
    const byId = await carol.api.subscribe({ ...named('a'), principals: [dave.id, greta.id, dave.id] })
    expect(byId.subscribed).toEqual({ [dave.id]: ['a'], [greta.id]: ['a'] })
    const principals = [' MONA@example.com ', 'carol@example.com', 'mona@example.com']
    const byAddress = await carol.api.subscribe({ ...named('a'), principals })
    expect(byAddress.subscribed).toEqual({ [mona.id]: ['a'], [carol.id]: ['a'] })
    const mixed = await carol.api.subscribe({ ...named('a', 'b'), principals: [carol.id, mona.id] })
    expect(mixed).toEqual({
      subscribed: { [carol.id]: ['b'], [mona.id]: ['b'] },
      already_subscribed: { [carol.id]: ['a'], [mona.id]: ['a'] },
    })
  })

  it('exclude the creator of a channel, who can still administer it', async () => {
    const { carol, dave } = await createWorld()
    await carol.api.subscribe({ ...named('den'), principals: [dave.id], invite_only: true })
    const { subscriptions } = await dave.api.getSubscriptions({ include_subscribers: true })
    const den = subscriptions.find((one) => one.name === 'den')
    expect(den).toMatchObject({ creator_id: carol.id, subscribers: [dave.id] })
    const { stream } = await carol.api.getChannel({ stream_id: den?.stream_id ?? 0 })
    expect(stream.name).toBe('den')
  })

  it('default to the caller if empty', async () => {
    const { carol } = await createWorld()
    for (const [n, principals] of [[], [carol.id], [carol.id, carol.id]].entries()) {
      const { subscribed } = await carol.api.subscribe({ ...named(`channel ${n}`), principals })
      expect(subscribed).toEqual({ [carol.id]: [`channel ${n}`] })
    }
  })

  it('are refused as a whole if one is unknown, deactivated, a system bot or malformed', async () => {
    const world = await createWorld()
    const { carol, dave, mona } = world
    await changeRows(
      world,
      { users: [dave.id] },
      sql`update account set is_active = false where id = ${dave.id}`,
    )
    const { cross_realm_bots: bots } = await carol.api.register({ fetch_event_types: ['realm_user'] })
    const unknown = (user: unknown) => withReason('principal-not-found', { user: JSON.stringify(user) })
    const invalid = withReason('parameter-invalid')
    const cases: [unknown, object][] = [
      [[mona.id, 404_404], unknown(404_404)],
      [['mona@example.com', 'nobody@example.com'], unknown('nobody@example.com')],
      [[mona.id, dave.id], unknown(dave.id)],
      [['dave@example.com'], unknown('dave@example.com')],
      [[bots?.[0]?.user_id], unknown(bots?.[0]?.user_id)],
      [[mona.id, 'mona@example.com'], invalid],
      [[mona.id, 1.5], invalid],
      ['mona@example.com', invalid],
      [[null], invalid],
    ]
    for (const [principals, error] of cases) {
      const subscribed = carol.api.subscribe({ ...named('fresh'), principals: principals as number[] })
      await expect(subscribed, JSON.stringify(principals)).rejects.toMatchObject(error)
    }
    await expect(carol.api.getChannelId({ stream: 'fresh' })).rejects.toMatchObject(
      withReason('channel-not-found'),
    )
  })

  it('other than the caller require a permission to add subscribers, even if errors are not fatal', async () => {
    const world = await createWorld()
    const { alice, bob, mona, carol, dave, greta } = world
    const { realm_user_groups } = await alice.api.register({ fetch_event_types: ['realm_user_groups'] })
    const nobody = realm_user_groups?.find((group) => group.name === 'role:nobody')?.id
    await changeRows(
      world,
      { realm: true },
      sql`update realm set permissions = jsonb_build_object('can_add_subscribers_group', ${nobody}::int)
        where subdomain = ''`,
    )
    const set = (...people: Person[]) => ({
      direct_members: people.map((one) => one.id),
      direct_subgroups: [],
    })
    await alice.api.subscribe({
      ...named('plaza'),
      can_administer_channel_group: set(mona),
      can_add_subscribers_group: set(carol),
    })
    const add = (caller: Person, name = 'plaza', principals: number[] | string[] = [greta.id]) =>
      caller.api.subscribe({ ...named(name), principals, authorization_errors_fatal: false })
    for (const caller of [bob, mona, carol]) await add(caller)
    const denied = withReason('subscription-of-others-denied', { channel: 'plaza' })
    await expect(add(dave)).rejects.toMatchObject(denied)
    await add(dave, 'plaza', [dave.id])
    // An email address counts as another user, even the caller's own.
    await expect(add(dave, 'plaza', [dave.email])).rejects.toMatchObject(denied)
    // The creator of a channel can add anyone to it.
    await add(dave, 'fresh')
    // Being allowed to add others does not open a channel that one may not read.
    await alice.api.subscribe({ ...named('den'), invite_only: true, can_administer_channel_group: set(mona) })
    for (const caller of [bob, mona]) {
      expect(await add(caller, 'den')).toMatchObject({ subscribed: {}, unauthorized: ['den'] })
    }
  })
})

describe('The color of a subscription', () => {
  it('is the first color of the palette that the user does not use yet', async () => {
    const { carol, dave } = await createWorld()
    expect((await colorsOf(carol)).general).toBe('#76ce90')
    await carol.api.subscribe({
      subscriptions: [{ name: 'a', color: '#fae589' }, { name: 'b' }, { name: 'c' }],
    })
    expect(await colorsOf(carol)).toMatchObject({ a: '#fae589', b: '#a6c7e5', c: '#e79ab5' })
    await carol.api.subscribe({ ...named('b', 'c'), principals: [dave.id] })
    expect(await colorsOf(dave)).toMatchObject({ b: '#fae589', c: '#a6c7e5' })
  })

  it('is kept after unsubscribing, and not given to another channel meanwhile', async () => {
    const { carol } = await createWorld()
    await carol.api.subscribe({ subscriptions: [{ name: 'a', color: '#abc' }, { name: 'b' }] })
    await carol.api.unsubscribe({ subscriptions: ['a', 'b'] })
    await carol.api.subscribe({
      subscriptions: [{ name: 'a', color: '#ffffff' }, { name: 'b' }, { name: 'c' }],
    })
    expect(await colorsOf(carol)).toMatchObject({ a: '#abc', b: '#fae589', c: '#a6c7e5' })
  })

  it('repeats by channel ID when the palette is used up', async () => {
    const { carol } = await createWorld()
    await carol.api.subscribe(named(...Array.from({ length: 24 }, (_, n) => `channel ${n}`)))
    const { subscriptions } = await carol.api.getSubscriptions()
    const distinct = new Set(subscriptions.map((one) => one.color))
    expect(distinct.size).toBe(24)
    const palette = subscriptions.toSorted((a, b) => a.stream_id - b.stream_id).map((one) => one.color)
    const last = subscriptions.find((one) => one.name === 'channel 23')
    expect(last?.color).toBe(palette[(last?.stream_id ?? 0) % 24])
  })

  it('is a hash sign and three to six hexadecimal digits', async () => {
    const { carol } = await createWorld()
    const subscribe = (color: string) => carol.api.subscribe({ subscriptions: [{ name: color, color }] })
    for (const color of ['#abc', '#abcd', '#ABCDE', '#012345']) {
      await subscribe(color)
      expect((await colorsOf(carol))[color]).toBe(color)
    }
    for (const color of ['#ab', '#0123456', 'abcdef', '#ghijkl', '']) {
      await expect(subscribe(color), color).rejects.toMatchObject(withReason('parameter-invalid'))
    }
  })
})

import { changeRows, createWorld, type Person } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { allowed, createChannels, everyKind } from './testing/fixtures.ts'

describe('GET /streams/{stream_id}', () => {
  it('returns a channel to users who can see it', async () => {
    const channels = await createChannels()
    const { bob, mona, carol, dave, greta } = channels
    const seen = (person: Person) => allowed(channels, (stream_id) => person.api.getChannel({ stream_id }))
    expect(await seen(bob)).toEqual(everyKind)
    expect(await seen(mona)).toEqual(['public', 'web-public'])
    expect(await seen(carol)).toEqual(['public', 'web-public', 'administered', 'addable', 'joinable'])
    expect(await seen(dave)).toEqual(everyKind)
    expect(await seen(greta)).toEqual(['web-public'])
  })
})

describe('GET /get_stream_id', () => {
  it('finds a channel by name for users who can read it, without exception for administrators', async () => {
    const channels = await createChannels()
    const { bob, carol, dave, greta } = channels
    const found = (person: Person) =>
      allowed(channels, (_, stream) => person.api.getChannelId({ stream: ` ${stream.toUpperCase()} ` }))
    expect(await found(bob)).toEqual(['public', 'web-public'])
    expect(await found(carol)).toEqual(['public', 'web-public', 'addable', 'joinable'])
    expect(await found(dave)).toEqual(everyKind)
    expect(await found(greta)).toEqual(['web-public'])
  })

  it('does not find an archived channel', async () => {
    const channels = await createChannels()
    const { carol, dave, ids } = channels
    const touched = Object.values(ids)
    await changeRows(channels, { channels: touched }, sql`update channel set is_archived = true`)
    expect(await allowed(channels, (_, stream) => dave.api.getChannelId({ stream }))).toEqual([])
    expect(await allowed(channels, (stream_id) => dave.api.getChannel({ stream_id }))).toEqual(everyKind)
    const { stream } = await carol.api.getChannel({ stream_id: ids.public ?? 0 })
    expect(stream.is_archived).toBe(true)
  })
})

describe('GET /streams/subscriber_counts', () => {
  it('counts active subscribers of each channel that the caller can see', async () => {
    const channels = await createChannels()
    const { bob, mona, dave, greta, alice, ids } = channels
    const counted = async (person: Person) => {
      const { subscriber_counts: counts } = await person.api.getSubscriberCounts()
      return Object.keys(ids).filter((name) => String(ids[name]) in counts)
    }
    expect(await counted(bob)).toEqual(everyKind)
    expect(await counted(mona)).toEqual(['public', 'web-public'])
    expect(await counted(dave)).toEqual(everyKind)
    expect(await counted(greta)).toEqual(['web-public'])

    const id = ids.public ?? 0
    const count = async () => (await bob.api.getSubscriberCounts()).subscriber_counts[id]
    const members = async () => (await bob.api.getSubscribers({ stream_id: id })).subscribers.length
    await mona.api.subscribe({ subscriptions: [{ name: 'public' }] })
    const before = await members()
    expect(await count()).toBe(before)
    await alice.api.deactivateUser({ user_id: mona.id })
    expect([await count(), await members()]).toEqual([before - 1, before - 1])
    await alice.api.archiveChannel({ stream_id: id })
    expect(await count()).toBeUndefined()
  })
})

describe('GET /users/me/subscriptions', () => {
  it('lists subscribed channels by name, with subscribers only on request', async () => {
    const { carol, dave, greta } = await createWorld()
    const principals = [greta.id, carol.id, dave.id]
    await carol.api.subscribe({ subscriptions: [{ name: 'b' }, { name: 'Z' }, { name: 'a' }], principals })
    await carol.api.unsubscribe({ subscriptions: ['general'] })
    const plain = await carol.api.getSubscriptions()
    expect(plain.subscriptions.map((one) => one.name)).toEqual(['Z', 'a', 'b'])
    expect(plain.subscriptions.some((one) => 'subscribers' in one)).toBe(false)
    expect(plain.subscriptions[0]).toMatchObject({
      is_muted: false,
      in_home_view: true,
      pin_to_top: false,
      desktop_notifications: null,
      email_notifications: null,
      push_notifications: null,
      audible_notifications: null,
      wildcard_mentions_notify: null,
    })
    const { subscriptions } = await greta.api.getSubscriptions({ include_subscribers: true })
    const subscribers = principals.toSorted((a, b) => a - b)
    expect(subscriptions.find((one) => one.name === 'a')).toMatchObject({ subscribers })
  })

  it('omits deactivated subscribers and archived channels', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    await carol.api.subscribe({
      subscriptions: [{ name: 'a' }, { name: 'b' }],
      principals: [carol.id, dave.id],
    })
    const { stream_id } = await carol.api.getChannelId({ stream: 'b' })
    await changeRows(
      world,
      { users: [dave.id] },
      sql`update account set is_active = false where id = ${dave.id}`,
    )
    await changeRows(
      world,
      { channels: [stream_id] },
      sql`update channel set is_archived = true where id = ${stream_id}`,
    )
    const { subscriptions } = await carol.api.getSubscriptions({ include_subscribers: true })
    expect(subscriptions.map((one) => one.name)).toEqual(['a', 'general'])
    expect(subscriptions[0]?.subscribers).toEqual([carol.id])
  })
})

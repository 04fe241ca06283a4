import { createApi } from '@loquat/client'
import {
  contentsOf,
  createWorld,
  eventTypesOf,
  eventually,
  type Person,
  pendingEvents,
  sendToGeneral,
  type World,
  waitForParkedPolls,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { trimLog } from './trim.ts'

async function positions(world: World): Promise<number[]> {
  const rows = await world.app.database.db.selectFrom('event').select('seq').orderBy('seq').execute()
  return rows.map((row) => row.seq)
}

describe('The event log', () => {
  it('has no gaps under concurrent changes', async () => {
    const world = await createWorld()
    const before = (await positions(world)).at(-1) ?? 0
    const people = [world.alice, world.bob, world.carol, world.dave]
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const person = people[n % people.length] ?? world.alice
        if (n % 10 === 0) return person.api.subscribe({ subscriptions: [{ name: `channel ${n}` }] })
        return sendToGeneral(person, `message ${n}`)
      }),
    )
    const after = await positions(world)
    expect(after).toEqual(after.map((_, n) => (after[0] ?? 0) + n))
    expect((after.at(-1) ?? 0) - before).toBeGreaterThanOrEqual(60)
  })

  it('gives messages IDs in the order of their events', async () => {
    const { alice, bob, carol } = await createWorld()
    const { queue_id, last_event_id } = await carol.api.register({ event_types: ['message'] })
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => sendToGeneral(n % 2 ? alice : bob, `message ${n}`)),
    )
    const events = await pendingEvents(carol.api, queue_id ?? '', last_event_id ?? -1)
    const ids = events.map((event) => (event.type === 'message' ? event.message.id : 0))
    expect(ids).toHaveLength(40)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  })

  it('contains nothing of a request that fails', async () => {
    const world = await createWorld()
    const before = await positions(world)
    const attempt = world.carol.api.subscribe({
      subscriptions: [{ name: 'new one' }, { name: 'x'.repeat(61) }],
    })
    await expect(attempt).rejects.toMatchObject(withReason('channel-name-too-long'))
    expect(await positions(world)).toEqual(before)
    await expect(world.carol.api.getChannelId({ stream: 'new one' })).rejects.toMatchObject(
      withReason('channel-not-found'),
    )
  })

  it('is trimmed by age, and queues before the cut have to register again', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const { queue_id, last_event_id } = await carol.api.register({ event_types: ['message'] })
    await sendToGeneral(alice, 'long ago')
    const { db } = world.app.database
    await sql`update event set created_at = now() - interval '2 hours'`.execute(db)
    await sendToGeneral(alice, 'just now')
    expect(await trimLog(db)).toBeGreaterThan(0)
    const other = await world.secondNode()
    const poll = other.as(carol).getEvents({ queue_id: queue_id ?? '', last_event_id: last_event_id ?? -1 })
    await expect(poll).rejects.toMatchObject({ ...withReason('event-queue-not-found'), body: { queue_id } })
  })

  it('is not trimmed within the idle timeout of a queue', async () => {
    const world = await createWorld()
    await world.carol.api.register({ event_types: ['message'], idle_queue_timeout: 86_400 })
    await sendToGeneral(world.alice, 'an hour ago')
    const { db } = world.app.database
    await sql`update event set created_at = now() - interval '1 hour'`.execute(db)
    expect(await trimLog(db)).toBe(0)
  })
})

describe('Two processes on one database', () => {
  it('read one queue, each continuing where the other stopped', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const other = await world.secondNode()
    const { queue_id, last_event_id } = await carol.api.register({ event_types: ['message'] })
    let position = last_event_id ?? -1
    const seen: string[] = []
    for (const [n, api] of [carol.api, other.as(carol), carol.api, other.as(carol)].entries()) {
      await sendToGeneral(alice, `message ${n}`)
      const { events } = await api.getEvents({ queue_id: queue_id ?? '', last_event_id: position })
      seen.push(...contentsOf(events))
      position = events.at(-1)?.id ?? position
    }
    expect(seen).toEqual(['message 0', 'message 1', 'message 2', 'message 3'])
  })

  it('wake each other: a message sent through one answers a poll on the other', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    // Without the regular look for lost notices, only a notice can wake it.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const other = await world.secondNode()
    const { queue_id, last_event_id } = await carol.api.register({ event_types: ['message'] })
    const poll = other.as(carol).getEvents({ queue_id: queue_id ?? '', last_event_id: last_event_id ?? -1 })
    await waitForParkedPolls(other, 1)
    await sendToGeneral(alice, 'across')
    const { events } = await poll
    expect(contentsOf(events)).toEqual(['across'])
  })

  it('return every acknowledged event to polls that do not wait, through either process', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const other = await world.secondNode()
    const { queue_id, last_event_id } = await carol.api.register({ event_types: ['message'] })
    const channel = { type: 'channel', to: 'general', topic: 'log' } as const
    for (let n = 1; n <= 10; n++) {
      await other.as(alice).sendMessage({ ...channel, content: `there ${n}` })
      expect(await pendingEvents(carol.api, queue_id ?? '', last_event_id ?? -1)).toHaveLength(2 * n - 1)
      await sendToGeneral(alice, `here ${n}`)
      expect(await pendingEvents(other.as(carol), queue_id ?? '', last_event_id ?? -1)).toHaveLength(2 * n)
    }
  })

  it('never deny a permission that was just granted through the other', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const other = await world.secondNode()
    await other.as(carol).getOwnUser()
    for (let n = 0; n < 10; n++) {
      const name = `secret ${n}`
      await alice.api.subscribe({ subscriptions: [{ name }], invite_only: true, principals: [carol.id] })
      const sent = await other.as(carol).sendMessage({ type: 'channel', to: name, topic: 'x', content: 'in' })
      expect(sent.id).toBeGreaterThan(0)
      const { user_id } = await alice.api.createUser({
        email: `n${n}@example.com`,
        password: 'a very long password',
        full_name: `Newcomer ${n}`,
      })
      const { apiKey, email } = world.person(user_id)
      const api = createApi({ url: other.url, credentials: { email, apiKey } })
      expect((await api.getOwnUser()).user_id).toBe(user_id)
    }
  })

  it('delete a queue for both: the waiting poll on one is answered when the other deletes it', async () => {
    const world = await createWorld()
    const { carol } = world
    const other = await world.secondNode()
    const { queue_id, last_event_id } = await carol.api.register({ event_types: ['message'] })
    const cursor = { queue_id: queue_id ?? '', last_event_id: last_event_id ?? -1 }
    const poll = other.as(carol).getEvents(cursor)
    await waitForParkedPolls(other, 1)
    await carol.api.deleteQueue({ queue_id: queue_id ?? '' })
    expect((await poll).events).toEqual([])
    await expect(other.as(carol).getEvents(cursor)).rejects.toMatchObject(withReason('event-queue-not-found'))
  })

  it('create a channel once in concurrent requests', async () => {
    const world = await createWorld()
    const other = await world.secondNode()
    const ask = (person: Person, node?: typeof other) =>
      (node?.as(person) ?? person.api).subscribe({ subscriptions: [{ name: 'contested' }] })
    await Promise.all([ask(world.carol), ask(world.dave, other), ask(world.alice), ask(world.bob, other)])
    // A process may be a moment behind another when it only reads.
    const everyone = [world.alice, world.bob, world.carol, world.dave].map(({ id }) => id)
    await eventually(async () => {
      const { subscriptions } = await world.alice.api.getSubscriptions({ include_subscribers: true })
      const contested = subscriptions.filter((channel) => channel.name === 'contested')
      expect(contested.map(({ subscribers }) => subscribers)).toEqual([everyone.sort((a, b) => a - b)])
    })
  })

  it('deliver events that were committed while the process of a queue was down', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const other = await world.secondNode()
    const { queue_id, last_event_id } = await other.as(carol).register({ event_types: ['message', 'stream'] })
    await other.stop()
    await sendToGeneral(alice, 'while away')
    await alice.api.subscribe({ subscriptions: [{ name: 'made while away' }] })
    const third = await world.secondNode()
    const events = await pendingEvents(third.as(carol), queue_id ?? '', last_event_id ?? -1)
    expect(eventTypesOf(events)).toEqual(['message', 'stream:create'])
  })
})

import { changeRows, createWorld, eventsPerUser, eventTypesOf, type Person, type World } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { toChannel } from '../messages/testing/fixtures.ts'
import { enforceRetention } from './jobs.ts'

const day = 86_400

const keep = (world: World, days: number) =>
  changeRows(
    world,
    { realm: true },
    sql`update realm set settings = settings || jsonb_build_object('message_retention_days', ${days}::int)`,
  )

async function keepInChannel(world: World, days: number | null): Promise<number> {
  const { stream_id } = await world.carol.api.getChannelId({ stream: 'general' })
  await changeRows(
    world,
    { channels: [stream_id] },
    sql`update channel set message_retention_days = ${days} where id = ${stream_id}`,
  )
  return stream_id
}

const all = async (person: Person) => {
  const { messages } = await person.api.getMessages({ anchor: 'oldest', num_before: 0, num_after: 1_000 })
  return messages.map((message) => message.id)
}

const enforce = ({ app }: World) => enforceRetention.run(app, {})

describe('Message retention', () => {
  it('deletes messages older than the period of the organization, including direct messages, and notifies all clients', async () => {
    const world = await createWorld()
    const { carol, dave, clock } = world
    const old = [
      (await carol.api.sendMessage(toChannel)).id,
      (await carol.api.sendMessage({ ...toChannel, topic: 'pears' })).id,
    ]
    const direct = (await carol.api.sendMessage({ type: 'direct', to: [dave.id], content: 'hi' })).id
    clock.advance(3 * day)
    const young = (await carol.api.sendMessage(toChannel)).id
    await carol.api.sendMessage({ type: 'direct', to: [dave.id], content: 'again' })
    await enforce(world)
    expect(await all(dave)).toHaveLength(5)
    await keep(world, 2)
    const received = await eventsPerUser({ dave }, () => enforce(world))
    expect(eventTypesOf(received.dave ?? [])).toEqual([
      'stream:update',
      'delete_message',
      'stream:update',
      'delete_message',
      'delete_message',
    ])
    const gone = (received.dave ?? []).flatMap((event) => ('message_ids' in event ? [event.message_ids] : []))
    expect(gone).toEqual([[old[0]], [old[1]], [direct]])
    expect(await all(dave)).toEqual([young, young + 1])
    expect((await dave.api.register()).unread_msgs?.count).toBe(2)
  })

  it('of a channel overrides that of the organization, in both directions', async () => {
    const world = await createWorld()
    const { carol, clock } = world
    await carol.api.sendMessage(toChannel)
    clock.advance(3 * day)
    await keep(world, 2)
    await keepInChannel(world, -1)
    await enforce(world)
    expect(await all(carol)).toHaveLength(1)
    await keep(world, -1)
    await keepInChannel(world, 2)
    await enforce(world)
    expect(await all(carol)).toEqual([])
  })

  it('handles any number of messages', async () => {
    const world = await createWorld()
    const { carol, clock } = world
    await Promise.all(
      Array.from({ length: 230 }, (_, n) => carol.api.sendMessage({ ...toChannel, topic: `topic ${n % 3}` })),
    )
    clock.advance(3 * day)
    const { id } = await carol.api.sendMessage(toChannel)
    await keep(world, 1)
    await enforce(world)
    expect(await all(carol)).toEqual([id])
  })
})

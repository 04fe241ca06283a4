import {
  changeRows,
  createWorld,
  expectEventsToReproduceState,
  type Person,
  type World,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { countChannelTraffic } from './jobs.ts'
import { idOf, named } from './testing/fixtures.ts'
import { weeklyTraffic } from './traffic.ts'

const day = 86_400_000

const count = ({ app }: World) => countChannelTraffic.run(app, {})

async function trafficOf({ api }: Person, name = 'general'): Promise<number | null | undefined> {
  const { streams } = await api.getChannels({ include_all: true })
  return streams.find((one) => one.name === name)?.stream_weekly_traffic
}

/** As if the channel had been made some days ago. */
async function age(world: World, days: number, name = 'general'): Promise<void> {
  const id = await idOf(world.carol, name)
  const statement = sql`update channel set created_at = now() - make_interval(days => ${days}) where id = ${id}`
  await changeRows(world, { channels: [id] }, statement)
}

const write = async ({ carol }: World, messages: number, to = 'general') => {
  for (let n = 0; n < messages; n++) {
    await carol.api.sendMessage({ type: 'channel', to, topic: 'plums', content: 'hi' })
  }
}

/** As if everything written so far had been written some days ago. */
const postpone = ({ app }: World, days: number) =>
  sql`update message set sent_at = sent_at - make_interval(days => ${days})`.execute(app.database.db)

describe('The weekly traffic', () => {
  it('is an average over four weeks, or over the age of a newer channel, in two digits', () => {
    const rows: [messages: number, days: number, expected: number | null][] = [
      [1_000, 0, null],
      [1_000, 6, null],
      [0, 7, 0],
      [7, 7, 7],
      [10, 14, 5],
      [11, 14, 5],
      [1, 27, 1],
      [1, 400, 1],
      [3, 28, 1],
      [0, 28, 0],
      [40, 28, 10],
      [4 * 99, 28, 99],
      [4 * 116, 28, 120],
      [4 * 115, 28, 120],
      [4 * 125, 28, 120],
      [4 * 126, 28, 130],
      [4 * 999, 28, 1_000],
      [4 * 12_500, 28, 12_000],
      [4 * 13_500, 28, 14_000],
    ]
    for (const [messages, days, expected] of rows) {
      const now = Date.now()
      expect(weeklyTraffic(messages, now - days * day - 1, now), `${messages} in ${days}`).toBe(expected)
    }
  })
})

describe('stream_weekly_traffic', () => {
  it('is null for a new channel, also in the event of its creation', async () => {
    const { carol } = await createWorld()
    const events = await expectEventsToReproduceState(carol, () => carol.api.subscribe(named('pears')))
    expect(events[0]).toMatchObject({ op: 'create', streams: [{ stream_weekly_traffic: null }] })
    expect(await trafficOf(carol)).toBeNull()
  })

  it('counts each message of past days once, in every process', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const other = await world.secondNode()
    await age(world, 7)
    expect(await trafficOf(carol)).toBe(0)
    await write(world, 3)
    await count(world)
    // Today is not over.
    expect(await trafficOf(carol)).toBe(0)
    await postpone(world, 1)
    await write(world, 2)
    await count(world)
    await count(world)
    expect(await trafficOf(carol)).toBe(3)
    const { streams } = await other.as(dave).getChannels()
    expect(streams[0]?.stream_weekly_traffic).toBe(3)
    const { subscriptions } = await dave.api.register()
    expect(subscriptions?.[0]?.stream_weekly_traffic).toBe(3)
    world.clock.advance(86_400)
    await count(world)
    expect(await trafficOf(carol)).toBe(5)
  })

  it('excludes direct messages and other channels', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    await carol.api.subscribe(named('pears'))
    await write(world, 2)
    await write(world, 1, 'pears')
    await carol.api.sendMessage({ type: 'direct', to: [dave.id], content: 'hi' })
    await age(world, 7)
    await age(world, 7, 'pears')
    await postpone(world, 1)
    await count(world)
    expect([await trafficOf(carol), await trafficOf(carol, 'pears')]).toEqual([2, 1])
  })

  it('drops counts older than four weeks', async () => {
    const world = await createWorld()
    const { carol } = world
    await age(world, 100)
    await write(world, 8)
    await postpone(world, 1)
    await count(world)
    expect(await trafficOf(carol)).toBe(2)
    world.clock.advance(27 * 86_400)
    await count(world)
    expect(await trafficOf(carol)).toBe(2)
    world.clock.advance(86_400)
    await count(world)
    expect(await trafficOf(carol)).toBe(0)
  })
})

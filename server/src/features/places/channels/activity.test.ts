import { changeRows, createWorld, eventsPerUser, eventTypesOf, type World } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { markInactiveChannels } from './jobs.ts'
import { idOf, named } from './testing/fixtures.ts'

const day = 86_400
const rest = ({ app }: World) => markInactiveChannels.run(app, {})

const writeIn = ({ alice }: World, to: string) =>
  alice.api.sendMessage({ type: 'channel', to, topic: 'plums', content: 'hi' })

/** Two channels with a message each, one of them private with Carol in it. */
async function channels() {
  const world = await createWorld()
  const { alice, carol } = world
  await alice.api.subscribe(named('open'))
  await alice.api.subscribe({ ...named('closed'), invite_only: true, principals: [alice.id, carol.id] })
  await writeIn(world, 'open')
  await writeIn(world, 'closed')
  return { ...world, world }
}

describe('A channel without messages for 180 days', () => {
  it('becomes inactive, and publishes this to users who can see it', async () => {
    const { world, alice, bob, carol, dave, greta, clock } = await channels()
    clock.advance(179 * day)
    await rest(world)
    expect((await alice.api.getChannels()).streams.every((one) => one.is_recently_active)).toBe(true)
    await writeIn(world, 'general')
    clock.advance(2 * day)
    const received = await eventsPerUser({ alice, bob, carol, dave, greta }, () => rest(world))
    const about = (name: string) =>
      expect.objectContaining({
        type: 'stream',
        op: 'update',
        name,
        property: 'is_recently_active',
        value: false,
      })
    expect(received).toEqual({
      alice: [about('open'), about('closed')],
      bob: [about('open'), about('closed')],
      carol: [about('open'), about('closed')],
      dave: [about('open')],
      greta: [],
    })
  })

  it('becomes active again with the next message, and stays active', async () => {
    const { world, carol, clock } = await channels()
    clock.advance(181 * day)
    await rest(world)
    const received = await eventsPerUser({ carol }, () => writeIn(world, 'closed'))
    expect(eventTypesOf(received.carol ?? [])).toEqual(['stream:update', 'message'])
    await rest(world)
    const { streams } = await carol.api.getChannels()
    expect(streams.map((one) => [one.name, one.is_recently_active])).toEqual([
      ['closed', true],
      ['general', false],
      ['open', false],
    ])
  })

  it('is not a newer channel, even without any messages', async () => {
    const { world, carol } = await channels()
    const id = await idOf(carol, 'general')
    await rest(world)
    expect((await carol.api.getChannel({ stream_id: id })).stream.is_recently_active).toBe(true)
    const made = sql`update channel set created_at = now() - interval '181 days' where id = ${id}`
    await changeRows(world, { channels: [id] }, made)
    await rest(world)
    expect((await carol.api.getChannel({ stream_id: id })).stream.is_recently_active).toBe(false)
  })
})

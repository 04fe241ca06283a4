import { changeRows, eventsPerUser, type Person, type World } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { cast, idOf, ids, named } from '../../places/channels/testing/fixtures.ts'
import { publishFullMembers } from './full-members.ts'
import { groupWorld } from './testing/fixtures.ts'

const wait = (world: World, days: number) =>
  changeRows(
    world,
    { realm: true },
    sql`update realm set settings = settings || jsonb_build_object('waiting_period_threshold', ${days}::int),
      full_members_until = now() where subdomain = ''`,
  )

/** Backdates accounts so that their waiting period has just ended, before it is noticed. */
const ripen = (world: World, days: number, ...people: Person[]) =>
  changeRows(
    world,
    { realm: true, users: people.map((one) => one.id) },
    sql`with earlier as (
        update realm set full_members_until = now() - interval '2 minutes' where subdomain = ''
      )
      update account set created_at = now() - make_interval(days => ${days}) - interval '1 minute'
      where id = any(${people.map((one) => one.id)}::bigint[])`,
  )

describe('Members whose waiting period is over', () => {
  it('are published once as full members, with the channels they can now see', async () => {
    const { world, roles, alice, carol, dave, mona } = await groupWorld()
    await wait(world, 3)
    await alice.api.subscribe({
      ...named('den'),
      invite_only: true,
      can_subscribe_group: roles['role:fullmembers'],
    })
    const den = await idOf(alice, 'den')
    await ripen(world, 3, carol, dave, mona)
    // In the state of a client that registers from now on they are full members already.
    const { app } = world
    const before = await Promise.all(
      Object.values({ alice, carol }).map(({ api }) =>
        api.register({ event_types: ['user_group', 'stream'] }),
      ),
    )
    await publishFullMembers(app)
    await publishFullMembers(app)
    const eventsOf = async ({ api }: Person, at: (typeof before)[number] | undefined) =>
      (
        await api.getEvents({
          queue_id: at?.queue_id ?? '',
          last_event_id: at?.last_event_id ?? -1,
          dont_block: true,
        })
      ).events
    const news = {
      type: 'user_group',
      op: 'add_members',
      group_id: roles['role:fullmembers'],
      user_ids: ids(carol, dave),
    }
    expect(await eventsOf(alice, before[0])).toMatchObject([news])
    expect(await eventsOf(carol, before[1])).toMatchObject([
      news,
      { type: 'stream', op: 'create', streams: [{ stream_id: den }] },
    ])
    expect((await carol.api.getChannel({ stream_id: den })).stream.name).toBe('den')
  })

  it('are none without a waiting period, or before it is over', async () => {
    const { world } = await groupWorld()
    const received = await eventsPerUser(cast(world), async () => {
      await publishFullMembers(world.app)
      await wait(world, 3)
      await publishFullMembers(world.app)
      await wait(world, 0)
    })
    expect(Object.values(received).flat()).toEqual([])
  })
})

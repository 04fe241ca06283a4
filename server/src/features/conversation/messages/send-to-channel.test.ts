import type { ApiError } from '@loquat/client'
import type { GroupSettingValue } from '@loquat/contract'
import { addBot, changeRows, createWorld, type Person, type World, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

const spectators = sql`update realm set settings = '{"enable_spectator_access":true}' where subdomain = ''`

const send = (sender: Person, to: unknown) =>
  sender.api.sendMessage({ type: 'channel', to, topic: 'x', content: 'hi' })

/** Whether a user may post, by trying. */
async function canPost(sender: Person, to: unknown): Promise<boolean> {
  try {
    await send(sender, to)
    return true
  } catch (error) {
    const reasons = ['channel-posting-denied', 'channel-name-unknown']
    expect(reasons).toContainEqual((error as ApiError).reason)
    return false
  }
}

async function posters(people: Record<string, Person>, to: string): Promise<string[]> {
  const names: string[] = []
  for (const [name, person] of Object.entries(people)) if (await canPost(person, to)) names.push(name)
  return names
}

const kinds: Record<string, object> = {
  public: {},
  'web-public': { is_web_public: true },
  'private shared': { invite_only: true, history_public_to_subscribers: true },
  'private protected': { invite_only: true },
}

describe('Posting in a channel', () => {
  it('is open to subscribers, and otherwise depends on the channel and the role', async () => {
    const world = await createWorld()
    const { alice, bob, carol, greta } = world
    await changeRows(world, { realm: true }, spectators)
    const people = { bob, carol, greta }
    const ids = [bob.id, carol.id, greta.id]
    const outside: Record<string, string[]> = {
      public: ['bob', 'carol'],
      'web-public': ['bob', 'carol', 'greta'],
      'private shared': [],
      'private protected': [],
    }
    for (const [kind, options] of Object.entries(kinds)) {
      for (const [name, principals] of [
        [`${kind} in`, ids],
        [`${kind} out`, [alice.id]],
      ] as const) {
        const subscriptions = [{ name }]
        await alice.api.subscribe({ subscriptions, principals: [...principals], ...options })
      }
      expect(await posters(people, `${kind} in`), kind).toEqual(['bob', 'carol', 'greta'])
      expect(await posters(people, `${kind} out`), kind).toEqual(outside[kind])
    }
    await changeRows(
      world,
      { channels: await allChannels(world) },
      sql`update channel set is_archived = true`,
    )
    for (const kind of Object.keys(kinds)) expect(await posters(people, `${kind} in`), kind).toEqual([])
  })

  it('needs membership of can_send_message_group, regardless of role', async () => {
    const world = await createWorld()
    const { alice, bob, mona, carol, greta } = world
    const people = { alice, bob, mona, carol, greta }
    const { realm_user_groups: groups } = await alice.api.register({
      fetch_event_types: ['realm_user_groups'],
    })
    const group = (name: string) => groups?.find((one) => one.name === name)?.id ?? 0
    const cases: [value: GroupSettingValue, allowed: string[]][] = [
      [group('role:nobody'), []],
      [group('role:owners'), ['alice']],
      [group('role:administrators'), ['alice', 'bob']],
      [group('role:moderators'), ['alice', 'bob', 'mona']],
      [group('role:members'), ['alice', 'bob', 'mona', 'carol']],
      [group('role:everyone'), ['alice', 'bob', 'mona', 'carol', 'greta']],
      [
        { direct_members: [greta.id], direct_subgroups: [group('role:administrators')] },
        ['alice', 'bob', 'greta'],
      ],
    ]
    for (const [n, [can_send_message_group, allowed]] of cases.entries()) {
      await alice.api.subscribe({
        subscriptions: [{ name: `channel ${n}` }],
        principals: Object.values(people).map((one) => one.id),
        can_send_message_group,
      })
      expect(await posters(people, `channel ${n}`), JSON.stringify(can_send_message_group)).toEqual(allowed)
    }
  })

  it('is open without a subscription to users who may subscribe, if history is shared', async () => {
    const { alice, carol, dave, greta } = await createWorld()
    const holders = { direct_members: [carol.id, greta.id], direct_subgroups: [] }
    for (const permission of ['can_subscribe_group', 'can_add_subscribers_group']) {
      for (const [shared, allowed] of [
        [true, ['carol']],
        [false, []],
      ] as const) {
        const name = `${permission} ${shared}`
        await alice.api.subscribe({
          subscriptions: [{ name }],
          invite_only: true,
          history_public_to_subscribers: shared,
          [permission]: holders,
        })
        expect(await posters({ carol, dave, greta }, name), name).toEqual(allowed)
      }
    }
    await alice.api.subscribe({
      subscriptions: [{ name: 'administered' }],
      invite_only: true,
      history_public_to_subscribers: true,
      can_administer_channel_group: holders,
      can_remove_subscribers_group: holders,
    })
    expect(await posters({ carol, greta }, 'administered')).toEqual([])
  })

  it('is open to a bot whose owner may post', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const carols = await addBot(world, carol)
    const alices = await addBot(world, alice)
    await carol.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true })
    expect(await canPost(carols, 'den')).toBe(true)
    expect(await canPost(alices, 'den')).toBe(false)
    const only = { direct_members: [carol.id], direct_subgroups: [] }
    await carol.api.subscribe({ subscriptions: [{ name: 'podium' }], can_send_message_group: only })
    expect(await canPost(carols, 'podium')).toBe(true)
    expect(await canPost(alices, 'podium')).toBe(false)
  })

  it('is refused with the name of the channel if the sender can see it', async () => {
    const { alice, bob, carol } = await createWorld()
    await alice.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true })
    await alice.api.subscribe({
      subscriptions: [{ name: 'podium' }],
      can_send_message_group: { direct_members: [alice.id], direct_subgroups: [] },
    })
    for (const [person, name] of [
      [bob, 'den'],
      [carol, 'podium'],
    ] as const) {
      await expect(send(person, name)).rejects.toMatchObject(
        withReason('channel-posting-denied', { channel: name }),
      )
    }
  })

  it('gives the same error for hidden channels and for channels that do not exist', async () => {
    const world = await createWorld()
    const { alice, carol, dave, greta } = world
    await alice.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true })
    await alice.api.subscribe({ subscriptions: [{ name: 'square' }] })
    await alice.api.subscribe({ subscriptions: [{ name: 'cellar' }], invite_only: true })
    const { stream_id: den } = await alice.api.getChannelId({ stream: 'den' })
    const { stream_id: square } = await alice.api.getChannelId({ stream: 'square' })
    const { stream_id: cellar } = await alice.api.getChannelId({ stream: 'cellar' })
    await alice.api.archiveChannel({ stream_id: cellar })
    const scheduled_delivery_timestamp = String(Math.floor(world.clock.now() / 1_000) + 3_600)
    const answer = async (as: Person, path: string, to: string | number) => {
      const fields = { type: 'channel', to: JSON.stringify(to), topic: 'x', content: 'x' }
      const isScheduled = path === '/scheduled_messages'
      const body = new URLSearchParams(isScheduled ? { ...fields, scheduled_delivery_timestamp } : fields)
      const response = await world.raw(`/api/v1${path}`, { method: 'POST', as, body })
      return `${response.status} ${(await response.text()).replaceAll(String(to), 'HERE')}`
    }
    const bot = await addBot(world, dave)
    for (const [person, id, name] of [
      [carol, den, 'DEN'],
      [carol, cellar, 'cellar'],
      [bot, den, 'den'],
      [greta, den, 'den'],
      [greta, square, 'square'],
    ] as const) {
      const missing = await answer(person, '/messages', 999_999)
      expect(missing).toContain('channel-id-unknown')
      expect(await answer(person, '/messages', id)).toBe(missing)
      expect(await answer(person, '/messages', name)).toBe(await answer(person, '/messages', 'nowhere'))
      expect(await answer(person, '/scheduled_messages', id)).toBe(missing)
    }
  })
})

async function allChannels({ app }: World): Promise<number[]> {
  const rows = await app.database.db.selectFrom('channel').select('id').execute()
  return rows.map((row) => row.id)
}

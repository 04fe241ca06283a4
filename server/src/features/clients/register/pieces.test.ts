import { type KnownPieces, LiveSession } from '@loquat/client'
import type { InitialState, StatePieces } from '@loquat/contract'
import { addPeople, createWorld, type Person, randomFractions, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const options = {
  slim_presence: true,
  client_capabilities: {
    notification_settings_null: true,
    archived_channels: true,
    user_settings_object: true,
  },
}
const listNames = [
  'realm_users',
  'realm_non_active_users',
  'realm_user_groups',
  'streams',
  'subscriptions',
  'unsubscribed',
  'never_subscribed',
] as const

/** Fails where anything changes what was frozen. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const one of value instanceof Map ? value.values() : Object.values(value)) freeze(one)
  }
  return value
}

type Piece = { hash: string; items?: unknown[] | undefined }
const listsIn = (pieces: StatePieces = {}): [string, Piece[]][] => Object.entries(pieces)
const itemsIn = (pieces: StatePieces | undefined) =>
  listsIn(pieces).flatMap(([, list]) => list.flatMap(({ items = [] }) => items))

/** Everything but the queue and what differs with time. */
const comparable = ({ server_timestamp: _, ...state }: InitialState) => state

async function registerWhole({ api }: Person): Promise<InitialState> {
  const { queue_id: _, last_event_id: __, ...state } = await api.register(options)
  return comparable(state)
}

/** A world with enough users for several pieces, and channels in them. */
async function createLargeWorld(): Promise<World> {
  const world = await createWorld()
  await addPeople(world, 200)
  const subscriptions = Array.from({ length: 90 }, (_, n) => ({ name: `channel ${n}` }))
  await world.alice.api.subscribe({ subscriptions, principals: [world.dave.id] })
  return world
}

describe('A client that has parts of the state from an earlier start', () => {
  it('gets only the pieces of large lists that have changed', async () => {
    const { alice, carol, dave, greta } = await createLargeWorld()
    const first = await carol.api.register({ ...options, known_pieces: [] })
    for (const name of listNames) expect(first, name).not.toHaveProperty(name)
    const whole = await registerWhole(carol)
    for (const name of listNames) {
      const list = first.pieces?.[name]?.flatMap(({ items = [] }: Piece) => items)
      expect(list, name).toEqual(whole[name])
    }
    const known_pieces = listsIn(first.pieces).flatMap(([, list]) => list.map(({ hash }) => hash))
    expect(known_pieces.length).toBeGreaterThan(8)

    const again = await carol.api.register({ ...options, known_pieces })
    expect(itemsIn(again.pieces)).toEqual([])
    expect(JSON.stringify(again).length).toBeLessThan(JSON.stringify(whole).length / 4)

    await alice.api.updateUser({ user_id: dave.id, full_name: 'Dave of the Hill' })
    const { pieces } = await carol.api.register({ ...options, known_pieces })
    const changed = listsIn(pieces).flatMap(([name, list]) =>
      list.flatMap(({ items }) => (items ? [name] : [])),
    )
    expect(changed).toEqual(['realm_users'])
    expect(itemsIn(pieces)).toContainEqual(expect.objectContaining({ full_name: 'Dave of the Hill' }))

    // Members of large groups can come as ranges, so that a new user does not change long lists.
    const ranges = await carol.api.register({ ...options, known_pieces: [], member_ranges: true })
    const groups = ranges.pieces?.realm_user_groups?.flatMap(({ items = [] }) => items)
    const members = whole.realm_user_groups?.find(({ name }) => name === 'role:members')?.members ?? []
    const { member_ranges = [], ...rest } = groups?.find(({ name }) => name === 'role:members') ?? {}
    expect(rest).not.toHaveProperty('members')
    expect(member_ranges.length).toBeLessThan(5)
    const idsIn = ([first, last]: [number, number]) => members.filter((id) => first <= id && id <= last)
    expect(member_ranges.flatMap(idsIn)).toEqual(members)
    const lengths = member_ranges.map(([first, last]) => last - first + 1)
    expect(lengths.reduce((sum, one) => sum + one)).toBe(members.length)
    // Without pieces, nothing has another shape.
    const usual = await carol.api.register({ ...options, member_ranges: true })
    expect(usual.realm_user_groups).toEqual(whole.realm_user_groups)

    // Guests who cannot see everybody get whole lists, as do spectators.
    const guest = await greta.api.register({ ...options, known_pieces })
    expect(guest.realm_users ?? guest.pieces?.realm_users).toBeDefined()
    for (const wrong of [['x'.repeat(17)], Array(5_001).fill('x')]) {
      await expect(carol.api.register({ known_pieces: wrong })).rejects.toThrow(/known_pieces/)
    }
  })

  it('has the same state as a new client, after any changes', async () => {
    const { alice, bob, carol, dave, clock } = await createLargeWorld()
    const live = await LiveSession.connect(carol.api, { register: options, keepPieces: true })
    let earlier: { state: InitialState; pieces: KnownPieces } = {
      state: freeze(live.state),
      pieces: freeze(live.pieces ?? new Map()),
    }
    await live.close()
    const random = randomFractions(7)
    let n = 0
    let groups = 0
    const changes = [
      () => alice.api.updateUser({ user_id: dave.id, full_name: `Dave ${n}` }),
      () => alice.api.subscribe({ subscriptions: [{ name: `new ${n}` }], principals: [carol.id] }),
      () => carol.api.subscribe({ subscriptions: [{ name: `channel ${n}` }] }),
      () => carol.api.unsubscribe({ subscriptions: [`channel ${n - 1}`] }).catch(() => {}),
      () => alice.api.createUserGroup({ name: `group ${groups++}`, description: '', members: [dave.id] }),
      () => alice.api.deactivateUser({ user_id: bob.id }).catch(() => {}),
      () => alice.api.reactivateUser({ user_id: bob.id }).catch(() => {}),
      () => dave.api.updatePresence({ status: 'active', new_user_input: true }),
      () => clock.advance(700),
    ]
    for (n = 0; n < 12; n++) {
      for (let count = 0; count < 3; count++) {
        await changes[Math.floor(random() * changes.length)]?.()
      }
      const session = await LiveSession.connect(carol.api, {
        register: options,
        keepPieces: true,
        resume: earlier,
      })
      const actual = presencesApart(session.state)
      const expected = presencesApart(await registerWhole(carol))
      expect(comparable(actual.rest)).toEqual(expected.rest)
      expect(actual.presences).toMatchObject(expected.presences)
      earlier = { state: freeze(session.state), pieces: freeze(session.pieces ?? new Map()) }
      await session.close()
    }
  })
})

/** A client keeps presences that are too old for a new one. */
const presencesApart = ({ presences = {}, presence_last_update_id: _, ...rest }: InitialState) => ({
  presences,
  rest,
})

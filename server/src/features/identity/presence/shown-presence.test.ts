import type { ModernPresence } from '@loquat/contract'
import { createWorld, type Person, randomNumbers } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const largeOrganization = { exactUsers: 0, batchMs: 0, waitingReports: 100, listed: 3 }
/** As in the initial state. */
const offlineThreshold = 200
const pingInterval = 60
/** Reports closer than this to the last stored one are not stored. */
const writeInterval = 55

/** A user whose client reports every interval while it is open. */
class Actor {
  mode: 'active' | 'idle' | 'closed' = 'closed'
  nextReport = Number.POSITIVE_INFINITY
  lastReport = Number.NEGATIVE_INFINITY
  lastActive = Number.NEGATIVE_INFINITY
  /** The first reports without an interruption since. */
  onlineSince = Number.POSITIVE_INFINITY
  activeSince = Number.POSITIVE_INFINITY
  readonly person: Person

  constructor(person: Person) {
    this.person = person
  }

  change(mode: Actor['mode'], now: number): void {
    this.mode = mode
    if (mode === 'closed') this.nextReport = this.onlineSince = Number.POSITIVE_INFINITY
    else this.nextReport = Math.min(this.nextReport, now)
    if (mode !== 'active') this.activeSince = Number.POSITIVE_INFINITY
  }

  reported(now: number): void {
    this.nextReport = now + pingInterval
    this.lastReport = now
    this.onlineSince = Math.min(this.onlineSince, now)
    if (this.mode !== 'active') return
    this.lastActive = now
    this.activeSince = Math.min(this.activeSince, now)
  }
}

/** A client that computes states as documented, from the times that it has got. */
class Viewer {
  presences: Record<string, ModernPresence> = {}
  lastUpdateId = -1
  lastPoll = Number.NEGATIVE_INFINITY
  /** Updates of these users. */
  received = 0
  readonly counted: ReadonlySet<string>
  readonly poll: (lastUpdateId: number) => Promise<Awaited<ReturnType<Person['api']['updatePresence']>>>

  constructor(api: Person['api'], counted: readonly Actor[]) {
    this.counted = new Set(counted.map(({ person }) => String(person.id)))
    this.poll = (last_update_id) => api.updatePresence({ status: 'idle', last_update_id })
  }

  async follow(now: number): Promise<void> {
    const reply = await this.poll(this.lastUpdateId)
    const entries = Object.entries(reply.presences ?? {})
    expect(reply.presence_last_update_id).toBeGreaterThanOrEqual(this.lastUpdateId)
    for (const [id, entry] of entries) this.presences[id] = entry as ModernPresence
    this.lastUpdateId = reply.presence_last_update_id ?? -1
    this.lastPoll = now
    this.received += entries.filter(([id]) => this.counted.has(id)).length
  }

  stateOf({ person }: Actor, seconds: number): 'active' | 'idle' | 'offline' {
    const entry = this.presences[person.id]
    if (entry === undefined) return 'offline'
    if (seconds - entry.active_timestamp < offlineThreshold) return 'active'
    return seconds - entry.idle_timestamp < offlineThreshold ? 'idle' : 'offline'
  }
}

describe('Presence in large organizations', () => {
  it('shows nobody online as offline, and nobody as online longer than the threshold and one interval, for one update per change', async () => {
    const world = await createWorld({ limits: { presence: { ...largeOrganization, listed: 100 } } })
    const { alice, bob, mona, carol, dave, greta, clock } = world
    const other = await world.secondNode()
    // Users who were never active are shown as active when they joined.
    clock.advance(1_000)
    const actors = [mona, carol, dave, greta].map((person) => new Actor(person))
    const registered = new Viewer(alice.api, actors)
    const state = await alice.api.register({ fetch_event_types: ['presence'], slim_presence: true })
    registered.presences = state.presences as Record<string, ModernPresence>
    registered.lastUpdateId = state.presence_last_update_id ?? -1
    const viewers = [registered, new Viewer(other.as(bob), actors)]
    const random = randomNumbers(7)
    const start = clock.now()
    const seconds = () => (clock.now() - start) / 1_000

    const report = async (actor: Actor) => {
      const api = random(2) === 0 ? actor.person.api : other.as(actor.person)
      actor.reported(seconds())
      await api.updatePresence({ status: actor.mode === 'active' ? 'active' : 'idle', ping_only: true })
    }
    const check = (viewer: Viewer, actor: Actor) => {
      const now = seconds()
      const shown = viewer.stateOf(actor, Math.floor(clock.now() / 1_000))
      const where = `${actor.person.email}, ${actor.mode}, at ${now}, reported at ${actor.lastReport}`
      const isOpen = actor.mode !== 'closed'
      // Nobody can know of reports after their last one.
      if (isOpen && actor.onlineSince <= viewer.lastPoll) expect(shown, where).not.toBe('offline')
      if (actor.mode === 'active' && actor.activeSince <= viewer.lastPoll) expect(shown, where).toBe('active')
      const limit = offlineThreshold + pingInterval + 1
      if (now - actor.lastReport > limit) expect(shown, where).toBe('offline')
      if (now - actor.lastActive > limit) expect(shown, where).not.toBe('active')
      const entry = viewer.presences[actor.person.id]
      if (shown !== 'offline' || entry === undefined || actor.lastReport > viewer.lastPoll) return
      // Users who are offline have the time when they were last seen.
      const lastSeen = entry.idle_timestamp - start / 1_000
      expect(Math.abs(lastSeen - actor.lastReport), where).toBeLessThanOrEqual(writeInterval + 1)
    }
    const step = async () => {
      clock.advance(15)
      const now = seconds()
      await Promise.all(actors.filter((actor) => actor.nextReport <= now).map(report))
      for (const viewer of viewers) {
        if (now - viewer.lastPoll >= pingInterval - random(2) * 15) await viewer.follow(now)
        for (const actor of actors) check(viewer, actor)
      }
    }
    for (let n = 0; n < 400; n++) {
      for (const actor of actors) {
        if (random(12) === 0) actor.change((['active', 'idle', 'closed'] as const)[random(3)]!, seconds())
      }
      await step()
    }

    for (const actor of actors) actor.change('active', seconds())
    for (let n = 0; n < 16; n++) await step()
    for (const viewer of viewers) viewer.received = 0
    // Half an hour in which nothing changes, and in which each of the four reports 30 times.
    for (let n = 0; n < 120; n++) await step()
    for (const viewer of viewers) expect(viewer.received).toBe(0)
    // States are renewed before they end.
    for (let n = 0; n < 260; n++) {
      clock.advance(160)
      await Promise.all(actors.map(report))
    }
    for (const viewer of viewers) await viewer.follow(seconds())
    for (const viewer of viewers) expect(viewer.received).toBe(actors.length)
    for (const viewer of viewers) for (const actor of actors) check(viewer, actor)
  })

  it('has exact times for clients that fetch everything, and lasting ones for those that follow updates', async () => {
    const world = await createWorld({ limits: { presence: largeOrganization } })
    const { alice, carol, clock } = world
    const report = () => carol.api.updatePresence({ status: 'active', ping_only: true })
    await report()
    clock.advance(70)
    await report()
    const now = Math.floor(clock.now() / 1_000)
    const entryIn = ({ presences }: { presences?: object | undefined }) =>
      (presences as Record<string, ModernPresence> | undefined)?.[carol.id]
    const follow = (last_update_id: number) => alice.api.updatePresence({ status: 'idle', last_update_id })
    const register = async (slim_presence: boolean) =>
      await alice.api.register({ fetch_event_types: ['presence'], slim_presence })

    const all = await follow(-1)
    const lasting = entryIn(all)
    expect(lasting?.active_timestamp).toBeGreaterThan(now + 10 * 3_600)
    expect(lasting?.idle_timestamp).toBe(lasting?.active_timestamp)
    expect(entryIn(await register(true))).toEqual(lasting)
    const exact = { active_timestamp: now, idle_timestamp: now }
    expect(entryIn(await alice.api.updatePresence({ status: 'idle', slim_presence: true }))).toEqual(exact)
    const website = { status: 'active', timestamp: now }
    expect((await register(false)).presences).toMatchObject({ [carol.email]: { website } })
    expect((await alice.api.getRealmPresence()).presences).toMatchObject({ [carol.email]: { website } })

    // A number that a failover has lost.
    const again = await follow(1_000_000)
    expect(again).toMatchObject({ presences: all.presences, presence_last_update_id: 2 })
    await carol.api.updateSettings({ presence_enabled: false })
    const hidden = await follow(2)
    expect(entryIn(hidden)?.idle_timestamp).toBe(now - 265)
    await carol.api.updateSettings({ presence_enabled: true })
    clock.advance(60)
    await report()
    expect(entryIn(await follow(hidden.presence_last_update_id ?? -1))?.idle_timestamp).toBeGreaterThan(
      now + 3_600,
    )

    // Nobody looked for absent users meanwhile.
    clock.advance(offlineThreshold + 1)
    expect(entryIn(await register(true))?.idle_timestamp).toBe(now + 60)
  })

  it('lists so many users in a response, and the rest in the next one', async () => {
    const world = await createWorld({ limits: { presence: largeOrganization } })
    const { alice, bob, mona, carol, dave, greta } = world
    await alice.api.updatePresence({ status: 'idle', ping_only: true })
    for (const { api } of [bob, mona, carol, dave, greta]) {
      await api.updatePresence({ status: 'active', ping_only: true })
    }
    const pages: number[][] = []
    for (let last = 1; last < 6; ) {
      const reply = await alice.api.updatePresence({ status: 'idle', last_update_id: last })
      pages.push(Object.keys(reply.presences ?? {}).map(Number))
      last = reply.presence_last_update_id ?? 6
    }
    expect(pages).toEqual([
      [bob.id, mona.id, carol.id],
      [dave.id, greta.id],
    ])
  })
})

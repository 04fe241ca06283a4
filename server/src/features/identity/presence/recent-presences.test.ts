import { createWorld, type Person } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

describe('Presences since an update', () => {
  it('are those of everyone who reported after it, through any process and from any update on', async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave, clock } = world
    const other = await world.secondNode()
    const report = ({ api }: Person) => api.updatePresence({ status: 'active', ping_only: true })
    const names = new Map([alice, bob, carol, dave].map((person) => [String(person.id), person]))
    const ask = async (last_update_id: number, api = alice.api) => {
      const reply = await api.updatePresence({ status: 'active', last_update_id })
      const people = Object.keys(reply.presences ?? {}).map((id) => names.get(id))
      return { people, last: reply.presence_last_update_id ?? -1, presences: reply.presences }
    }
    await report(bob)
    const { last: first } = await ask(-1)
    // An update that does not exist, as after a failover that lost some.
    expect(await ask(1_000_000)).toMatchObject({ people: [], last: 1_000_000 })
    expect(await ask(first)).toMatchObject({ people: [], last: first })

    await report(carol)
    await other.as(dave).updatePresence({ status: 'active', ping_only: true })
    const { people, last } = await ask(first)
    expect(people).toEqual([carol, dave])
    expect(await ask(first, other.as(alice))).toMatchObject({ people: [carol, dave], last })
    expect((await ask(last)).people).toEqual([])

    // Earlier updates than any that this process has read so far.
    expect((await ask(1)).people).toEqual([alice, carol, dave])
    clock.advance(60)
    await report(carol)
    const again = await ask(last)
    expect(again.people).toEqual([alice, carol])
    expect(again.presences).toMatchObject({ [carol.id]: { idle_timestamp: Math.floor(clock.now() / 1_000) } })
    await alice.api.deactivateUser({ user_id: carol.id })
    expect((await ask(last)).people).toEqual([alice])
  })
})

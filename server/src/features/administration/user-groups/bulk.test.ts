import { addPeople, countStatements, createWorld, runJobs } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { make, notesTo } from './testing/fixtures.ts'

describe('A request that adds many users to a group', () => {
  it('sends as many statements for 1000 users as for 2, and enqueues the notices', async () => {
    const world = await createWorld({ proxied: true })
    const { carol, dave } = world
    const people = await addPeople(world, 1_000)
    const user_group_id = await make(carol, 'plums')
    const add = (ids: number[]) =>
      countStatements(world, () => carol.api.changeGroupMembers({ user_group_id, add: ids }))
    await add([dave.id])
    const few = await add(people.slice(0, 2))
    expect(await add(people.slice(2))).toBeLessThanOrEqual(few + 5)
    const received = await notesTo(world, world.person(people.at(-1) ?? 0))
    expect(received).toEqual([`@_**Carol Member|${carol.id}** added you to the group @_*plums*.`])
  })

  it('sends one notice to each user who is still active', async () => {
    const world = await createWorld()
    const { alice, carol, dave, mona } = world
    const user_group_id = await make(carol, 'plums')
    await carol.api.changeGroupMembers({ user_group_id, add: [dave.id, mona.id] })
    await alice.api.deactivateUser({ user_id: mona.id })
    await runJobs(world)
    expect(await notesTo(world, dave)).toHaveLength(1)
  })
})

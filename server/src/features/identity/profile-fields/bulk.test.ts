import { countStatements, createWorld, eventsDuring } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

/** A world that counts statements, with a number of profile fields. */
async function worldWithFields(count: number) {
  const world = await createWorld({ proxied: true })
  const ids: number[] = []
  for (let n = 0; n < count; n++) {
    ids.push((await world.alice.api.createProfileField({ name: `Field ${n}`, field_type: 1 })).id)
  }
  return { world, ids }
}

describe('A request about many profile fields', () => {
  it('sends as many statements to set and clear 30 values as for 2', async () => {
    const { world, ids } = await worldWithFields(30)
    const { carol } = world
    const fill = (fields: number[], value: string) =>
      countStatements(world, () => carol.api.updateProfileData({ data: fields.map((id) => ({ id, value })) }))
    const empty = (data: number[]) => countStatements(world, () => carol.api.deleteProfileData({ data }))
    const few = await fill(ids.slice(0, 2), 'plum')
    expect(await fill(ids, 'fig')).toBeLessThanOrEqual(few + 5)
    const { user } = await carol.api.getUser({ user_id: carol.id, include_custom_profile_fields: true })
    expect(Object.values(user.profile_data ?? {}).map(({ value }) => value)).toEqual(ids.map(() => 'fig'))
    const fewer = await empty(ids.slice(0, 2))
    expect(await empty(ids)).toBeLessThanOrEqual(fewer + 5)
  })

  it('sends as many statements to reorder 30 fields as for 2', async () => {
    const { world, ids } = await worldWithFields(2)
    const { alice } = world
    const reorder = (order: number[]) =>
      countStatements(world, () => alice.api.reorderProfileFields({ order }))
    const few = await reorder(ids.toReversed())
    for (let n = 2; n < 30; n++) {
      ids.push((await alice.api.createProfileField({ name: `Field ${n}`, field_type: 1 })).id)
    }
    expect(await reorder(ids.toReversed())).toBeLessThanOrEqual(few + 5)
    const { custom_fields } = await alice.api.getProfileFields()
    expect(custom_fields.map(({ id }) => id)).toEqual(ids.toReversed())
  })

  it('stores the last of several values for a field, and publishes that one', async () => {
    const { world, ids } = await worldWithFields(1)
    const { carol } = world
    const data = ['plum', 'fig', 'pear'].map((value) => ({ id: ids[0] ?? 0, value }))
    const events = await eventsDuring(carol, () => carol.api.updateProfileData({ data }))
    expect(events).toMatchObject([{ person: { custom_profile_field: { id: ids[0], value: 'pear' } } }])
  })
})

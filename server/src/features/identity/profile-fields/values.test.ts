import type { ProfileValue } from '@loquat/contract'
import { addBot, createWorld, type Person, type World, watched } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const refused = { status: 400, code: 'BAD_REQUEST' }
const options = { a: { text: 'Plums', order: '1' } }

async function fieldOf(world: World, field_type: number, more = {}): Promise<number> {
  const { id } = await world.alice.api.createProfileField({
    name: `Field ${field_type}`,
    field_type,
    ...more,
  })
  return id
}
const fill = (person: Person, id: number, value: ProfileValue) =>
  person.api.updateProfileData({ data: [{ id, value }] })
const profileOf = async (viewer: Person, { id: user_id }: Person) =>
  (await viewer.api.getUser({ user_id, include_custom_profile_fields: true })).user.profile_data

describe('PATCH /users/me/profile_data', () => {
  it('stores values as text, shows texts rendered, and tells everyone', async () => {
    const world = await createWorld()
    const { alice, carol, greta } = world
    const short = await fieldOf(world, 1)
    const people = await fieldOf(world, 6)
    const told = await watched({ alice, carol, greta }, () =>
      carol.api.updateProfileData({
        data: [
          { id: short, value: '**Press**' },
          { id: people, value: [alice.id, greta.id] },
        ],
      }),
    )
    const written = { value: '**Press**', rendered_value: '<p><strong>Press</strong></p>' }
    const listed = { value: JSON.stringify([alice.id, greta.id]) }
    const update = (custom_profile_field: object) => ({
      type: 'realm_user',
      op: 'update',
      person: { user_id: carol.id, custom_profile_field },
      id: expect.any(Number),
    })
    for (const events of Object.values(told)) {
      expect(events).toEqual([update({ id: short, ...written }), update({ id: people, ...listed })])
    }
    expect(await profileOf(greta, carol)).toEqual({ [short]: written, [people]: listed })
    const { members } = await greta.api.getUsers({ include_custom_profile_fields: true })
    expect(members.find((one) => one.user_id === carol.id)?.profile_data).toEqual({
      [short]: written,
      [people]: listed,
    })
    expect((await greta.api.getUser({ user_id: carol.id })).user).not.toHaveProperty('profile_data')
    const again = await watched({ alice }, () => fill(carol, short, '**Press**'))
    expect(again.alice).toEqual([])
  })

  it('accepts for each type what fits it, and nothing else', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const bot = await addBot(world, carol)
    await alice.api.deactivateUser({ user_id: dave.id })
    const pattern = { subtype: 'custom', url_pattern: 'https://x.example/%(username)s' }
    const cases: [type: number, more: object, good: ProfileValue[], bad: ProfileValue[]][] = [
      [1, {}, ['🍑'.repeat(50), ''], ['x'.repeat(51), []]],
      [2, {}, ['🍑'.repeat(500)], ['x'.repeat(501), [1]]],
      [3, { field_data: options }, ['a'], ['b', '', 'constructor', []]],
      [4, {}, ['2024-02-29', '1999-12-31'], ['2023-02-29', '2024-2-9', '24-02-09', '2024-13-01', '', 'x']],
      [
        5,
        {},
        ['https://x.example/a?b#c', 'ftp://x.example'],
        ['x.example', '/a', 'javascript:x', 'https://', ''],
      ],
      [6, {}, [[], [carol.id, alice.id]], ['1', [dave.id], [bot.id], [404_404]]],
      [7, { field_data: pattern }, ['carol'], ['x'.repeat(51), []]],
      [8, {}, ['she/her'], ['x'.repeat(51), []]],
    ]
    for (const [type, more, good, bad] of cases) {
      const id = await fieldOf(world, type, more)
      for (const value of good) {
        await fill(carol, id, value)
        const stored = (await profileOf(alice, carol))?.[id]
        expect(stored?.value, `${type}`).toBe(typeof value === 'string' ? value : JSON.stringify(value))
        expect(stored?.rendered_value !== undefined, `${type}`).toBe(type <= 2)
      }
      for (const value of bad) {
        await expect(fill(carol, id, value), `${type} ${value}`).rejects.toMatchObject(refused)
      }
    }
  })

  it('stores nothing when one value will not do', async () => {
    const world = await createWorld()
    const { carol } = world
    const id = await fieldOf(world, 1)
    for (const wrong of [
      { id: 404_404, value: 'x' },
      { id, value: 'x'.repeat(51) },
    ]) {
      const filled = carol.api.updateProfileData({ data: [{ id, value: 'fine' }, wrong] })
      await expect(filled).rejects.toMatchObject(refused)
    }
    expect(await profileOf(carol, carol)).toEqual({})
  })

  it('leaves some fields to administrators, and is not for bots', async () => {
    const world = await createWorld()
    const { bob, carol } = world
    const bot = await addBot(world, carol)
    const id = await fieldOf(world, 1, { editable_by_user: false })
    await expect(fill(carol, id, 'x')).rejects.toMatchObject(refused)
    await expect(carol.api.deleteProfileData({ data: [id] })).rejects.toMatchObject(refused)
    await fill(bob, id, 'x')
    await expect(fill(bot, id, 'x')).rejects.toMatchObject(refused)
    expect(await bot.api.getOwnUser()).not.toHaveProperty('profile_data')
  })
})

describe('DELETE /users/me/profile_data', () => {
  it('empties fields, those that are empty too', async () => {
    const world = await createWorld()
    const { alice, carol, greta } = world
    const [one, two] = [await fieldOf(world, 1), await fieldOf(world, 2)]
    await fill(carol, one, 'x')
    const told = await watched({ alice, carol, greta }, () =>
      carol.api.deleteProfileData({ data: [one, two, one] }),
    )
    for (const events of Object.values(told)) {
      expect(events).toMatchObject([
        { person: { user_id: carol.id, custom_profile_field: { id: one, value: null } } },
      ])
    }
    expect(await profileOf(alice, carol)).toEqual({})
    await expect(carol.api.deleteProfileData({ data: [404_404] })).rejects.toMatchObject(refused)
  })
})

describe('profile_data in PATCH /users/{user_id}', () => {
  it('lets administrators fill in and empty the fields of others', async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave } = world
    const [one, two] = [await fieldOf(world, 1, { editable_by_user: false }), await fieldOf(world, 6)]
    const set = (caller: Person, person: Person, ...data: { id: number; value: ProfileValue | null }[]) =>
      caller.api.updateUser({ user_id: person.id, profile_data: data })
    await set(bob, carol, { id: one, value: 'Press' }, { id: two, value: [dave.id] })
    expect(await profileOf(dave, carol)).toMatchObject({ [one]: { value: 'Press' }, [two]: {} })
    const told = await watched({ alice, carol }, () =>
      set(bob, carol, { id: one, value: '' }, { id: two, value: null }),
    )
    expect(told.carol).toHaveLength(2)
    expect(await profileOf(dave, carol)).toEqual({})
    await expect(set(bob, carol, { id: 404_404, value: 'x' })).rejects.toMatchObject(refused)
    await expect(set(dave, carol, { id: one, value: 'x' })).rejects.toMatchObject(refused)
    const bot = await addBot(world, carol)
    await expect(set(alice, bot, { id: one, value: 'x' })).rejects.toMatchObject(refused)
  })
})

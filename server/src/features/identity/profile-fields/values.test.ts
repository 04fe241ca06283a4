import type { ProfileValue, Reason } from '@loquat/contract'
import { addBot, createWorld, eventsPerUser, type Person, type World, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

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
  it('stores values as text, renders texts, and publishes them to everyone', async () => {
    const world = await createWorld()
    const { alice, carol, greta } = world
    const short = await fieldOf(world, 1)
    const people = await fieldOf(world, 6)
    const received = await eventsPerUser({ alice, carol, greta }, () =>
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
    for (const events of Object.values(received)) {
      expect(events).toEqual([update({ id: short, ...written }), update({ id: people, ...listed })])
    }
    expect(await profileOf(greta, carol)).toEqual({ [short]: written, [people]: listed })
    const { members } = await greta.api.getUsers({ include_custom_profile_fields: true })
    expect(members.find((one) => one.user_id === carol.id)?.profile_data).toEqual({
      [short]: written,
      [people]: listed,
    })
    expect((await greta.api.getUser({ user_id: carol.id })).user).not.toHaveProperty('profile_data')
    const again = await eventsPerUser({ alice }, () => fill(carol, short, '**Press**'))
    expect(again.alice).toEqual([])
  })

  it('accepts only valid values for each type', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const bot = await addBot(world, carol)
    await alice.api.deactivateUser({ user_id: dave.id })
    const pattern = { subtype: 'custom', url_pattern: 'https://x.example/%(username)s' }
    const tooLong = 'profile-value-too-long'
    const notText = 'profile-value-not-text'
    const notOption = 'profile-value-not-option'
    const notDate = 'profile-value-not-date'
    const notLink = 'profile-value-not-link'
    const notFound = 'profile-value-user-not-found'
    type Bad = [ProfileValue, Reason][]
    const each = (reason: Reason, values: ProfileValue[]): Bad => values.map((value) => [value, reason])
    const cases: [type: number, more: object, good: ProfileValue[], bad: Bad][] = [
      [
        1,
        {},
        ['🍑'.repeat(50), ''],
        [
          ['x'.repeat(51), tooLong],
          [[], notText],
        ],
      ],
      [
        2,
        {},
        ['🍑'.repeat(500)],
        [
          ['x'.repeat(501), tooLong],
          [[1], notText],
        ],
      ],
      [3, { field_data: options }, ['a'], [...each(notOption, ['b', '', 'constructor']), [[], notText]]],
      [
        4,
        {},
        ['2024-02-29', '1999-12-31'],
        each(notDate, ['2023-02-29', '2024-2-9', '24-02-09', '2024-13-01', '', 'x']),
      ],
      [
        5,
        {},
        ['https://x.example/a?b#c', 'ftp://x.example'],
        each(notLink, ['x.example', '/a', 'javascript:x', 'https://', '']),
      ],
      [
        6,
        {},
        [[], [carol.id, alice.id]],
        [['1', 'profile-value-not-user-ids'], ...each(notFound, [[dave.id], [bot.id], [404_404]])],
      ],
      [
        7,
        { field_data: pattern },
        ['carol'],
        [
          ['x'.repeat(51), tooLong],
          [[], notText],
        ],
      ],
      [
        8,
        {},
        ['she/her'],
        [
          ['x'.repeat(51), tooLong],
          [[], notText],
        ],
      ],
    ]
    for (const [type, more, good, bad] of cases) {
      const id = await fieldOf(world, type, more)
      for (const value of good) {
        await fill(carol, id, value)
        const stored = (await profileOf(alice, carol))?.[id]
        expect(stored?.value, `${type}`).toBe(typeof value === 'string' ? value : JSON.stringify(value))
        expect(stored?.rendered_value !== undefined, `${type}`).toBe(type <= 2)
      }
      for (const [value, reason] of bad) {
        await expect(fill(carol, id, value), `${type} ${value}`).rejects.toMatchObject(withReason(reason))
      }
    }
  })

  it('stores nothing if one value is invalid', async () => {
    const world = await createWorld()
    const { carol } = world
    const id = await fieldOf(world, 1)
    const bad: [{ id: number; value: string }, object][] = [
      [{ id: 404_404, value: 'x' }, withReason('profile-field-not-found', { field: 404_404 })],
      [{ id, value: 'x'.repeat(51) }, withReason('profile-value-too-long')],
    ]
    for (const [wrong, error] of bad) {
      const filled = carol.api.updateProfileData({ data: [{ id, value: 'fine' }, wrong] })
      await expect(filled).rejects.toMatchObject(error)
    }
    expect(await profileOf(carol, carol)).toEqual({})
  })

  it('refuses fields that only administrators may edit, and bots', async () => {
    const world = await createWorld()
    const { bob, carol } = world
    const bot = await addBot(world, carol)
    const id = await fieldOf(world, 1, { editable_by_user: false })
    await expect(fill(carol, id, 'x')).rejects.toMatchObject(withReason('profile-value-denied'))
    await expect(carol.api.deleteProfileData({ data: [id] })).rejects.toMatchObject(
      withReason('profile-value-denied'),
    )
    await fill(bob, id, 'x')
    await expect(fill(bot, id, 'x')).rejects.toMatchObject(withReason('caller-is-bot'))
    expect(await bot.api.getOwnUser()).not.toHaveProperty('profile_data')
  })
})

describe('DELETE /users/me/profile_data', () => {
  it('clears fields, including empty ones', async () => {
    const world = await createWorld()
    const { alice, carol, greta } = world
    const [one, two] = [await fieldOf(world, 1), await fieldOf(world, 2)]
    await fill(carol, one, 'x')
    const received = await eventsPerUser({ alice, carol, greta }, () =>
      carol.api.deleteProfileData({ data: [one, two, one] }),
    )
    for (const events of Object.values(received)) {
      expect(events).toMatchObject([
        { person: { user_id: carol.id, custom_profile_field: { id: one, value: null } } },
      ])
    }
    expect(await profileOf(alice, carol)).toEqual({})
    await expect(carol.api.deleteProfileData({ data: [404_404] })).rejects.toMatchObject(
      withReason('profile-field-not-found'),
    )
  })
})

describe('profile_data in PATCH /users/{user_id}', () => {
  it('lets administrators set and clear the fields of other users', async () => {
    const world = await createWorld()
    const { alice, bob, carol, dave } = world
    const [one, two] = [await fieldOf(world, 1, { editable_by_user: false }), await fieldOf(world, 6)]
    const set = (caller: Person, person: Person, ...data: { id: number; value: ProfileValue | null }[]) =>
      caller.api.updateUser({ user_id: person.id, profile_data: data })
    await set(bob, carol, { id: one, value: 'Press' }, { id: two, value: [dave.id] })
    expect(await profileOf(dave, carol)).toMatchObject({ [one]: { value: 'Press' }, [two]: {} })
    const received = await eventsPerUser({ alice, carol }, () =>
      set(bob, carol, { id: one, value: '' }, { id: two, value: null }),
    )
    expect(received.carol).toHaveLength(2)
    expect(await profileOf(dave, carol)).toEqual({})
    await expect(set(bob, carol, { id: 404_404, value: 'x' })).rejects.toMatchObject(
      withReason('profile-field-not-found'),
    )
    await expect(set(dave, carol, { id: one, value: 'x' })).rejects.toMatchObject(
      withReason('account-change-denied'),
    )
    const bot = await addBot(world, carol)
    await expect(set(alice, bot, { id: one, value: 'x' })).rejects.toMatchObject(
      withReason('account-profile-missing'),
    )
  })
})

import { externalAccounts, type Reason } from '@loquat/contract'
import { bodyWithReason, createWorld, eventsPerUser, type Person, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

type NewField = Parameters<Person['api']['createProfileField']>[0]
const options = { a: { text: 'Plums', order: '1' }, b: { text: 'Pears', order: '2' } }
const make = (caller: Person, field: Partial<NewField> = {}) =>
  caller.api.createProfileField({ name: 'Team', field_type: 1, ...field })
const fieldsOf = async (viewer: Person) => (await viewer.api.getProfileFields()).custom_fields

describe('POST /realm/profile_fields', () => {
  it('adds a field at the end, and publishes all fields to everyone', async () => {
    const { alice, bob, carol, greta } = await createWorld()
    const { id } = await make(alice)
    const received = await eventsPerUser({ alice, carol, greta }, () =>
      make(bob, { name: ' Fruit ', hint: 'Which?', field_type: 3, field_data: options, required: true }),
    )
    const fields = await fieldsOf(greta)
    expect(fields).toEqual([
      {
        id,
        type: 1,
        order: id,
        name: 'Team',
        hint: '',
        field_data: '',
        required: false,
        editable_by_user: true,
      },
      {
        id: id + 1,
        type: 3,
        order: id + 1,
        name: 'Fruit',
        hint: 'Which?',
        field_data: expect.any(String),
        required: true,
        editable_by_user: true,
      },
    ])
    expect(JSON.parse(fields[1]?.field_data ?? '')).toEqual(options)
    for (const events of Object.values(received)) {
      expect(events).toMatchObject([{ type: 'custom_profile_fields', fields }])
    }
  })

  it('requires an administrator before it checks parameters', async () => {
    const world = await createWorld()
    const { id } = await make(world.alice)
    for (const caller of [world.mona, world.carol, world.greta]) {
      const response = await world.raw('/api/v1/realm/profile_fields', { method: 'POST', as: caller })
      expect(await response.json()).toMatchObject(bodyWithReason('caller-not-administrator'))
      const { api } = caller
      const calls = [
        () => api.updateProfileField({ field_id: id, name: 'x' }),
        () => api.deleteProfileField({ field_id: id }),
        () => api.reorderProfileFields({ order: [id] }),
      ]
      for (const call of calls)
        await expect(call()).rejects.toMatchObject(withReason('caller-not-administrator'))
    }
  })

  it('refuses invalid names, hints, types and data', async () => {
    const { alice } = await createWorld()
    await make(alice)
    const option = (value: object) => ({ field_type: 3, name: 'List', field_data: value as typeof options })
    const account = (value: object) => ({ field_type: 7, name: 'Account', field_data: { ...value } })
    const bad: [Partial<NewField>, Reason][] = [
      [{ name: ' ' }, 'profile-field-name-empty'],
      [{ name: 'x'.repeat(41) }, 'profile-field-name-too-long'],
      [{ name: ' Team ' }, 'profile-field-name-taken'],
      [{ name: 'Other', hint: 'x'.repeat(81) }, 'profile-field-hint-too-long'],
      [{ name: 'Other', field_type: 0 }, 'profile-field-type-not-found'],
      [{ name: 'Other', field_type: 9 }, 'profile-field-type-not-found'],
      [option({}), 'profile-field-options-empty'],
      [option({ a: { text: 'A' } }), 'profile-field-option-invalid'],
      [option({ a: { text: 'A', order: 1 } }), 'profile-field-option-invalid'],
      [option({ a: { text: ' ', order: '1' } }), 'profile-field-option-invalid'],
      [option({ ' ': { text: 'A', order: '1' } }), 'profile-field-option-invalid'],
      [option({ a: { text: 'A', order: '1', more: '1' } }), 'profile-field-option-invalid'],
      [
        option({ a: { text: 'A', order: '1' }, b: { text: 'A', order: '2' } }),
        'profile-field-option-duplicate',
      ],
      [account({}), 'profile-field-account-not-found'],
      [account({ subtype: 'nowhere' }), 'profile-field-account-not-found'],
      [account({ subtype: 'custom' }), 'profile-field-url-placeholder-missing'],
      [
        account({ subtype: 'custom', url_pattern: 'https://x.example/' }),
        'profile-field-url-placeholder-missing',
      ],
      [
        account({ subtype: 'custom', url_pattern: 'https://x.example/%(username)s/%(username)s' }),
        'profile-field-url-placeholder-missing',
      ],
      [account({ subtype: 'custom', url_pattern: '%(username)s' }), 'profile-field-url-invalid'],
    ]
    for (const [field, reason] of bad)
      await expect(make(alice, field), JSON.stringify(field)).rejects.toMatchObject(withReason(reason))
    await make(alice, { name: 'team', hint: '🍑'.repeat(80) })
    await make(alice, { name: '🍑'.repeat(40), field_data: { ignored: 1 } })
    await make(alice, account({ subtype: 'custom', url_pattern: 'https://x.example/%(username)s' }))
  })

  it('gives external account fields of a known kind a fixed name', async () => {
    const { alice, carol } = await createWorld()
    const github = { field_type: 7, name: '', hint: 'x', field_data: { subtype: 'github' } }
    const { id } = await make(alice, github)
    expect(await fieldsOf(carol)).toMatchObject([
      { name: externalAccounts.github?.name, hint: '', field_data: '{"subtype":"github"}' },
    ])
    await expect(make(alice, github)).rejects.toMatchObject(withReason('profile-field-name-taken'))
    const update = (changes: Partial<NewField>) => alice.api.updateProfileField({ field_id: id, ...changes })
    for (const changes of [{ name: 'Git' }, { hint: 'x' }, { field_data: { subtype: 'twitter' } }]) {
      const fixed = withReason('profile-field-account-fixed')
      await expect(update(changes), JSON.stringify(changes)).rejects.toMatchObject(fixed)
    }
    await update({ name: externalAccounts.github?.name ?? '', hint: '', field_data: { subtype: 'github' } })
    await update({ display_in_profile_summary: true, required: true, editable_by_user: false })
    expect(await fieldsOf(carol)).toMatchObject([
      { display_in_profile_summary: true, required: true, editable_by_user: false },
    ])
  })

  it('shows at most two fields in the summary, none of them long texts or users', async () => {
    const { alice } = await createWorld()
    const shown = (name: string, field_type = 1) =>
      make(alice, { name, field_type, display_in_profile_summary: true })
    const unsupported = withReason('profile-field-summary-unsupported')
    for (const type of [2, 6]) await expect(shown('Other', type)).rejects.toMatchObject(unsupported)
    const { id } = await shown('One')
    await shown('Two')
    await expect(shown('Three')).rejects.toMatchObject(withReason('profile-field-summary-full', { max: 2 }))
    await alice.api.updateProfileField({ field_id: id, display_in_profile_summary: true })
    await alice.api.updateProfileField({ field_id: id, display_in_profile_summary: false })
    await shown('Three')
  })
})

describe('PATCH /realm/profile_fields', () => {
  it('reorders all fields', async () => {
    const { alice, carol } = await createWorld()
    const { id: one } = await make(alice, { name: 'One' })
    const { id: two } = await make(alice, { name: 'Two' })
    const { id: three } = await make(alice, { name: 'Three' })
    const order = (ids: number[]) => alice.api.reorderProfileFields({ order: ids })
    await expect(order([one, two])).rejects.toMatchObject(
      withReason('profile-field-order-incomplete', { field: three }),
    )
    const received = await eventsPerUser({ alice, carol }, () => order([one, three, 404_404, two, one]))
    expect(received.carol).toMatchObject([{ fields: [{ id: three }, { id: two }, { id: one }] }])
    expect((await fieldsOf(carol)).map(({ id, order }) => [id, order])).toEqual([
      [three, 1],
      [two, 3],
      [one, 4],
    ])
  })
})

describe('Changing and deleting a field', () => {
  it('deletes values whose option was removed', async () => {
    const { alice, carol, dave } = await createWorld()
    const { id } = await make(alice, { name: 'Fruit', field_type: 3, field_data: options })
    const { id: team } = await make(alice)
    await carol.api.updateProfileData({
      data: [
        { id, value: 'a' },
        { id: team, value: 'Press' },
      ],
    })
    await dave.api.updateProfileData({ data: [{ id, value: 'b' }] })
    const received = await eventsPerUser({ alice, carol }, () =>
      alice.api.updateProfileField({ field_id: id, name: 'Fruits', field_data: { b: options.b } }),
    )
    expect(received.carol).toMatchObject([{ type: 'custom_profile_fields' }])
    const profileOf = async (person: Person) => (await person.api.getOwnUser()).profile_data
    expect(Object.keys((await profileOf(carol)) ?? {})).toEqual([`${team}`])
    expect(await profileOf(dave)).toEqual({ [id]: { value: 'b' } })
    await eventsPerUser({ alice, dave }, () => alice.api.deleteProfileField({ field_id: id }))
    expect(await profileOf(dave)).toEqual({})
    for (const call of [
      () => alice.api.deleteProfileField({ field_id: id }),
      () => alice.api.updateProfileField({ field_id: id, name: 'x' }),
    ]) {
      await expect(call()).rejects.toMatchObject(withReason('profile-field-not-found', { field: id }))
    }
  })

  it('keeps properties that are not sent, and refuses values that a new field could not have', async () => {
    const { alice, carol } = await createWorld()
    const { id } = await make(alice, { hint: 'Which?', required: true })
    await make(alice, { name: 'Taken' })
    await alice.api.updateProfileField({ field_id: id, name: 'Squad' })
    expect(await fieldsOf(carol)).toMatchObject([{ name: 'Squad', hint: 'Which?', required: true }, {}])
    const bad = {
      '': 'profile-field-name-empty',
      Taken: 'profile-field-name-taken',
      ['x'.repeat(41)]: 'profile-field-name-too-long',
    } as const
    for (const [name, reason] of Object.entries(bad)) {
      const changed = alice.api.updateProfileField({ field_id: id, name })
      await expect(changed, name).rejects.toMatchObject(withReason(reason))
    }
  })
})

describe('register', () => {
  it('returns the fields, their types and the known kinds of external accounts', async () => {
    const { alice } = await createWorld()
    await make(alice)
    const state = await alice.api.register({ fetch_event_types: ['custom_profile_fields', 'realm'] })
    expect(state.custom_profile_fields).toEqual(await fieldsOf(alice))
    expect(state.custom_profile_field_types?.PRONOUNS).toMatchObject({ id: 8 })
    expect(Object.keys(state.realm_default_external_accounts ?? {})).toEqual(['twitter', 'github'])
  })
})

import { createApi } from '@loquat/client'
import { displaySettings, initialUserSettings, notificationSettings, userSettings } from '@loquat/contract'
import {
  addBot,
  bodyWithReason,
  castPassword,
  changeRows,
  createWorld,
  eventsDuring,
  eventsPerUser,
  eventTypesOf,
  expectEventsToReproduceState,
  type Person,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

const settingsOf = async (person: Person) => (await person.api.register()).user_settings

/** Another value than the one a setting has from the start. */
const others: Record<string, boolean | number | string> = {
  ...Object.fromEntries(
    Object.entries(initialUserSettings).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? !value : Number(value) === 1 ? 2 : 1,
    ]),
  ),
  default_language: 'de',
  web_home_view: 'recent_topics',
  emojiset: 'text',
  notification_sound: 'ding',
  web_animate_image_previews: 'never',
  accent_color: '#ffcc00',
  web_spacing: 'roomy',
  emoji_skin_tone: '1f3fd',
}

describe('PATCH /settings', () => {
  it('changes every setting, publishes it to its owner alone, and register returns it', async () => {
    const { carol, dave } = await createWorld()
    const theirs = await eventsDuring(dave, async () => {
      for (const name of Object.keys(userSettings)) {
        if (name === 'email_address_visibility') continue
        const value = others[name]
        const [event] = await expectEventsToReproduceState(carol, () =>
          carol.api.updateSettings({ [name]: value } as never),
        )
        expect(event, name).toMatchObject({ type: 'user_settings', op: 'update', property: name, value })
      }
    })
    expect(theirs).toEqual([])
    const { email_address_visibility: _, ...changed } = others
    expect(await settingsOf(carol)).toMatchObject(changed)
  })

  it.each([
    ['web_home_view', 'outbox', 'parameter-invalid'],
    ['color_scheme', '4', 'parameter-invalid'],
    ['color_scheme', '"1"', 'parameter-invalid'],
    ['twenty_four_hour_time', 'yes', 'parameter-not-json'],
    ['notification_sound', 'whistle', 'parameter-invalid'],
    ['default_language', 'klingon', 'parameter-invalid'],
    ['email_notifications_batching_period_seconds', '0', 'parameter-invalid'],
    ['email_notifications_batching_period_seconds', '604801', 'parameter-invalid'],
    ['web_font_size_px', '-1', 'parameter-invalid'],
    ['accent_color', 'red', 'parameter-invalid'],
    ['accent_color', '#12345', 'parameter-invalid'],
    ['web_spacing', 'loose', 'parameter-invalid'],
    ['emoji_skin_tone', '1f44d', 'parameter-invalid'],
    ['timezone', 'Nowhere/Land', 'timezone-not-found'],
    ['email_address_visibility', '6', 'parameter-invalid'],
  ] as const)('refuses %s = %s', async (name, value, reason) => {
    const world = await createWorld()
    const body = new URLSearchParams({ [name]: value })
    const reply = await world.raw('/api/v1/settings', { method: 'PATCH', body, as: world.carol })
    const problem = await reply.json()
    expect(problem).toMatchObject(bodyWithReason(reason))
    expect(problem).toMatchObject({ msg: expect.stringContaining(name) })
  })

  it('lists only unknown parameters as ignored, not unchanged ones', async () => {
    const world = await createWorld()
    const { carol } = world
    const body = new URLSearchParams(
      'dense_mode=true&enter_sends=true&full_name=Carol Member&starred_message_counts=true',
    )
    const reply = await world.raw('/api/v1/settings', { method: 'PATCH', body, as: carol })
    expect(await reply.json()).toEqual({
      result: 'success',
      msg: '',
      ignored_parameters_unsupported: ['dense_mode'],
    })
    expect(await settingsOf(carol)).toMatchObject({ enter_sends: true })
  })

  it('has two aliases', async () => {
    const { carol } = await createWorld()
    await carol.api.updateDisplaySettings({ color_scheme: 2 })
    await carol.api.updateNotificationSettings({ enable_sounds: false })
    expect(await settingsOf(carol)).toMatchObject({ color_scheme: 2, enable_sounds: false })
  })

  it('is not for bots', async () => {
    const world = await createWorld()
    const bot = await addBot(world, world.carol)
    await expect(bot.api.updateSettings({ enter_sends: true })).rejects.toMatchObject(
      withReason('caller-is-bot'),
    )
  })

  it('returns the native name of a language', async () => {
    const { carol } = await createWorld()
    const [event] = await eventsDuring(carol, () => carol.api.updateSettings({ default_language: 'pt-br' }))
    expect(event).toMatchObject({ value: 'pt-br', language_name: 'português (Brasil)' })
  })

  it('deletes stored drafts when draft synchronization is turned off', async () => {
    const { carol } = await createWorld()
    await carol.api.createDrafts({ drafts: [{ type: '', to: [], topic: '', content: 'draft' }] })
    const events = await expectEventsToReproduceState(carol, () =>
      carol.api.updateSettings({ enable_drafts_synchronization: false }),
    )
    expect(eventTypesOf(events)).toEqual(['user_settings:update'])
    await carol.api.updateSettings({ enable_drafts_synchronization: true })
    expect((await carol.api.getDrafts()).drafts).toEqual([])
  })
})

describe('Clients without user_settings_object', () => {
  it('get settings at the top level, and receive the legacy events', async () => {
    const { carol } = await createWorld()
    const { queue_id, last_event_id, ...state } = await carol.api.register()
    for (const name of [...displaySettings, ...notificationSettings]) {
      expect(state[name], name).toEqual(initialUserSettings[name])
    }
    expect(state).toMatchObject({ timezone: '', emojiset_choices: expect.any(Array) })
    await carol.api.updateSettings({ color_scheme: 3, enable_sounds: false, send_read_receipts: false })
    const { events } = await carol.api.getEvents({
      queue_id: queue_id ?? '',
      last_event_id: last_event_id ?? -1,
      dont_block: true,
    })
    expect(events).toMatchObject([
      { type: 'user_settings', property: 'color_scheme' },
      { type: 'update_display_settings', user: carol.email, setting_name: 'color_scheme', setting: 3 },
      { type: 'user_settings', property: 'enable_sounds' },
      { type: 'update_global_notifications', notification_name: 'enable_sounds', setting: false },
      { type: 'user_settings', property: 'send_read_receipts' },
    ])
  })
})

describe('A time zone', () => {
  it('is stored by its canonical name and published to everyone', async () => {
    const { carol, dave } = await createWorld()
    const received = await eventsPerUser({ carol, dave }, () =>
      carol.api.updateSettings({ timezone: 'europe/berlin' }),
    )
    expect(eventTypesOf(received.carol ?? [])).toEqual(['user_settings:update', 'realm_user:update'])
    expect(received.dave).toMatchObject([
      { person: { user_id: carol.id, email: carol.email, timezone: 'Europe/Berlin' } },
    ])
    await carol.api.updateSettings({ timezone: '' })
    expect((await settingsOf(carol))?.timezone).toBe('')
  })
})

describe('A name', () => {
  it('can be changed by the user, unless the organization prevents it', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const received = await eventsPerUser({ carol, dave }, () =>
      carol.api.updateSettings({ full_name: ' Caroline ' }),
    )
    expect(received.dave).toMatchObject([{ person: { user_id: carol.id, full_name: 'Caroline' } }])
    await expect(carol.api.updateSettings({ full_name: 'C' })).rejects.toMatchObject(
      withReason('user-name-too-short'),
    )
    await changeRows(
      world,
      { realm: true },
      sql`update realm set settings = '{"name_changes_disabled":true}'`,
    )
    await carol.api.updateSettings({ full_name: 'Somebody Else' })
    expect((await carol.api.getOwnUser()).full_name).toBe('Caroline')
    await alice.api.updateSettings({ full_name: 'Alicia' })
    expect((await alice.api.getOwnUser()).full_name).toBe('Alicia')
  })
})

describe('A password', () => {
  it('can be changed with the old password, to one that is hard to guess and has at most 128 characters', async () => {
    const { carol, url } = await createWorld()
    const logIn = (password: string) => createApi({ url }).fetchApiKey({ username: carol.email, password })
    const new_password = 'a quince and seven medlars'
    const change = (old_password: string | undefined, wanted = new_password) =>
      carol.api.updateSettings({ ...(old_password && { old_password }), new_password: wanted })
    await expect(change('wrong')).rejects.toMatchObject(withReason('old-password-wrong'))
    await expect(change(undefined)).rejects.toMatchObject(withReason('old-password-wrong'))
    await expect(change(castPassword, '12345')).rejects.toMatchObject(withReason('new-password-too-weak'))
    const long = `${new_password} `.repeat(5).slice(0, 128)
    await expect(change(castPassword, `${long}x`)).rejects.toMatchObject(
      withReason('parameter-too-long', { parameter: 'new_password', max: 128 }),
    )
    await logIn(castPassword)
    await change(castPassword, long)
    await logIn(long)
    await change(long)
    await logIn(new_password)
    await expect(logIn(castPassword)).rejects.toMatchObject(withReason('login-failed'))
  })
})

describe('The visibility of an email address', () => {
  it('is published to users for whom it changes, and the API address to everyone', async () => {
    const { alice, bob, mona, carol, dave, greta } = await createWorld()
    const set = (email_address_visibility: 1 | 2 | 3 | 4 | 5) => () =>
      carol.api.updateSettings({ email_address_visibility })
    const shown = { user_id: carol.id, delivery_email: carol.email }
    const hidden = { user_id: carol.id, delivery_email: null }
    const people = { alice, bob, mona, carol, dave, greta }

    const toMembers = await eventsPerUser(people, set(2))
    expect(toMembers.greta?.[0]).toMatchObject({ person: hidden })
    expect(toMembers.dave?.[0]).toMatchObject({ person: { new_email: expect.stringMatching(/^user\d+@/) } })
    expect(toMembers.dave?.[1]).toMatchObject({ person: { avatar_url: expect.any(String) } })

    const toAdministrators = await eventsPerUser(people, set(3))
    expect(toAdministrators.dave).toMatchObject([{ person: hidden }])
    expect(toAdministrators.mona).toMatchObject([{ person: hidden }])
    expect(toAdministrators.alice).toEqual([])

    const toNobody = await eventsPerUser(people, set(4))
    expect(toNobody.alice).toMatchObject([{ person: hidden }])
    expect(eventTypesOf(toNobody.carol ?? [])).toEqual(['user_settings:update'])

    const toModerators = await eventsPerUser(people, set(5))
    expect(toModerators.mona).toMatchObject([{ person: shown }])
    expect(toModerators.dave).toEqual([])

    const toEveryone = await eventsPerUser(people, set(1))
    expect(toEveryone.greta?.map((event) => (event as { person?: object }).person)).toMatchObject([
      shown,
      { new_email: carol.email },
      { avatar_version: 1 },
    ])
  })
})

import { defaultableSettings, initialUserSettings, userSettings } from '@loquat/contract'
import { bodyWithReason, createWorld, eventsPerUser, eventTypesOf } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const erin = { email: 'erin@example.com', full_name: 'Erin New', password: 'quinces in the attic' }

/** Another value than the one a setting has from the start. */
const others: Record<string, boolean | number | string> = {
  ...Object.fromEntries(
    Object.entries(initialUserSettings).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? !value : Number(value) === 1 ? 2 : 1,
    ]),
  ),
  web_home_view: 'recent_topics',
  emojiset: 'text',
  notification_sound: 'ding',
  web_animate_image_previews: 'never',
  accent_color: '#7d3b6e',
  web_spacing: 'dense',
  emoji_skin_tone: '1f3fd',
}

describe('PATCH /realm/user_settings_defaults', () => {
  it('changes the settings of new users only', async () => {
    const world = await createWorld()
    const { bob, carol, greta } = world
    const changed = Object.fromEntries(defaultableSettings.map((name) => [name, others[name]]))
    const received = await eventsPerUser({ greta }, () =>
      bob.api.updateUserSettingsDefaults(changed as never),
    )
    expect(received.greta).toMatchObject(
      Object.entries(changed).map(([property, value]) => ({
        type: 'realm_user_settings_defaults',
        op: 'update',
        property,
        value,
      })),
    )
    const { user_id } = await world.alice.api.createUser(erin)
    expect((await world.person(user_id).api.register()).user_settings).toMatchObject({
      ...initialUserSettings,
      ...changed,
    })
    expect((await carol.api.register()).user_settings).toMatchObject(initialUserSettings)
    await bob.api.updateUserSettingsDefaults({ enter_sends: false })
    const back = await world.alice.api.createUser({ ...erin, email: 'fay@example.com' })
    expect((await world.person(back.user_id).api.register()).user_settings?.enter_sends).toBe(false)
  })

  it('has no personal settings, skips unchanged values, and refuses invalid ones', async () => {
    const world = await createWorld()
    const { bob, mona, carol } = world
    const change = async (fields: string, as = bob) => {
      const body = new URLSearchParams(fields)
      const reply = await world.raw('/api/v1/realm/user_settings_defaults', { method: 'PATCH', body, as })
      return (await reply.json()) as Record<string, unknown>
    }
    const own = Object.keys(userSettings).filter((name) => !defaultableSettings.includes(name as never))
    expect(own).toHaveLength(4)
    const received = await eventsPerUser({ carol }, async () => {
      expect(
        await change('default_language=de&timezone=UTC&enable_login_emails=false&enter_sends=false'),
      ).toEqual({
        result: 'success',
        msg: '',
        ignored_parameters_unsupported: ['default_language', 'timezone', 'enable_login_emails'],
      })
      const ignored = {
        ignored_parameters_unsupported: ['allow_private_data_export', 'enable_marketing_emails'],
      }
      expect(await change('allow_private_data_export=true&enable_marketing_emails=false')).toMatchObject(
        ignored,
      )
      for (const bad of ['enter_sends=1', 'color_scheme=9', 'emojiset=odd', 'notification_sound=moo']) {
        const [name] = bad.split('=')
        const msg = expect.stringContaining(name ?? '')
        expect(await change(`web_font_size_px=20&${bad}`), bad).toMatchObject({
          ...bodyWithReason('parameter-invalid'),
          msg,
        })
      }
      expect(await change('enter_sends=true', mona)).toMatchObject(bodyWithReason('caller-not-administrator'))
    })
    expect(received.carol).toEqual([])
  })

  it('hides the address of a new user from roles that may not see it', async () => {
    const world = await createWorld()
    const { alice, bob, carol } = world
    await bob.api.updateUserSettingsDefaults({ email_address_visibility: 3 })
    let id = 0
    const received = await eventsPerUser({ bob, carol }, async () => {
      id = (await alice.api.createUser(erin)).user_id
    })
    const email = expect.stringMatching(new RegExp(`^user${id}@`))
    expect(received.bob?.[0]).toMatchObject({ person: { delivery_email: erin.email, email } })
    expect(received.carol?.[0]).toMatchObject({ person: { delivery_email: null, email } })
    expect(eventTypesOf(received.carol ?? []).filter((key) => key === 'realm_user:add')).toHaveLength(1)
    expect(JSON.stringify(received.carol)).not.toContain(erin.email)
  })
})

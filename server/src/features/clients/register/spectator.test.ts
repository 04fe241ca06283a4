import { createWorld, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

describe('POST /register without an account', () => {
  it('is rejected unless the organization allows spectators, and always with a wrong key', async () => {
    const world = await createWorld()
    const { alice, anyone } = world
    const refused = withReason('authentication-required')
    await expect(anyone.register({})).rejects.toMatchObject(refused)
    await alice.api.updateRealm({ enable_spectator_access: true })
    await expect(anyone.register({})).rejects.toMatchObject(refused)
    await alice.api.subscribe({ subscriptions: [{ name: 'window' }], is_web_public: true })
    await expect(anyone.register({})).resolves.toMatchObject({ queue_id: null })
    const wrong = await world.raw('/api/v1/register', {
      method: 'POST',
      as: { ...alice, apiKey: 'x'.repeat(32) },
    })
    expect(wrong.status).toBe(401)
    const off = await createWorld({ config: { webPublicChannels: false } })
    await expect(off.anyone.register({})).rejects.toMatchObject(refused)
  })

  it('rejects options that need an account', async () => {
    const { alice, anyone } = await createWorld()
    await alice.api.updateRealm({ enable_spectator_access: true })
    await alice.api.subscribe({ subscriptions: [{ name: 'window' }], is_web_public: true })
    for (const name of ['client_external_avatar', 'include_subscribers'] as const) {
      const attempt = anyone.register({ [name]: true })
      await expect(attempt).rejects.toMatchObject(
        withReason('event-queue-option-needs-login', { parameter: name }),
      )
      expect((await anyone.register({ [name]: false })).queue_id).toBeNull()
    }
  })

  it('returns public data without personal data, and opens no queue', async () => {
    const world = await createWorld()
    const { alice, carol, anyone } = world
    await alice.api.updateRealm({ enable_spectator_access: true, default_language: 'de' })
    await alice.api.subscribe({
      subscriptions: [{ name: 'window' }, { name: 'balcony' }],
      is_web_public: true,
    })
    await alice.api.subscribe({ subscriptions: [{ name: 'cellar' }], invite_only: true })
    await carol.api.addAlertWords({ alert_words: ['plum'] })
    const state = await anyone.register({
      client_capabilities: { user_settings_object: true, notification_settings_null: true },
    })
    expect(state.queue_id).toBeNull()
    expect('last_event_id' in state || 'streams' in state || 'presence_last_update_id' in state).toBe(false)
    expect(state).toMatchObject({
      user_id: 0,
      is_guest: true,
      is_admin: false,
      is_owner: false,
      is_moderator: false,
      presences: {},
      realm_allow_message_editing: false,
      realm_presence_disabled: true,
      unsubscribed: [],
      never_subscribed: [],
      alert_words: [],
      custom_profile_fields: [],
      drafts: [],
      saved_snippets: [],
      scheduled_messages: [],
      muted_users: [],
      muted_topics: [],
      user_topics: [],
      user_status: {},
      starred_messages: [],
      realm_bots: [],
      realm_default_streams: [],
      unread_msgs: { count: 0, streams: [], pms: [] },
    })
    expect(state.user_settings).toMatchObject({ web_home_view: 'recent_topics', default_language: 'de' })
    expect(state.subscriptions?.map((one) => one.name)).toEqual(['balcony', 'window'])
    expect(state.subscriptions?.[0]).toMatchObject({
      color: expect.stringMatching(/^#/),
      is_muted: false,
      pin_to_top: false,
      desktop_notifications: true,
    })
    const seen = state.realm_users?.find((one) => one.user_id === carol.id)
    expect(seen).toMatchObject({ full_name: 'Carol Member', delivery_email: null })
    expect(seen?.date_joined).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(seen && ('timezone' in seen || 'profile_data' in seen)).toBe(false)
    expect(JSON.stringify(state)).not.toContain('cellar')
  })

  it('supports every fetch type', async () => {
    const world = await createWorld()
    await world.alice.api.updateRealm({ enable_spectator_access: true })
    await world.alice.api.subscribe({ subscriptions: [{ name: 'window' }], is_web_public: true })
    const state = await world.anyone.register({ fetch_event_types: ['subscription'] })
    expect(Object.keys(state).sort()).toEqual(
      expect.arrayContaining(['never_subscribed', 'queue_id', 'subscriptions', 'unsubscribed']),
    )
    expect('realm_users' in state).toBe(false)
  })
})

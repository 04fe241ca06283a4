import { initialUserSettings } from '@loquat/contract'
import { createWorld } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

const always = [
  ...['queue_id', 'last_event_id', 'chat_version', 'chat_feature_level', 'chat_merge_base'],
  ...['zulip_version', 'zulip_feature_level', 'zulip_merge_base'],
]

describe('The organization in a register response', () => {
  it('is included only with its fetch type', async () => {
    const { carol } = await createWorld()
    const keys: Record<string, string[]> = {
      realm_domains: ['realm_domains'],
      realm_user_settings_defaults: ['realm_user_settings_defaults'],
      onboarding_steps: ['onboarding_steps', 'navigation_tour_video_url'],
      realm_billing: ['realm_billing'],
      giphy: ['giphy_api_key'],
      video_calls: ['has_zoom_token'],
      stop_words: ['stop_words'],
    }
    for (const [type, expected] of Object.entries(keys)) {
      const reply = await carol.api.register({ fetch_event_types: [type], event_types: [] })
      const told = Object.keys(reply).filter((key) => !always.includes(key))
      expect(told.sort(), type).toEqual([...expected].sort())
    }
    const {
      timezone: _,
      emojiset_choices,
      available_notification_sounds,
      ...settings
    } = (await carol.api.register()).user_settings ?? {}
    expect(await carol.api.register()).toMatchObject({
      realm_domains: [],
      realm_user_settings_defaults: {
        ...initialUserSettings,
        emojiset_choices,
        available_notification_sounds,
      },
      realm_billing: { has_pending_sponsorship_request: false },
      giphy_api_key: '',
      has_zoom_token: false,
    })
    expect(settings).toEqual(initialUserSettings)
  })

  it('has the first channel for announcements, and none for signups or moderation requests', async () => {
    const { carol } = await createWorld()
    const { stream_id: general } = await carol.api.getChannelId({ stream: 'general' })
    expect(await carol.api.register()).toMatchObject({
      realm_new_stream_announcements_stream_id: general,
      realm_chat_update_announcements_stream_id: general,
      realm_signup_announcements_stream_id: -1,
      realm_moderation_request_channel_id: -1,
    })
  })

  it('lists the words that searches ignore', async () => {
    const { app, carol } = await createWorld()
    const { stop_words: words = [] } = await carol.api.register()
    const { rows } = await sql<{ word: string; isPassedOver: boolean }>`
      select word, numnode(plainto_tsquery('english', word)) = 0 as "isPassedOver"
      from unnest(${words}::text[]) as word`.execute(app.database.db)
    expect(rows.filter((row) => !row.isPassedOver)).toEqual([])
    expect(rows).toHaveLength(127)
  })
})

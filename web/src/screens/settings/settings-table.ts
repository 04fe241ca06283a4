import type { UserSettings } from '@loquat/contract'
import type { SettingsSection } from '../../navigation/narrow.ts'

export type SettingId = keyof UserSettings

/** The control of a setting. */
export type SettingKind = 'switch' | 'choice' | 'number' | 'language' | 'sound' | 'accent' | 'tone'

export interface SettingRow {
  id: SettingId
  kind: SettingKind
  section: SettingsSection
  /** The heading. `matrix`: in the table of notifications. */
  group: string
  choices?: readonly (number | string)[]
  /** Limits of numbers. */
  least?: number
  most?: number
}

const rows = (
  section: SettingsSection,
  group: string,
  entries: readonly (SettingId | (Omit<SettingRow, 'section' | 'group' | 'kind'> & { kind?: SettingKind }))[],
): SettingRow[] =>
  entries.map((entry) =>
    typeof entry === 'string'
      ? { id: entry, kind: 'switch', section, group }
      : { kind: entry.choices === undefined ? 'switch' : 'choice', section, group, ...entry },
  )

/** The table of notifications: events by medium. */
export const matrix = {
  direct: {
    desktop: 'enable_desktop_notifications',
    sound: 'enable_sounds',
    push: 'enable_offline_push_notifications',
    email: 'enable_offline_email_notifications',
  },
  followed: {
    desktop: 'enable_followed_topic_desktop_notifications',
    sound: 'enable_followed_topic_audible_notifications',
    push: 'enable_followed_topic_push_notifications',
    email: 'enable_followed_topic_email_notifications',
  },
  channels: {
    desktop: 'enable_stream_desktop_notifications',
    sound: 'enable_stream_audible_notifications',
    push: 'enable_stream_push_notifications',
    email: 'enable_stream_email_notifications',
  },
} as const satisfies Record<string, Record<string, SettingId>>
export const matrixColumns = ['desktop', 'sound', 'push', 'email'] as const

const policy = [1, 2, 3, 4]

/**
 * Every personal setting that the app or the server honors (`honored-settings.test.ts`): its section and its choices. Labels and
 * effects are texts under its name.
 */
export const settingsTable: readonly SettingRow[] = [
  ...rows('preferences', 'look', [
    { id: 'color_scheme', choices: [1, 3, 2] },
    { id: 'accent_color', kind: 'accent' },
    'high_contrast_mode',
    { id: 'web_font_size_px', kind: 'number', least: 12, most: 20 },
    { id: 'web_line_height_percent', kind: 'number', least: 100, most: 200 },
    { id: 'web_spacing', choices: ['dense', 'regular', 'roomy'] },
    'fluid_layout_width',
    'left_side_userlist',
    { id: 'user_list_style', choices: [1, 2, 3] },
    { id: 'web_animate_image_previews', choices: ['always', 'on_hover', 'never'] },
    { id: 'emojiset', choices: ['set_modern', 'text'] },
    { id: 'emoji_skin_tone', kind: 'tone' },
  ]),
  ...rows('preferences', 'language', [{ id: 'default_language', kind: 'language' }, 'twenty_four_hour_time']),
  ...rows('preferences', 'navigation', [
    { id: 'web_home_view', choices: ['inbox', 'recent_topics', 'all_messages'] },
    'web_escape_navigates_to_home_view',
    { id: 'web_channel_default_view', choices: [1, 2] },
    { id: 'web_mark_read_on_scroll_policy', choices: [1, 2, 3] },
    { id: 'demote_inactive_streams', choices: [1, 2, 3] },
    { id: 'web_stream_unreads_count_display_policy', choices: [1, 2, 3] },
    'starred_message_counts',
  ]),
  ...rows('preferences', 'writing', [
    'enter_sends',
    'web_navigate_to_sent_message',
    'translate_emoticons',
    'enable_drafts_synchronization',
    'display_emoji_reaction_users',
    'receives_typing_notifications',
  ]),
  ...rows(
    'notifications',
    'matrix',
    Object.values(matrix).flatMap((row) => Object.values(row)),
  ),
  ...rows('notifications', 'mentions', [
    'wildcard_mentions_notify',
    'enable_followed_topic_wildcard_mentions_notify',
  ]),
  ...rows('notifications', 'desktop', [
    { id: 'notification_sound', kind: 'sound' },
    'pm_content_in_desktop_notifications',
    { id: 'desktop_icon_count_display', choices: policy },
  ]),
  ...rows('notifications', 'push', ['enable_online_push_notifications']),
  ...rows('notifications', 'email', [
    {
      id: 'email_notifications_batching_period_seconds',
      kind: 'choice',
      choices: [60, 120, 300, 600, 1800, 3600, 21_600, 86_400, 604_800],
    },
    'message_content_in_email_notifications',
    { id: 'realm_name_in_email_notifications_policy', choices: [1, 2, 3] },
    'enable_login_emails',
    'enable_digest_emails',
  ]),
  ...rows('privacy', 'visible', [
    'presence_enabled',
    'send_private_typing_notifications',
    'send_stream_typing_notifications',
    'send_read_receipts',
    { id: 'email_address_visibility', choices: [1, 2, 3, 4, 5] },
  ]),
  ...rows('privacy', 'data', ['allow_private_data_export']),
  ...rows('topics', 'automatic', [
    { id: 'automatically_follow_topics_policy', choices: policy },
    { id: 'automatically_unmute_topics_in_muted_streams_policy', choices: policy },
    'automatically_follow_topics_where_mentioned',
  ]),
  ...rows('profile', 'time', ['web_suggest_update_timezone']),
]

/** Other entries of settings pages that the search finds. */
export const settingsExtras: readonly { id: string; section: SettingsSection }[] = [
  { id: 'name', section: 'profile' },
  { id: 'picture', section: 'profile' },
  { id: 'email', section: 'security' },
  { id: 'password', section: 'security' },
  { id: 'timezone', section: 'profile' },
  { id: 'status', section: 'profile' },
  { id: 'deactivate', section: 'security' },
  { id: 'density', section: 'preferences' },
  { id: 'announce', section: 'preferences' },
  { id: 'singleKeys', section: 'preferences' },
  { id: 'dnd', section: 'notifications' },
  { id: 'permission', section: 'notifications' },
  { id: 'push', section: 'notifications' },
  { id: 'exceptions', section: 'notifications' },
  { id: 'totp', section: 'security' },
  { id: 'passkeys', section: 'security' },
  { id: 'recoveryCodes', section: 'security' },
  { id: 'rememberedBrowsers', section: 'security' },
  { id: 'key', section: 'bots' },
]

export const rowsOf = (section: SettingsSection): readonly SettingRow[] =>
  settingsTable.filter((row) => row.section === section)

/** In display order. */
export const groupsOf = (section: SettingsSection): readonly string[] => [
  ...new Set(rowsOf(section).map((row) => row.group)),
]

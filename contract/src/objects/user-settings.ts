import { z } from 'zod'
import { availableLanguages } from '../languages.ts'
import { skinTones } from './skin-tones.ts'

export { availableLanguages }

interface Setting<S extends z.ZodType = z.ZodType> {
  schema: S
  initial: z.output<S>
}

const on = { schema: z.boolean(), initial: true } satisfies Setting
const off = { schema: z.boolean(), initial: false } satisfies Setting
const oneOf = <const V extends number>(values: readonly V[], initial: V) => ({
  schema: z.literal(values),
  initial: initial as V,
})
const word = <const V extends string>(values: readonly V[], initial: V) => ({
  schema: z.enum(values),
  initial: initial as V,
})

/** A color, or empty for the one of the organization or of the app. */
export const colorOrNone = {
  schema: z
    .string()
    .max(7)
    .regex(/^(?:#[\da-fA-F]{6})?$/, { error: 'must be a color such as #1d6f5b, or empty' }),
  initial: '',
} satisfies Setting

export const notificationSounds = [
  'ascend',
  'beep_boop',
  'bink',
  'bright',
  'brlip',
  'chat',
  'chime',
  'deep tom',
  'ding',
  'double tap',
  'down',
  'dry bongos',
  'dutdut',
  'fast ascend',
  'flute',
  'friendly',
  'kick roll',
  'loud tintong',
  'metallic snare',
  'pan',
  'shaker',
  'simple',
  'stairs',
  'subtle',
  'swish',
  'tintong',
  'up',
  'wood block',
  'zaping',
  'zing',
] as const

export const emojisetChoices = [
  { key: 'set_modern', text: 'Modern' },
  { key: 'set_classic', text: 'Classic' },
  { key: 'set_social', text: 'Social' },
  { key: 'text', text: 'Plain text' },
] as const

/** Every personal setting, with its schema and initial value. */
export const userSettings = {
  twenty_four_hour_time: off,
  web_mark_read_on_scroll_policy: oneOf([1, 2, 3], 1),
  web_channel_default_view: oneOf([1, 2], 1),
  starred_message_counts: on,
  receives_typing_notifications: on,
  web_suggest_update_timezone: on,
  fluid_layout_width: off,
  high_contrast_mode: off,
  web_font_size_px: { schema: z.int().min(0), initial: 16 },
  web_line_height_percent: { schema: z.int().min(0), initial: 140 },
  color_scheme: oneOf([1, 2, 3], 1),
  enable_drafts_synchronization: on,
  translate_emoticons: off,
  display_emoji_reaction_users: on,
  default_language: { schema: z.enum(availableLanguages), initial: 'en' },
  web_home_view: word(['recent_topics', 'inbox', 'all_messages'], 'inbox'),
  web_escape_navigates_to_home_view: on,
  left_side_userlist: off,
  emojiset: word(['set_modern', 'set_classic', 'set_social', 'text'], 'set_modern'),
  demote_inactive_streams: oneOf([1, 2, 3], 1),
  user_list_style: oneOf([1, 2, 3], 3),
  web_animate_image_previews: word(['always', 'on_hover', 'never'], 'on_hover'),
  web_stream_unreads_count_display_policy: oneOf([1, 2, 3], 2),
  hide_ai_features: off,
  enter_sends: off,
  enable_stream_desktop_notifications: off,
  enable_stream_email_notifications: off,
  enable_stream_push_notifications: off,
  enable_stream_audible_notifications: off,
  notification_sound: { schema: z.enum(['none', ...notificationSounds]), initial: 'chat' },
  enable_desktop_notifications: on,
  enable_sounds: on,
  enable_followed_topic_desktop_notifications: on,
  enable_followed_topic_email_notifications: on,
  enable_followed_topic_push_notifications: on,
  enable_followed_topic_audible_notifications: on,
  email_notifications_batching_period_seconds: { schema: z.int().min(1).max(604_800), initial: 120 },
  enable_offline_email_notifications: on,
  enable_offline_push_notifications: on,
  enable_online_push_notifications: on,
  enable_digest_emails: on,
  enable_marketing_emails: on,
  enable_login_emails: on,
  message_content_in_email_notifications: on,
  pm_content_in_desktop_notifications: on,
  wildcard_mentions_notify: on,
  enable_followed_topic_wildcard_mentions_notify: on,
  desktop_icon_count_display: oneOf([1, 2, 3, 4], 1),
  realm_name_in_email_notifications_policy: oneOf([1, 2, 3], 1),
  automatically_follow_topics_policy: oneOf([1, 2, 3, 4], 3),
  automatically_unmute_topics_in_muted_streams_policy: oneOf([1, 2, 3, 4], 2),
  automatically_follow_topics_where_mentioned: on,
  presence_enabled: on,
  send_private_typing_notifications: on,
  send_stream_typing_notifications: on,
  send_read_receipts: on,
  allow_private_data_export: off,
  email_address_visibility: oneOf([1, 2, 3, 4, 5], 1),
  web_navigate_to_sent_message: on,
  // Extensions of Loquat.
  accent_color: colorOrNone,
  web_spacing: word(['dense', 'regular', 'roomy'], 'regular'),
  emoji_skin_tone: word(['', ...skinTones], ''),
} as const satisfies Record<string, Setting>

export type UserSettings = {
  [K in keyof typeof userSettings]: z.output<(typeof userSettings)[K]['schema']>
}

/** Settings that older clients call display settings. The time zone also belongs to them. */
export const displaySettings = [
  'twenty_four_hour_time',
  'translate_emoticons',
  'fluid_layout_width',
  'high_contrast_mode',
  'left_side_userlist',
  'enter_sends',
  'starred_message_counts',
  'enable_drafts_synchronization',
  'default_language',
  'web_home_view',
  'color_scheme',
  'demote_inactive_streams',
  'emojiset',
] as const satisfies (keyof UserSettings)[]

/** Settings that older clients call notification settings. */
export const notificationSettings = [
  'enable_stream_desktop_notifications',
  'enable_stream_email_notifications',
  'enable_stream_push_notifications',
  'enable_stream_audible_notifications',
  'wildcard_mentions_notify',
  'enable_desktop_notifications',
  'pm_content_in_desktop_notifications',
  'enable_sounds',
  'enable_offline_email_notifications',
  'message_content_in_email_notifications',
  'enable_offline_push_notifications',
  'enable_online_push_notifications',
  'enable_digest_emails',
  'enable_login_emails',
  'enable_marketing_emails',
  'presence_enabled',
  'notification_sound',
  'email_notifications_batching_period_seconds',
  'desktop_icon_count_display',
  'realm_name_in_email_notifications_policy',
] as const satisfies (keyof UserSettings)[]

type Schemas = { [K in keyof typeof userSettings]: (typeof userSettings)[K]['schema'] }
const schemas = Object.fromEntries(
  Object.entries(userSettings).map(([name, setting]) => [name, setting.schema]),
) as unknown as Schemas

type LegacySetting = (typeof displaySettings)[number] | (typeof notificationSettings)[number]
/** The same settings as top-level fields of the register response, for older clients. */
export const legacySettingFields = Object.fromEntries(
  [...displaySettings, ...notificationSettings].map((name) => [name, userSettings[name].schema.optional()]),
) as unknown as { [K in LegacySetting]: z.ZodOptional<(typeof userSettings)[K]['schema']> }

export const userSettingsObject = z.strictObject({
  ...schemas,
  timezone: z.string(),
  available_notification_sounds: z.array(z.string()),
  emojiset_choices: z.array(z.strictObject({ key: z.string(), text: z.string() })),
})

export const initialUserSettings = Object.fromEntries(
  Object.entries(userSettings).map(([name, setting]) => [name, setting.initial]),
) as UserSettings

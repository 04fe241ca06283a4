import { z } from 'zod'
import { shortText } from '../bounds.ts'
import { type RealmPermission, realmPermissions } from '../permissions/tables.ts'
import { groupSettingValue } from './groups.ts'
import { availableLanguages, colorOrNone } from './user-settings.ts'

interface Setting<S extends z.ZodType = z.ZodType> {
  schema: S
  initial: z.output<S>
  /** Only organization owners can change it. */
  ownerOnly?: true
  /** Published as part of a `realm:update_dict` event. */
  inDict?: true
}
const on = { schema: z.boolean(), initial: true } satisfies Setting
const off = { schema: z.boolean(), initial: false } satisfies Setting
/** A limit in seconds; null means no limit. */
const limit = (initial: number) => ({ schema: z.int().positive().nullable(), initial })
/** A channel ID; -1 means none. */
const noChannel = { schema: z.int(), initial: -1 } satisfies Setting

const organizationTypes = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000] as const
export const maxRealmNameLength = 40

/** Every organization setting that is not a permission, with its schema and initial value. */
export const realmSettings = {
  description: { schema: z.string().max(1000), initial: '' },
  default_language: { schema: z.enum(availableLanguages), initial: 'en' },
  default_code_block_language: { schema: shortText, initial: '' },
  org_type: { schema: z.literal(organizationTypes), initial: 0 },
  invite_required: { ...on, ownerOnly: true },
  emails_restricted_to_domains: { ...off, ownerOnly: true },
  disallow_disposable_email_addresses: { ...on, ownerOnly: true },
  second_factor_grace_days: { schema: z.int().min(0).max(365), initial: 14, ownerOnly: true },
  api_keys_enabled: { ...on, ownerOnly: true },
  token_max_lifetime_days: { schema: z.int().min(0).max(3_650), initial: 0, ownerOnly: true },
  app_self_registration_enabled: { ...off, ownerOnly: true },
  waiting_period_threshold: { schema: z.int().min(0), initial: 0, ownerOnly: true },
  require_unique_names: off,
  name_changes_disabled: off,
  email_changes_disabled: off,
  avatar_changes_disabled: off,
  inline_image_preview: on,
  inline_url_embed_preview: off,
  mandatory_topics: off,
  allow_message_editing: { ...on, inDict: true },
  message_content_edit_limit_seconds: { ...limit(600), inDict: true },
  message_content_delete_limit_seconds: limit(600),
  move_messages_within_stream_limit_seconds: limit(604_800),
  move_messages_between_streams_limit_seconds: limit(604_800),
  message_edit_history_visibility_policy: { schema: z.enum(['all', 'moves', 'none']), initial: 'all' },
  message_retention_days: { schema: z.int(), initial: -1, ownerOnly: true },
  send_welcome_emails: on,
  message_content_allowed_in_email_notifications: on,
  digest_emails_enabled: off,
  digest_weekday: { schema: z.int().min(0).max(6), initial: 1 },
  enable_spectator_access: off,
  want_advertise_in_communities_directory: off,
  enable_read_receipts: on,
  enable_guest_user_indicator: on,
  enable_guest_user_dm_warning: on,
  video_chat_provider: { schema: z.literal([0, 1, 3, 4, 5]), initial: 1 },
  jitsi_server_url: { schema: z.string().max(200).nullable(), initial: null },
  calls_relay_only: off,
  giphy_rating: { schema: z.int().min(0).max(5), initial: 2 },
  presence_disabled: off,
  new_stream_announcements_stream_id: noChannel,
  signup_announcements_stream_id: noChannel,
  chat_update_announcements_stream_id: noChannel,
  moderation_request_channel_id: noChannel,
  // Limits for new accounts; off unless one of the first two is positive.
  new_account_days: { schema: z.int().min(0).max(365), initial: 0 },
  new_account_messages: { schema: z.int().min(0).max(1_000), initial: 0 },
  new_account_messages_per_minute: { schema: z.int().min(1).max(1_000), initial: 10 },
  new_account_channels_per_day: { schema: z.int().min(0).max(1_000), initial: 3 },
  new_account_max_links: { schema: z.int().min(0).max(100), initial: 3 },
  new_account_max_mentions: { schema: z.int().min(0).max(100), initial: 5 },
  new_account_strangers_per_day: { schema: z.int().min(0).max(1_000), initial: 5 },
  topic_summaries_enabled: { ...off, ownerOnly: true },
  mcp_enabled: { ...off, ownerOnly: true },
  accent_color: colorOrNone,
} as const satisfies Record<string, Setting>

export type RealmSettings = {
  [K in keyof typeof realmSettings]: z.output<(typeof realmSettings)[K]['schema']>
}
export const initialRealmSettings = Object.fromEntries(
  Object.entries(realmSettings).map(([name, setting]) => [name, setting.initial]),
) as RealmSettings

type Prefixed<T> = { [K in keyof T & string as `realm_${K}`]: T[K] }
type SettingSchemas = Prefixed<{
  [K in keyof typeof realmSettings]: z.ZodOptional<(typeof realmSettings)[K]['schema']>
}>
type PermissionSchemas = Prefixed<Record<RealmPermission, z.ZodOptional<typeof groupSettingValue>>>

/** Settings and permissions under the names they have in the register response. */
export const realmSettingFields = Object.fromEntries([
  ...Object.entries(realmSettings).map(([name, setting]) => [`realm_${name}`, setting.schema.optional()]),
  ...Object.keys(realmPermissions).map((name) => [`realm_${name}`, groupSettingValue.optional()]),
]) as unknown as SettingSchemas & PermissionSchemas

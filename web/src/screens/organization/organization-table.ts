import type { RealmPermission, RealmSettings } from '@loquat/contract'
import { realmPermissions } from '@loquat/contract/light'
import type { OrganizationSection } from '../../navigation/narrow.ts'

export type OrgSettingId = keyof RealmSettings | RealmPermission
export type OrgKind =
  | 'switch'
  | 'choice'
  | 'number'
  | 'text'
  /** A URL, or the default of the server. */
  | 'address'
  | 'area'
  | 'language'
  | 'channel'
  | 'private-channel'
  /** Seconds, or no limit. */
  | 'limit'
  /** Days, or forever. */
  | 'days'
  | 'holders'
  | 'accent'

export interface OrgRow {
  id: OrgSettingId
  kind: OrgKind
  section: OrganizationSection
  group: string
  choices?: readonly (number | string)[]
  isOwnerOnly: boolean
}

type Entry = OrgSettingId | { id: OrgSettingId; kind?: OrgKind; choices?: readonly (number | string)[] }

/** Settings that only owners can change. For permissions, the contract has this information. */
const ownerOnly: ReadonlySet<OrgSettingId> = new Set([
  'invite_required',
  'emails_restricted_to_domains',
  'disallow_disposable_email_addresses',
  'waiting_period_threshold',
  'second_factor_grace_days',
  'api_keys_enabled',
  'token_max_lifetime_days',
  'app_self_registration_enabled',
  'message_retention_days',
  'topic_summaries_enabled',
  'mcp_enabled',
])

export const isPermission = (id: string): id is RealmPermission => id in realmPermissions

const rows = (section: OrganizationSection, group: string, entries: readonly Entry[]): OrgRow[] =>
  entries.map((entry) => {
    const { id, ...rest } = typeof entry === 'string' ? { id: entry } : entry
    const isHolders = isPermission(id)
    const kind = rest.choices === undefined ? (isHolders ? 'holders' : 'switch') : 'choice'
    const isOwnerOnly = isHolders
      ? (realmPermissions[id] as { ownerOnly?: boolean }).ownerOnly === true
      : ownerOnly.has(id)
    return { id, kind, section, group, isOwnerOnly, ...rest }
  })

/** Every setting and permission of an organization that is honored: its section and its choices. */
export const organizationTable: readonly OrgRow[] = [
  ...rows('profile', 'basics', [
    { id: 'description', kind: 'area' },
    { id: 'default_language', kind: 'language' },
    'enable_spectator_access',
  ]),
  ...rows('profile', 'look', [{ id: 'accent_color', kind: 'accent' }]),
  ...rows('profile', 'messages', [
    'inline_image_preview',
    'inline_url_embed_preview',
    { id: 'default_code_block_language', kind: 'text' },
    { id: 'message_retention_days', kind: 'days' },
    'enable_read_receipts',
    { id: 'giphy_rating', choices: [0, 1, 2, 3, 4, 5] },
  ]),
  ...rows('profile', 'email', [
    'send_welcome_emails',
    'message_content_allowed_in_email_notifications',
    'digest_emails_enabled',
    { id: 'digest_weekday', choices: [0, 1, 2, 3, 4, 5, 6] },
  ]),
  ...rows('profile', 'calls', [
    { id: 'video_chat_provider', choices: [0, 1, 3, 4, 5] },
    { id: 'jitsi_server_url', kind: 'address' },
    'calls_relay_only',
  ]),
  ...rows('permissions', 'joining', [
    'can_invite_users_group',
    'create_multiuse_invite_group',
    { id: 'waiting_period_threshold', kind: 'number' },
  ]),
  ...rows('permissions', 'security', [
    'second_factor_required_group',
    { id: 'second_factor_grace_days', kind: 'number' },
  ]),
  ...rows('permissions', 'tokens', [
    'can_create_personal_tokens_group',
    { id: 'token_max_lifetime_days', kind: 'number' },
    'api_keys_enabled',
  ]),
  ...rows('apps', 'registration', ['app_self_registration_enabled']),
  ...rows('permissions', 'people', [
    'can_access_all_users_group',
    'name_changes_disabled',
    'require_unique_names',
    'email_changes_disabled',
    'avatar_changes_disabled',
    'presence_disabled',
    'enable_guest_user_indicator',
    'enable_guest_user_dm_warning',
  ]),
  ...rows('permissions', 'direct', ['direct_message_initiator_group', 'direct_message_permission_group']),
  ...rows('permissions', 'channels', [
    'can_create_public_channel_group',
    'can_create_private_channel_group',
    'can_create_web_public_channel_group',
    'can_add_subscribers_group',
    'mandatory_topics',
    'can_mention_many_users_group',
  ]),
  ...rows('permissions', 'editing', [
    'allow_message_editing',
    { id: 'message_content_edit_limit_seconds', kind: 'limit' },
    { id: 'message_edit_history_visibility_policy', choices: ['all', 'moves', 'none'] },
    'can_delete_own_message_group',
    { id: 'message_content_delete_limit_seconds', kind: 'limit' },
    'can_delete_any_message_group',
  ]),
  ...rows('permissions', 'moving', [
    'can_move_messages_between_topics_group',
    { id: 'move_messages_within_stream_limit_seconds', kind: 'limit' },
    'can_move_messages_between_channels_group',
    { id: 'move_messages_between_streams_limit_seconds', kind: 'limit' },
    'can_resolve_topics_group',
    'can_pin_messages_group',
    'can_manage_channel_folders_group',
  ]),
  ...rows('permissions', 'others', [
    'can_create_groups',
    'can_manage_all_groups',
    'can_create_bots_group',
    'can_create_write_only_bots_group',
    'can_add_custom_emoji_group',
    'can_start_calls_group',
  ]),
  ...rows('assistants', 'summaries', ['topic_summaries_enabled', 'can_summarize_topics_group']),
  ...rows('assistants', 'assistants', ['mcp_enabled']),
  ...rows('channels', 'announcements', [
    { id: 'new_stream_announcements_stream_id', kind: 'channel' },
    { id: 'signup_announcements_stream_id', kind: 'channel' },
  ]),
  ...rows('moderation', 'reports', [{ id: 'moderation_request_channel_id', kind: 'private-channel' }]),
  ...rows('moderation', 'newAccounts', [
    { id: 'new_account_days', kind: 'number' },
    { id: 'new_account_messages', kind: 'number' },
    { id: 'new_account_messages_per_minute', kind: 'number' },
    { id: 'new_account_channels_per_day', kind: 'number' },
    { id: 'new_account_max_links', kind: 'number' },
    { id: 'new_account_max_mentions', kind: 'number' },
    { id: 'new_account_strangers_per_day', kind: 'number' },
  ]),
  ...rows('authentication', 'joining', [
    'invite_required',
    'emails_restricted_to_domains',
    'disallow_disposable_email_addresses',
  ]),
]

export const orgRowsOf = (section: OrganizationSection): readonly OrgRow[] =>
  organizationTable.filter((row) => row.section === section)
export const orgGroupsOf = (section: OrganizationSection): readonly string[] => [
  ...new Set(orgRowsOf(section).map((row) => row.group)),
]

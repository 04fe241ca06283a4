import type {
  ChannelPermission,
  GroupPermission,
  GroupSettingValue,
  ReactionType,
  RealmPermission,
  Role,
  VisibilityPolicy,
} from '@loquat/contract'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AppTables } from './tables/apps.ts'
import type { AuditTables } from './tables/audit.ts'
import type { BackupTables } from './tables/backups.ts'
import type { BotColumns, BotTables } from './tables/bots.ts'
import type { CallTables } from './tables/calls.ts'
import type { ErasureTables } from './tables/erasure.ts'
import type { ExportTables } from './tables/exports.ts'
import type { ExternalIdentityTables } from './tables/external-identities.ts'
import type { FeedTables } from './tables/feeds.ts'
import type { FolderTables } from './tables/folders.ts'
import type { ImportTables } from './tables/imports.ts'
import type { InboundEmailTables } from './tables/inbound-email.ts'
import type { InteractionTables } from './tables/interactions.ts'
import type { InvitationTables } from './tables/invitations.ts'
import type { LaterTables } from './tables/later.ts'
import type { LegalHoldTables } from './tables/legal-holds.ts'
import type { LinkPreviewTables } from './tables/link-previews.ts'
import type { MissedMessageTables } from './tables/missed-messages.ts'
import type { ModerationTables } from './tables/moderation.ts'
import type { OrganizationColumns, OrganizationTables } from './tables/organization.ts'
import type { RealmPictures } from './tables/pictures.ts'
import type { PinTables } from './tables/pins.ts'
import type { SamlTables } from './tables/saml.ts'
import type { ScheduledMessageTables } from './tables/scheduled-messages.ts'
import type { ScimTables } from './tables/scim.ts'
import type { SearchTables } from './tables/search.ts'
import type { SecondFactorTables } from './tables/second-factors.ts'
import type { SessionTables } from './tables/sessions.ts'
import type { StatisticsTables } from './tables/statistics.ts'
import type { SummaryTables } from './tables/summaries.ts'
import type { TokenTables } from './tables/tokens.ts'
import type { UploadTables } from './tables/uploads.ts'
import type { WebPushTables } from './tables/web-push.ts'

/** The current tables. Identifiers and counts are numbers, multiranges are text. */
export interface Tables
  extends AppTables,
    AuditTables,
    BackupTables,
    BotTables,
    CallTables,
    ErasureTables,
    ExportTables,
    ExternalIdentityTables,
    FeedTables,
    FolderTables,
    ImportTables,
    InboundEmailTables,
    InteractionTables,
    InvitationTables,
    LaterTables,
    LegalHoldTables,
    LinkPreviewTables,
    MissedMessageTables,
    ModerationTables,
    OrganizationTables,
    PinTables,
    ScimTables,
    SamlTables,
    SecondFactorTables,
    SearchTables,
    SessionTables,
    StatisticsTables,
    SummaryTables,
    TokenTables,
    UploadTables,
    ScheduledMessageTables,
    WebPushTables {
  realm: RealmTable
  realm_log: { realm_id: number; last_seq: Generated<number> }
  account: AccountTable
  user_group: UserGroupTable
  user_group_member: { group_id: number; user_id: number }
  user_group_subgroup: { group_id: number; subgroup_id: number }
  channel: ChannelTable
  channel_traffic: { channel_id: number; day: Date; messages: number }
  traffic_counted: { upto_message_id: number }
  default_channel: { channel_id: number; realm_id: number }
  default_channel_group: DefaultChannelGroupTable
  default_channel_group_channel: { group_id: number; channel_id: number }
  recipient: RecipientTable
  recipient_member: { user_id: number; recipient_id: number }
  subscription: SubscriptionTable
  message: MessageTable
  read_state: { user_id: number; recipient_id: number; read: string }
  user_topic: UserTopicTable
  user_status: UserStatusTable
  presence: PresenceTable
  presence_counter: { realm_id: number; last_update_id: number; swept_at: Date | null }
  shown_presence: ShownPresenceTable
  profile_field: ProfileFieldTable
  profile_value: { user_id: number; field_id: number; value: string; rendered_value: string | null }
  muted_user: { user_id: number; muted_user_id: number; muted_at: Date }
  message_flag: { user_id: number; message_id: number; flags: number }
  reaction: ReactionTable
  submessage: SubmessageTable
  custom_emoji: CustomEmojiTable
  linkifier: LinkifierTable
  playground: PlaygroundTable
  draft: DraftTable
  saved_snippet: SavedSnippetTable
  alert_word: { user_id: number; folded: string; word: string; id: GeneratedAlways<number> }
  event: EventTable
  event_queue: EventQueueTable
  files_folder: { is_only: Generated<boolean>; folder_id: string }
  lease: { name: string; holder: string; expires_at: Date }
  log_epoch: { realm_id: number; epoch: string }
  login_attempt: { realm_id: number; username: string; at: Date }
}

type Json<T> = ColumnType<T, string, string>

interface RealmTable extends OrganizationColumns {
  id: GeneratedAlways<number>
  subdomain: string
  name: string
  settings: Json<Record<string, unknown>>
  permissions: Json<Partial<Record<RealmPermission, GroupSettingValue>>>
  deactivated: Generated<boolean>
  /** URL of the server whose organization this one previews, read-only. */
  preview_of: Generated<string | null>
  created_at: Generated<Date>
  full_members_until: Generated<Date>
  pictures: ColumnType<RealmPictures, string | undefined, string>
}

interface AccountTable extends BotColumns {
  id: GeneratedAlways<number>
  realm_id: number
  delivery_email: string
  full_name: string
  role: ColumnType<Role, number, number>
  is_active: Generated<boolean>
  bot_type: number | null
  bot_owner_id: number | null
  is_system_bot: Generated<boolean>
  can_create_users: Generated<boolean>
  /** Plaintext from before keys were sealed. Only `sealing/` uses it. */
  api_key: string | null
  api_key_hash: string | null
  api_key_sealed: string | null
  password_hash: string | null
  timezone: Generated<string>
  avatar_source: Generated<string>
  avatar_version: Generated<number>
  avatar_file: string | null
  settings: Json<Record<string, unknown>>
  onboarding_done: Generated<string[]>
  created_at: Generated<Date>
  /** The last change of name, address or state. Null if there was none. */
  modified_at: Generated<Date | null>
}

interface UserGroupTable {
  id: GeneratedAlways<number>
  realm_id: number
  name: string
  description: string
  is_system: Generated<boolean>
  creator_id: number | null
  deactivated: Generated<boolean>
  permissions: Json<Partial<Record<GroupPermission, GroupSettingValue>>>
  created_at: Generated<Date>
  /** The last change of name, state or members. Null if there was none. */
  modified_at: Generated<Date | null>
}

interface ChannelTable {
  id: GeneratedAlways<number>
  realm_id: number
  name: string
  description: string
  rendered_description: string
  creator_id: number | null
  invite_only: boolean
  is_web_public: boolean
  history_public_to_subscribers: boolean
  is_archived: Generated<boolean>
  is_recently_active: Generated<boolean>
  message_retention_days: number | null
  first_message_id: number | null
  folder_id: Generated<number | null>
  permissions: Json<Record<ChannelPermission, GroupSettingValue>>
  created_at: Generated<Date>
}

interface DefaultChannelGroupTable {
  id: GeneratedAlways<number>
  realm_id: number
  name: string
  description: string
}

interface RecipientTable {
  id: GeneratedAlways<number>
  realm_id: number
  channel_id: number | null
  user_ids: number[] | null
  user_set: string | null
  /** Whether the members ever exchanged a message. */
  begun: Generated<boolean>
}

interface SubscriptionTable {
  user_id: number
  channel_id: number
  recipient_id: number
  active: Generated<boolean>
  received: string
  color: string
  is_muted: Generated<boolean>
  pin_to_top: Generated<boolean>
  desktop_notifications: boolean | null
  email_notifications: boolean | null
  push_notifications: boolean | null
  audible_notifications: boolean | null
  wildcard_mentions_notify: boolean | null
}

interface MessageTable {
  id: number
  realm_id: number
  recipient_id: number
  sender_id: number
  is_channel: boolean
  topic: string
  content: string
  rendered_content: string
  client: string
  sent_at: Date
  has_link: Generated<boolean>
  has_image: Generated<boolean>
  has_attachment: Generated<boolean>
  channel_wildcard: Generated<boolean>
  search: Generated<string>
  last_edit_at: Date | null
  last_moved_at: Date | null
  edit_history: Json<unknown> | null
}

interface UserTopicTable {
  user_id: number
  channel_id: number
  recipient_id: number
  topic: string
  policy: ColumnType<VisibilityPolicy, number, number>
  updated_at: Date
}

interface PresenceTable {
  user_id: number
  realm_id: number
  last_active: Date | null
  last_connected: Date
  update_id: number
}

interface ShownPresenceTable {
  user_id: number
  realm_id: number
  update_id: number
  state: number
  valid_until: Date
}

interface ProfileFieldTable {
  id: GeneratedAlways<number>
  realm_id: number
  type: number
  position: number
  name: string
  hint: string
  field_data: Json<Record<string, unknown>> | null
  in_summary: boolean
  required: boolean
  editable_by_user: boolean
}

interface UserStatusTable {
  user_id: number
  realm_id: number
  status_text: string
  emoji_name: string
  emoji_code: string
  reaction_type: ColumnType<ReactionType, string, string>
}

interface ReactionTable {
  id: GeneratedAlways<number>
  message_id: number
  user_id: number
  emoji_name: string
  emoji_code: string
  reaction_type: string
  skin_tone: string | null
}

interface SubmessageTable {
  id: Generated<number>
  message_id: number
  sender_id: number
  msg_type: string
  content: string
}

interface CustomEmojiTable {
  id: GeneratedAlways<number>
  realm_id: number
  name: string
  author_id: number | null
  file_name: string
  is_animated: Generated<boolean>
  deactivated: Generated<boolean>
  created_at: Generated<Date>
}

interface LinkifierTable {
  id: GeneratedAlways<number>
  realm_id: number
  pattern: string
  url_template: string
  position: number
}

interface PlaygroundTable {
  id: GeneratedAlways<number>
  realm_id: number
  name: string
  highlight_language: string
  url_template: string
}

interface DraftTable {
  id: GeneratedAlways<number>
  user_id: number
  channel_id: number | null
  user_ids: number[] | null
  topic: string
  content: string
  edited_at: number
  edit_seq: Generated<number>
}

interface SavedSnippetTable {
  id: GeneratedAlways<number>
  user_id: number
  title: string
  content: string
  created_at: Date
}

interface EventTable {
  realm_id: number
  seq: number
  type: string
  payload: string
  audience: string
  touches: string | null
  created_at: Generated<Date>
}

interface EventQueueTable {
  id: string
  realm_id: number
  user_id: number
  options: Json<Record<string, unknown>>
  start_seq: number
  idle_seconds: number
  last_active_at: Generated<Date>
}

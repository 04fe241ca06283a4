/** Rows of a Zulip export, as far as they are used. Foreign keys are numbers under the name of the object. */

export interface RealmRow extends Record<string, unknown> {
  id: number
  name: string
  string_id: string
  date_created: number | null
}

export interface UserRow extends Record<string, unknown> {
  id: number
  delivery_email?: string
  email?: string
  full_name: string
  role?: number
  is_active?: boolean
  is_bot?: boolean
  bot_type?: number | null
  bot_owner?: number | null
  default_sending_stream?: number | null
  default_events_register_stream?: number | null
  default_all_public_streams?: boolean
  date_joined?: number | null
  timezone?: string
  avatar_source?: string
  long_term_idle?: boolean
  last_active_message_id?: number | null
  last_login?: number | null
}

export interface ChannelRow extends Record<string, unknown> {
  id: number
  name: string
  description?: string
  date_created?: number | null
  creator?: number | null
  deactivated?: boolean
  invite_only?: boolean
  is_web_public?: boolean
  history_public_to_subscribers?: boolean
  message_retention_days?: number | null
  stream_post_policy?: number
}

export interface RecipientRow {
  id: number
  type: number
  type_id: number
}

export interface SubscriptionRow {
  user_profile: number
  recipient: number
  active?: boolean
  is_muted?: boolean
  color?: string
  pin_to_top?: boolean
  desktop_notifications?: boolean | null
  audible_notifications?: boolean | null
  push_notifications?: boolean | null
  email_notifications?: boolean | null
  wildcard_mentions_notify?: boolean | null
}

export interface NamedGroupRow extends Record<string, unknown> {
  id?: number
  usergroup_ptr?: number
  name: string
  description?: string
  is_system_group?: boolean
  creator?: number | null
  date_created?: number | null
  deactivated?: boolean
}

export interface ReactionRow {
  user_profile: number
  message: number
  emoji_name: string
  emoji_code: string
  reaction_type: string
}

export interface EmojiRow {
  id: number
  name: string
  author?: number | null
  file_name?: string
  deactivated?: boolean
}

export interface ProfileFieldRow {
  id: number
  name: string
  hint?: string
  field_type: number
  field_data?: string | null
  order?: number
  display_in_profile_summary?: boolean
  required?: boolean
  editable_by_user?: boolean
}

export interface MessageRow {
  id: number
  sender: number
  recipient: number
  subject: string
  content: string
  rendered_content?: string | null
  date_sent: number
  sending_client?: number
  last_edit_time?: number | null
  edit_history?: string | null
}

export interface FlagsRow {
  user_profile: number
  message: number
  flags_mask: number
}

export interface AttachmentRow {
  id: number
  file_name: string
  path_id: string
  owner?: number | null
  create_time?: number | null
  size?: number
  content_type?: string | null
  scheduled_messages?: number[]
}

export interface AuditRow {
  event_type: number
  event_time: number
  modified_user?: number | null
  modified_stream?: number | null
}

/** A record of `uploads`, `avatars`, `emoji` or `realm_icons`. */
export interface FileRecord {
  path?: string
  s3_path?: string
  user_profile_id?: number
  size?: number
  file_name?: string
}

export const recipientTypes = { user: 1, channel: 2, group: 3 } as const

/** Float seconds to microseconds. */
export const micros = (seconds: number | null | undefined) =>
  typeof seconds === 'number' ? Math.round(seconds * 1_000_000) : undefined

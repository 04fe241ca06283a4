import type { Role } from '@loquat/contract'

/** Lines of an export of Loquat; docs/subsystems/exports.md describes the files. */

export type GroupValue = number | { direct_members: number[]; direct_subgroups: number[] }

export interface OrganizationRow {
  subdomain: string
  name: string
  settings: Record<string, unknown>
  permissions: Record<string, GroupValue>
  authentication?: Record<string, boolean>
  user_defaults?: Record<string, unknown>
  created_at: string
}

export interface UserRow {
  id: number
  full_name: string
  email: string | null
  role: Role
  is_active: boolean
  bot_type: number | null
  bot_owner_id: number | null
  is_system_bot: boolean
  timezone: string
  created_at: string
  profile: Record<string, string> | null
  status: { text: string; emoji_name: string; emoji_code: string; reaction_type: string } | null
}

export interface GroupRow {
  id: number
  name: string
  description: string
  is_system: boolean
  creator_id: number | null
  deactivated: boolean
  permissions: Record<string, GroupValue>
  created_at: string
  member_ids: number[]
  subgroup_ids: number[]
}

export interface ChannelRow {
  id: number
  name: string
  description: string
  creator_id: number | null
  invite_only: boolean
  is_web_public: boolean
  history_public_to_subscribers: boolean
  is_archived: boolean
  message_retention_days: number | null
  permissions: Record<string, GroupValue>
  created_at: string
  is_default: boolean
  /** Absent in archives of earlier versions, as are bookmarks. */
  folder_id?: number | null
  bookmarks?: BookmarkRow[] | null
}

export interface BookmarkRow {
  title: string
  /** An uploaded file, or a link. */
  path_id: string | null
  url: string | null
  user_id: number
  created_at: string
}

export interface PersonalSubscriptionRow {
  user_id: number
  channel_id: number
  received: string
  color: string
  is_muted: boolean
  pin_to_top: boolean
  desktop_notifications: boolean | null
  email_notifications: boolean | null
  push_notifications: boolean | null
  audible_notifications: boolean | null
  wildcard_mentions_notify: boolean | null
}

export interface EmojiRow {
  id: number
  name: string
  author_id: number | null
  deactivated: boolean
  created_at: string
}

export interface MessageRow {
  id: number
  sender_id: number
  channel_id: number | null
  topic: string | null
  user_ids: number[] | null
  content: string
  client: string
  sent_at: string
  last_edit_at: string | null
  last_moved_at: string | null
  edit_history: HistoryRow[] | null
  reactions:
    | {
        user_id: number
        emoji_name: string
        emoji_code: string
        reaction_type: string
        skin_tone?: string | null
      }[]
    | null
  submessages: { sender_id: number; msg_type: string; content: string }[] | null
  /** Absent in archives of earlier versions. */
  pin?: { user_id: number; in_channel: boolean; pinned_at: string } | null
}

export interface HistoryRow {
  user_id: number | null
  timestamp: number
  prev_content?: string
  prev_topic?: string
  topic?: string
  prev_stream?: number
  stream?: number
}

export interface AttachmentRow {
  id: number
  owner_id: number
  name: string
  path_id: string
  content_type: string
  created_at: string
}

export interface FileRow {
  kind: string
  of: number | null
  name?: string
  path: string
}

/** Microseconds of a time such as `2026-11-17T08:00:00.123456+00:00`. */
export function micros(text: string): number {
  const milliseconds = Date.parse(text)
  const fraction = /\.(\d{1,6})/.exec(text)?.[1]?.padEnd(6, '0') ?? '000000'
  return Math.floor(milliseconds / 1_000) * 1_000_000 + Number(fraction)
}

export const optionalId = (id: number | null | undefined) => (id == null ? undefined : String(id))

/** The parts of the old server's replies that are followed. Other fields are ignored. */

export interface OldUser {
  user_id: number
  full_name: string
  /** The API address, which may be artificial. */
  email: string
  /** Null if the account cannot see it. */
  delivery_email?: string | null
  role?: number
  is_active?: boolean
  is_bot?: boolean
  bot_type?: number | null
  bot_owner_id?: number | null
  timezone?: string
  date_joined?: string
  is_system_bot?: boolean
}

export interface OldChannel {
  stream_id: number
  name: string
  description?: string
  invite_only?: boolean
  is_web_public?: boolean
  history_public_to_subscribers?: boolean
  is_archived?: boolean
  date_created?: number
  creator_id?: number | null
  subscribers?: number[]
}

export interface OldGroup {
  id: number
  name: string
  description?: string
  members: number[]
  direct_subgroup_ids?: number[]
  is_system_group?: boolean
  deactivated?: boolean
}

export interface OldEmoji {
  id: string
  name: string
  source_url: string
  deactivated?: boolean
  author_id?: number | null
}

export interface OldReaction {
  emoji_name: string
  emoji_code: string
  reaction_type: string
  user_id?: number
}

export interface OldMessage {
  id: number
  type: 'stream' | 'private'
  sender_id: number
  sender_full_name: string
  sender_email?: string
  stream_id?: number
  subject: string
  /** Participants of a direct message. */
  display_recipient: string | { id: number; full_name: string }[]
  content: string
  timestamp: number
  client?: string
  last_edit_timestamp?: number
  last_moved_timestamp?: number
  edit_history?: { user_id?: number | null; timestamp: number; prev_content?: string }[]
  reactions?: OldReaction[]
  submessages?: unknown[]
}

export interface OldEvent {
  id: number
  type: string
  op?: string
  message?: OldMessage
  message_id?: number
  message_ids?: number[]
  messages?: number[]
  flag?: string
  stream_id?: number
  stream_ids?: number[]
  user_id?: number
  user_ids?: number[]
  subscriptions?: { stream_id: number }[]
  rendering_only?: boolean
}

/** Users, channels, groups and emoji of the old server. */
export interface OldDirectory {
  users: OldUser[]
  channels: OldChannel[]
  groups: OldGroup[]
  emoji: OldEmoji[]
  systemBots: OldUser[]
}

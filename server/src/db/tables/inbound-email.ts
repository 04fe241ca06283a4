import type { Generated, GeneratedAlways } from 'kysely'

export interface InboundEmailTables {
  channel_email: ChannelEmailTable
  reply_address: ReplyAddressTable
  digest_email: { user_id: number; sent_at: Date }
  received_email: { key: string; realm_id: number; received_at: Date }
}

/** The address that a user has for emails to a channel. */
export interface ChannelEmailTable {
  id: GeneratedAlways<number>
  realm_id: number
  channel_id: number
  user_id: number
  /** The account that posts the emails. */
  sender_id: number
  /** The token follows from this and the signing secret, so that the database alone reveals none. */
  salt: string
  token_hash: string
  created_at: Date
}

/** An address whose first email is posted by the user in the conversation of the message. */
export interface ReplyAddressTable {
  id: GeneratedAlways<number>
  realm_id: number
  user_id: number
  message_id: number
  expires_at: Date
  used_at: Generated<Date | null>
}

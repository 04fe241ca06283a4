import { z } from 'zod'
import { skinTones } from './skin-tones.ts'

/** The flags that a message can have for one reader, in wire order. */
export const messageFlags = [
  'read',
  'starred',
  'collapsed',
  'mentioned',
  'stream_wildcard_mentioned',
  'topic_wildcard_mentioned',
  'group_mentioned',
  'has_alert_word',
  'historical',
  'wildcard_mentioned',
] as const
export type MessageFlag = (typeof messageFlags)[number]

const participant = z.strictObject({
  id: z.int(),
  email: z.string(),
  full_name: z.string(),
  is_mirror_dummy: z.boolean(),
})
export type Participant = z.output<typeof participant>

export const editHistoryEntry = z.strictObject({
  user_id: z.int().nullable(),
  timestamp: z.int(),
  prev_content: z.string().optional(),
  prev_rendered_content: z.string().optional(),
  prev_stream: z.int().optional(),
  stream: z.int().optional(),
  prev_topic: z.string().optional(),
  topic: z.string().optional(),
})
export type EditHistoryEntry = z.output<typeof editHistoryEntry>

export const reactionTypes = ['unicode_emoji', 'realm_emoji', 'zulip_extra_emoji'] as const
export type ReactionType = (typeof reactionTypes)[number]

export const reactionObject = z.strictObject({
  emoji_name: z.string(),
  emoji_code: z.string(),
  reaction_type: z.enum(reactionTypes),
  user_id: z.int(),
  /** Only if the user chose one. */
  skin_tone: z.enum(skinTones).optional(),
})

export const message = {
  id: z.int(),
  type: z.enum(['stream', 'private']),
  content: z.string(),
  rendered_content: z.string(),
  content_type: z.enum(['text/html', 'text/x-markdown']),
  subject: z.string(),
  stream_id: z.int().optional(),
  display_recipient: z.union([z.string(), z.array(participant)]),
  recipient_id: z.int(),
  sender_id: z.int(),
  sender_full_name: z.string(),
  sender_email: z.string(),
  sender_realm_str: z.string(),
  avatar_url: z.string().nullable(),
  client: z.string(),
  is_me_message: z.boolean(),
  timestamp: z.int(),
  last_edit_timestamp: z.int().optional(),
  last_moved_timestamp: z.int().optional(),
  edit_history: z.array(editHistoryEntry).optional(),
  reactions: z.array(reactionObject),
  submessages: z.array(
    z.strictObject({
      id: z.int(),
      message_id: z.int(),
      sender_id: z.int(),
      msg_type: z.string(),
      content: z.string(),
    }),
  ),
  topic_links: z.array(z.strictObject({ text: z.string(), url: z.string() })),
}
export const messageObject = z.strictObject(message)
export type MessageObject = z.output<typeof messageObject>

/** A file with the words of a search. */
export const matchFile = z.strictObject({ name: z.string(), path_id: z.string() })
export type MatchFile = z.output<typeof matchFile>

/** A message in a GET response, including the reader's flags. */
export const fetchedMessageObject = z.strictObject({
  ...message,
  flags: z.array(z.enum(messageFlags)),
  /** HTML and topic with search matches highlighted, and the files with matches; only for narrows with a search term. */
  match_content: z.string().optional(),
  match_subject: z.string().optional(),
  match_files: z.array(matchFile).optional(),
})
export type FetchedMessage = z.output<typeof fetchedMessageObject>

/** Unread messages in the register response. */
export const unreadMessages = z.strictObject({
  count: z.int(),
  pms: z.array(
    z.strictObject({ other_user_id: z.int(), sender_id: z.int(), unread_message_ids: z.array(z.int()) }),
  ),
  streams: z.array(
    z.strictObject({ stream_id: z.int(), topic: z.string(), unread_message_ids: z.array(z.int()) }),
  ),
  huddles: z.array(z.strictObject({ user_ids_string: z.string(), unread_message_ids: z.array(z.int()) })),
  mentions: z.array(z.int()),
  old_unreads_missing: z.boolean(),
})
export type UnreadMessages = z.output<typeof unreadMessages>

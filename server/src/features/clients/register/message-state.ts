import type { InitialState, UnreadMessages } from '@loquat/contract'
import { caseless, type Directory, type User } from '../../../directory/directory.ts'
import { toWire } from '../../../directory/topics.ts'
import { isMention } from '../../../events/flag-bits.ts'
import type { ConversationRow, UnreadWithPeople } from '../../conversation/read-state/flags-store.ts'

export const maxUnread = 50_000
export const maxStarred = 10_000
export const maxRecentDirectMessages = 1_000

/** Unread messages by conversation. Rows are newest first; muted messages are not counted. */
export function unreadState(
  directory: Directory,
  viewer: User,
  rows: readonly UnreadWithPeople[],
  knowsEmptyTopic: boolean,
): UnreadMessages {
  const pms = new Map<number, number[]>()
  const huddles = new Map<string, number[]>()
  const streams = new Map<string, UnreadMessages['streams'][number]>()
  for (const { id, recipientId, topic, userIds } of rows.toReversed()) {
    const channel = directory.channelByRecipient(recipientId)
    if (channel !== undefined) {
      // Topics are case-insensitive; uses the spelling of the oldest unread message.
      const key = `${String(channel.id).padStart(16, '0')} ${caseless(topic)}`
      const entry = streams.get(key)
      if (entry !== undefined) entry.unread_message_ids.push(id)
      else {
        streams.set(key, {
          stream_id: channel.id,
          topic: toWire(topic, knowsEmptyTopic),
          unread_message_ids: [id],
        })
      }
      continue
    }
    const people = userIds ?? []
    if (people.length > 2) put(huddles, people.join(','), id)
    else put(pms, people.find((person) => person !== viewer.id) ?? viewer.id, id)
  }
  return {
    count: rows.filter((row) => !row.muted).length,
    pms: [...pms]
      .sort(([a], [b]) => a - b)
      .map(([other, unread_message_ids]) => ({ other_user_id: other, sender_id: other, unread_message_ids })),
    streams: [...streams].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry),
    huddles: [...huddles]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([user_ids_string, unread_message_ids]) => ({ user_ids_string, unread_message_ids })),
    mentions: rows
      .filter(isMention)
      .map(({ id }) => id)
      .sort((a, b) => a - b),
    old_unreads_missing: rows.length >= maxUnread,
  }
}

function put<K>(map: Map<K, number[]>, key: K, id: number): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [id])
  else list.push(id)
}

/** Fetch type `recent_private_conversations`. */
export function conversationState(viewer: User, rows: readonly ConversationRow[]): Partial<InitialState> {
  return {
    recent_private_conversations: rows.map(({ userIds, maxMessageId }) => ({
      user_ids: userIds.filter((id) => id !== viewer.id),
      max_message_id: maxMessageId,
    })),
  }
}

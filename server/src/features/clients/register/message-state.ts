import type { InitialState } from '@loquat/contract'
import { caseless, type Directory, type User } from '../../../directory/directory.ts'
import { toWire } from '../../../directory/topics.ts'
import { JsonBytes } from '../../../http/reply/json-text.ts'
import type { ConversationRow, UnreadGroup } from '../../conversation/read-state/flags-store.ts'

export const maxUnread = 50_000
export const maxStarred = 10_000
export const maxRecentDirectMessages = 1_000

/** Unread messages by conversation, as JSON. Muted messages are not counted. */
export function unreadState(
  directory: Directory,
  viewer: User,
  groups: readonly UnreadGroup[],
  knowsEmptyTopic: boolean,
): JsonBytes {
  const pms = new Map<number, UnreadGroup[]>()
  const huddles = new Map<string, UnreadGroup[]>()
  const streams = new Map<string, UnreadGroup[]>()
  for (const group of groups) {
    const channel = directory.channelByRecipient(group.recipientId)
    const people = group.userIds ?? []
    if (channel !== undefined) {
      put(streams, `${String(channel.id).padStart(16, '0')} ${caseless(group.topic)}`, group)
    } else if (people.length > 2) put(huddles, people.join(','), group)
    else put(pms, people.find((person) => person !== viewer.id) ?? viewer.id, group)
  }
  const streamFields = (list: UnreadGroup[]) => {
    // Topics are case-insensitive; uses the spelling of the oldest unread message.
    const [oldest] = list.toSorted((a, b) => firstId(a) - firstId(b))
    const channel = directory.channelByRecipient(oldest?.recipientId ?? 0)
    return { stream_id: channel?.id, topic: toWire(oldest?.topic ?? '', knowsEmptyTopic) }
  }
  const parts = {
    pms: [...pms]
      .sort(([a], [b]) => a - b)
      .map(([other, list]) => entryOf({ other_user_id: other, sender_id: other }, list)),
    streams: [...streams]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, list]) => entryOf(streamFields(list), list)),
    huddles: [...huddles]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([user_ids_string, list]) => entryOf({ user_ids_string }, list)),
    mentions: sortedIds(
      groups.flatMap((group) => [group.mentions, group.muted ? null : group.wildcardMentions]),
    ),
  }
  const total = groups.reduce((sum, { count }) => sum + count, 0)
  const counted = groups.reduce((sum, { count, muted }) => sum + (muted ? 0 : count), 0)
  const { pms: direct, streams: topics, huddles: group, mentions } = parts
  return new JsonBytes(
    `{"count":${counted},"pms":[${direct}],"streams":[${topics}],"huddles":[${group}],"mentions":[${mentions}],` +
      `"old_unreads_missing":${total >= maxUnread}}`,
  )
}

const firstId = ({ ids }: UnreadGroup) => Number.parseInt(ids, 10)

/** An entry with the IDs of its groups, as JSON. */
const entryOf = (fields: object, groups: readonly UnreadGroup[]) =>
  `${JSON.stringify(fields).slice(0, -1)},"unread_message_ids":[${sortedIds(groups.map(({ ids }) => ids))}]}`

/** Merges lists of IDs, which are usually one. */
function sortedIds(lists: readonly (string | null)[]): string {
  const present = lists.filter((list) => list !== null)
  if (present.length <= 1) return present[0] ?? ''
  const ids = new Set(present.flatMap((list) => list.split(',').map(Number)))
  return [...ids].sort((a, b) => a - b).join(',')
}

function put<K>(map: Map<K, UnreadGroup[]>, key: K, group: UnreadGroup): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [group])
  else list.push(group)
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

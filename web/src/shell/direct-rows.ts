import type { InitialState } from '@loquat/contract'
import { dmAmong, keyOf } from '../navigation/conversation.ts'
import type { UnreadCounts } from '../unread/unread.ts'

export interface DirectConversationRow {
  key: string
  conversation: ReturnType<typeof dmAmong>
  /** ID of the last message. */
  newest: number
  unread: number
}

/** All direct conversations, newest first, except those with muted people only. */
export function directRows(
  recent: NonNullable<InitialState['recent_private_conversations']>,
  muted: NonNullable<InitialState['muted_users']>,
  me: number,
  counts: Pick<UnreadCounts, 'conversations'>,
): DirectConversationRow[] {
  const mutedIds = new Set(muted.map(({ id }) => id))
  return recent
    .map(({ user_ids: userIds, max_message_id: newest }) => {
      const conversation = dmAmong(userIds, me)
      const key = keyOf(conversation)
      return { key, conversation, newest, unread: counts.conversations.get(key)?.ids.length ?? 0 }
    })
    .filter(
      ({ conversation: { userIds } }) => userIds.length === 0 || !userIds.every((id) => mutedIds.has(id)),
    )
    .sort((a, b) => b.newest - a.newest)
}

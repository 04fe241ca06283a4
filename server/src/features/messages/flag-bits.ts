import { type MessageFlag, messageFlags } from '@loquat/contract'

/** What `message_flag.flags` holds. Being read is not here: it is a range in `read_state`. */
export const bits = {
  starred: 1 << 1,
  collapsed: 1 << 2,
  mentioned: 1 << 3,
  stream_wildcard_mentioned: 1 << 4,
  topic_wildcard_mentioned: 1 << 5,
  group_mentioned: 1 << 6,
  has_alert_word: 1 << 7,
  historical: 1 << 8,
  /** Unread although such a message counts as read: one's own, or one from before one came. Not on the wire. */
  markedUnread: 1 << 10,
} as const

export function flagNames(flags: number, read: boolean, historical: boolean): MessageFlag[] {
  const set = new Set<MessageFlag>()
  for (const [name, bit] of Object.entries(bits)) {
    if (name !== 'markedUnread' && (flags & bit) !== 0) set.add(name as MessageFlag)
  }
  if (read) set.add('read')
  if (historical) set.add('historical')
  if (set.has('stream_wildcard_mentioned') || set.has('topic_wildcard_mentioned'))
    set.add('wildcard_mentioned')
  return messageFlags.filter((flag) => set.has(flag))
}

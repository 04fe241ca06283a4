import { type MessageFlag, messageFlags } from '@loquat/contract'

/** Bits of `message_flag.flags`. Read messages are not here but in the ranges of `read_state`. */
export const flagBits = {
  starred: 1 << 1,
  collapsed: 1 << 2,
  mentioned: 1 << 3,
  stream_wildcard_mentioned: 1 << 4,
  topic_wildcard_mentioned: 1 << 5,
  group_mentioned: 1 << 6,
  has_alert_word: 1 << 7,
  historical: 1 << 8,
  /** Marked unread although read by default: an own message, or one from before the subscription. Not on the wire. */
  markedUnread: 1 << 10,
  /** Delivered to a user outside the channel, such as a mentioned bot. Not on the wire. */
  delivered: 1 << 11,
} as const

const internal = new Set(['markedUnread', 'delivered'])

export function flagNames(flags: number, read: boolean, historical: boolean): MessageFlag[] {
  const set = new Set<MessageFlag>()
  for (const [name, bit] of Object.entries(flagBits)) {
    if (!internal.has(name) && (flags & bit) !== 0) set.add(name as MessageFlag)
  }
  if (read) set.add('read')
  if (historical && (flags & flagBits.delivered) === 0) set.add('historical')
  if (set.has('stream_wildcard_mentioned') || set.has('topic_wildcard_mentioned'))
    set.add('wildcard_mentioned')
  return messageFlags.filter((flag) => set.has(flag))
}

export const wildcardBits = flagBits.stream_wildcard_mentioned | flagBits.topic_wildcard_mentioned

/** Whether an unread message is listed as a mention: personal mentions always, wildcard mentions unless muted. */
export const isMention = ({ flags, muted }: { flags: number; muted: boolean }) =>
  (flags & flagBits.mentioned) !== 0 || (!muted && (flags & wildcardBits) !== 0)

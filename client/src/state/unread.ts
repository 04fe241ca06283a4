import type { UnreadMessages } from '@loquat/contract'
import { caseless } from '@loquat/contract/light'

/** The conversation of an unread message. */
export type UnreadPlace =
  | { kind: 'channel'; channelId: number; topic: string }
  /** The participants, with or without the reader. */
  | { kind: 'direct'; userIds: number[] }

export function withUnread(
  unread: UnreadMessages,
  me: number,
  id: number,
  place: UnreadPlace,
  mentioned: boolean,
): UnreadMessages {
  const next = { ...unread, count: unread.count + 1 }
  if (mentioned) next.mentions = insert(unread.mentions, id)
  if (place.kind === 'channel') {
    next.streams = put(
      unread.streams,
      (entry) => entry.stream_id === place.channelId && caseless(entry.topic) === caseless(place.topic),
      () => ({ stream_id: place.channelId, topic: place.topic, unread_message_ids: [] }),
      id,
    ).sort((a, b) => a.stream_id - b.stream_id || compare(caseless(a.topic), caseless(b.topic)))
    return next
  }
  const others = place.userIds.filter((userId) => userId !== me)
  if (others.length > 1) {
    const name = [...others, me].sort((a, b) => a - b).join(',')
    next.huddles = put(
      unread.huddles,
      (entry) => entry.user_ids_string === name,
      () => ({ user_ids_string: name, unread_message_ids: [] }),
      id,
    ).sort((a, b) => compare(a.user_ids_string, b.user_ids_string))
    return next
  }
  const other = others[0] ?? me
  next.pms = put(
    unread.pms,
    (entry) => entry.other_user_id === other,
    () => ({ other_user_id: other, sender_id: other, unread_message_ids: [] }),
    id,
  ).sort((a, b) => a.other_user_id - b.other_user_id)
  return next
}

export const isUnread = ({ pms, streams, huddles }: UnreadMessages, id: number) =>
  [...pms, ...streams, ...huddles].some((entry) => entry.unread_message_ids.includes(id))

export function withoutUnread(unread: UnreadMessages, ids: readonly number[]): UnreadMessages {
  const gone = new Set(ids)
  const clean = <T extends Entry>(entries: T[]) =>
    entries
      .map((entry) => ({
        ...entry,
        unread_message_ids: entry.unread_message_ids.filter((id) => !gone.has(id)),
      }))
      .filter((entry) => entry.unread_message_ids.length > 0)
  const next = {
    ...unread,
    pms: clean(unread.pms),
    streams: clean(unread.streams),
    huddles: clean(unread.huddles),
    mentions: unread.mentions.filter((id) => !gone.has(id)),
  }
  return { ...next, count: unread.count - (total(unread) - total(next)) }
}

interface Entry {
  unread_message_ids: number[]
}

/** Number of listed messages, without muted ones. */
export function countUnread(
  unread: UnreadMessages,
  isMuted: (channelId: number, topic: string) => boolean,
): number {
  const counted = unread.streams.filter((entry) => !isMuted(entry.stream_id, entry.topic))
  return total({ ...unread, streams: counted })
}

const total = ({ pms, streams, huddles }: UnreadMessages) =>
  [...pms, ...streams, ...huddles].reduce((sum, entry) => sum + entry.unread_message_ids.length, 0)

function put<T extends Entry>(
  entries: readonly T[],
  matches: (entry: T) => boolean,
  create: () => T,
  id: number,
): T[] {
  const entry = entries.find(matches) ?? create()
  const others = entries.filter((one) => one !== entry)
  return [...others, { ...entry, unread_message_ids: insert(entry.unread_message_ids, id) }]
}

const insert = (ids: readonly number[], id: number) => [...new Set([...ids, id])].sort((a, b) => a - b)
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

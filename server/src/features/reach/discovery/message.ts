import { toSeconds } from '../../../platform/clock.ts'
import type { DiscoveredRow } from './messages-store.ts'

interface MessageVersion {
  /** In seconds. */
  at: number
  by: number | null
  content: string
  topic: string
  channel_id: number | null
}

export interface DiscoveredMessage {
  id: number
  sender_id: number
  channel_id: number | null
  user_ids: number[] | null
  sent_at: string
  client: string
  deleted_at: string | null
  /** Oldest first. */
  versions: MessageVersion[]
  files: string[]
  reactions: unknown[]
  /** Polls, to-do lists, and the votes and changes in them. */
  submessages: unknown[]
}

/** A message with all its versions. The history goes backward: each entry has the state before it. */
export function presentMessage(row: DiscoveredRow): DiscoveredMessage {
  const versions: MessageVersion[] = []
  let { content, topic, channel_id } = row
  for (const entry of row.edit_history ?? []) {
    versions.unshift({ at: entry.timestamp, by: entry.user_id, content, topic, channel_id })
    content = entry.prev_content ?? content
    topic = entry.prev_topic ?? topic
    channel_id = entry.prev_stream ?? channel_id
  }
  const sent = toSeconds(row.sent_at.getTime())
  versions.unshift({ at: sent, by: row.sender_id, content, topic, channel_id })
  return {
    id: row.id,
    sender_id: row.sender_id,
    channel_id: row.channel_id,
    user_ids: row.user_ids,
    sent_at: row.sent_at.toISOString(),
    client: row.client,
    deleted_at: row.deleted_at?.toISOString() ?? null,
    versions,
    files: row.path_ids,
    reactions: row.reactions ?? [],
    submessages: row.submessages ?? [],
  }
}

/** Whether any version has one of the words, which are in lower case. Without words, every message has. */
export const containsWord = ({ versions }: DiscoveredMessage, words: readonly string[]) =>
  words.length === 0 ||
  versions.some(({ content, topic }) => {
    const text = `${topic}\n${content}`.normalize().toLowerCase()
    return words.some((word) => text.includes(word))
  })

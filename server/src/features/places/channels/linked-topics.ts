import type { Db } from '../../../db/database.ts'
import { type Channel, caseless, type Directory, type User } from '../../../directory/directory.ts'
import { canReadChannel } from '../../../directory/permissions.ts'
import type { ContextLookups } from '../../../markdown/context.ts'
import { topicsNamedIn } from '../../../markdown/inline/channel-links.ts'
import { oldestVisible } from './topic-messages-store.ts'

/** Beyond these, links to topics lead to the topic by its name only. */
const most = 50

/**
 * The oldest messages of the topics that a text links to, by which a link finds a topic also after it was renamed. Texts without
 * such links cost nothing.
 */
export async function linkedTopics(
  db: Db,
  directory: Directory,
  writer: User,
  content: string,
): Promise<ContextLookups> {
  if (!content.includes('#**')) return {}
  const topics = new Map<string, { channel: Channel; topic: string }>()
  for (const { channel: name, topic } of topicsNamedIn(content)) {
    const channel = directory.channelByName(name)
    if (channel?.name !== name || !canReadChannel(directory, writer, channel)) continue
    // What cannot be stored is the name of no topic.
    if (topics.size < most && !topic.includes('\0')) topics.set(keyOf(channel.id, topic), { channel, topic })
  }
  if (topics.size === 0) return {}
  const ids = await oldestVisible(db, [...topics.values()], writer.id)
  const oldest = new Map([...topics.keys()].map((key, n) => [key, ids[n] ?? undefined]))
  return { oldestMessageIn: (channelId, topic) => oldest.get(keyOf(channelId, topic)) }
}

const keyOf = (channelId: number, topic: string) => `${channelId}>${caseless(topic)}`

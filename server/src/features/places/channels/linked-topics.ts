import type { Db } from '../../../db/database.ts'
import { type Channel, caseless, type Directory, type User } from '../../../directory/directory.ts'
import { canReadChannel } from '../../../directory/permissions.ts'
import type { ContextLookups } from '../../../markdown/context.ts'
import { topicsNamedIn } from '../../../markdown/inline/channel-links.ts'
import { oldestVisible } from './topic-messages-store.ts'

/** Topic links beyond this number are resolved by name only. */
const maxLinkedTopics = 50

/**
 * The oldest message of each topic linked in the text, so that a link still works after the topic is renamed.
 * Texts without such links cost nothing.
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
    // A name that cannot be stored belongs to no topic.
    if (topics.size < maxLinkedTopics && !topic.includes('\0'))
      topics.set(keyOf(channel.id, topic), { channel, topic })
  }
  if (topics.size === 0) return {}
  const ids = await oldestVisible(db, [...topics.values()], writer.id)
  const oldest = new Map([...topics.keys()].map((key, n) => [key, ids[n] ?? undefined]))
  return { oldestMessageIn: (channelId, topic) => oldest.get(keyOf(channelId, topic)) }
}

const keyOf = (channelId: number, topic: string) => `${channelId}>${caseless(topic)}`

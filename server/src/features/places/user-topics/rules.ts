import { apiError, maxTopicLength, type VisibilityPolicy, visibility } from '@loquat/contract'
import type { Channel, Directory, User } from '../../../directory/directory.ts'
import { canReadChannel } from '../../../directory/permissions.ts'
import { fromWire } from '../../../directory/topics.ts'
import { isLongerThan } from '../../../text.ts'

/** Validates a topic without trimming or truncating it, which could match a different topic. */
export function checkedTopicName(topic: string): string {
  if (isLongerThan(topic, maxTopicLength)) {
    throw apiError('topic-name-too-long', { max: maxTopicLength })
  }
  return fromWire(topic)
}

/** The topic's channel. Setting a policy requires read access; removing one is always allowed. */
export function channelOfTopic(
  directory: Directory,
  user: User,
  reference: number | string,
  policy: VisibilityPolicy,
): Channel {
  const channel =
    typeof reference === 'number' ? directory.channels.get(reference) : directory.channelByName(reference)
  if (channel === undefined) throw apiError('channel-not-found')
  if (policy === visibility.inherit) return channel
  if (channel.isArchived || !canReadChannel(directory, user, channel)) throw apiError('channel-not-found')
  return channel
}

/** The older endpoint identifies the channel by ID or by name. */
export function channelReference(id: number | undefined, name: string | undefined): number | string {
  if (id !== undefined && name !== undefined) {
    const parameters = 'stream_id, stream'
    throw apiError('channel-reference-ambiguous', { parameters }, { parameters })
  }
  const reference = id ?? name
  if (reference === undefined) throw apiError('channel-reference-missing')
  return reference
}

import { apiError, maxFreeWildcardSize, mentionGroupDenial, wildcardDenial } from '@loquat/contract'
import { type Channel, type Directory, isBot, type User } from '../../../directory/directory.ts'
import { membersOf } from '../../../directory/groups.ts'
import { permissionsOf } from '../../../directory/permissions.ts'
import { flagBits } from '../../../events/flag-bits.ts'
import type { MentionScope, MessageMentions } from '../../../events/transaction.ts'

const genericBot = 1

/** Refuses mentions that the sender may not make. Silent mentions are always allowed. */
export function assertMayMention(
  directory: Directory,
  sender: User,
  mentions: MessageMentions,
  where: MentionScope,
): void {
  const context = permissionsOf(directory)
  if ('channel' in where) {
    const { channel, participants, present } = where
    if (
      mentions.channelWildcard &&
      wildcardDenial(context, sender, activeSubscribers(directory, channel)) !== undefined
    ) {
      throw apiError('channel-wildcard-mention-denied')
    }
    if (mentions.topicWildcard && wildcardDenial(context, sender, participants.size) !== undefined) {
      throw apiError('topic-wildcard-mention-denied')
    }
    if (mentions.hereWildcard && wildcardDenial(context, sender, present.size) !== undefined) {
      throw apiError('here-mention-denied')
    }
  }
  for (const id of mentions.groups) {
    const group = directory.groups.get(id)
    if (group !== undefined && mentionGroupDenial(context, sender, group) !== undefined) {
      throw apiError('group-mention-denied', { group: group.name })
    }
  }
}

/** Counts only as far as permissions depend on it. */
function activeSubscribers(directory: Directory, channel: Channel): number {
  let count = 0
  for (const id of channel.subscribers.keys()) {
    if (directory.users.get(id)?.isActive && ++count > maxFreeWildcardSize) break
  }
  return count
}

/** All users mentioned by name or through a group. */
export function mentionedPeople(directory: Directory, { users, groups }: MessageMentions): Set<number> {
  const people = new Set(users)
  for (const id of groups) {
    const group = directory.groups.get(id)
    if (group !== undefined) for (const member of membersOf(directory, group)) people.add(member)
  }
  return people
}

/** Flags from mentions, only for users who receive the message. */
export function mentionFlags(
  directory: Directory,
  mentions: MessageMentions,
  where: MentionScope,
): Map<number, number> {
  const receives = receiverTest(where)
  const flags = new Map<number, number>()
  const add = (id: number, bit: number) => {
    if (receives(id)) flags.set(id, (flags.get(id) ?? 0) | bit)
  }
  for (const id of mentionedPeople(directory, mentions)) add(id, flagBits.mentioned)
  for (const id of wildcardPeople(mentions, where)) add(id, flagBits.topic_wildcard_mentioned)
  return flags
}

/** Users that `@topic` and `@here` mention. Both have the flag of the topic, which existing clients know. */
export function* wildcardPeople(mentions: MessageMentions, where: MentionScope): Iterable<number> {
  if (!('channel' in where)) return
  if (mentions.topicWildcard) yield* where.participants
  if (mentions.hereWildcard) yield* where.present
}

export function receiverTest(where: MentionScope): (userId: number) => boolean {
  if ('channel' in where) return (id) => where.channel.subscribers.has(id)
  return (id) => where.people.includes(id)
}

/** Bots that receive a message by mention without being subscribed. Never in private channels. */
export function mentionedBots(
  directory: Directory,
  mentions: MessageMentions,
  where: MentionScope,
): number[] {
  if (!('channel' in where) || where.channel.inviteOnly) return []
  return mentions.users.filter((id) => {
    const user = directory.users.get(id)
    return user?.isActive && isBot(user) && user.botType === genericBot && !where.channel.subscribers.has(id)
  })
}

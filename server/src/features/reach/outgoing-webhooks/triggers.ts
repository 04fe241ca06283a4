import { botTypes, type WebhookTrigger } from '@loquat/contract'
import { type Directory, isBot, type User } from '../../../directory/directory.ts'
import { membersOf } from '../../../directory/groups.ts'
import type { MentionScope, MessageMentions } from '../../../events/transaction.ts'

/** A bot that is to be called because of a message. */
export interface Trigger {
  botId: number
  trigger: WebhookTrigger
}

const none: readonly Trigger[] = []

/**
 * Which outgoing webhook bots a message calls: those it is written to, those it mentions by name wherever that is, and those it
 * mentions through a group if they are in the channel. What bots write calls nobody, so that they cannot go round in circles.
 */
export function triggersOf(
  directory: Directory,
  sender: User,
  mentions: MessageMentions,
  where: MentionScope,
): readonly Trigger[] {
  if (isBot(sender)) return none
  if (!('channel' in where)) return called(directory, where.people, 'direct_message')
  if (mentions.users.length + mentions.groups.length === 0) return none
  const mentioned = new Set(mentions.users)
  for (const id of mentions.groups) {
    const group = directory.groups.get(id)
    if (group === undefined) continue
    for (const member of membersOf(directory, group)) {
      if (where.channel.subscribers.has(member)) mentioned.add(member)
    }
  }
  return called(directory, mentioned, 'mention')
}

function called(directory: Directory, people: Iterable<number>, trigger: WebhookTrigger): readonly Trigger[] {
  const bots: Trigger[] = []
  for (const botId of people) {
    const user = directory.users.get(botId)
    if (user?.botType === botTypes.outgoingWebhook && user.isActive) bots.push({ botId, trigger })
  }
  return bots
}

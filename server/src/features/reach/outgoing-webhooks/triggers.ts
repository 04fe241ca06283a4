import { botTypes, type WebhookTrigger } from '@loquat/contract'
import { type Directory, isBot, type User } from '../../../directory/directory.ts'
import { membersOf } from '../../../directory/groups.ts'
import type { MentionScope, MessageMentions } from '../../../events/transaction.ts'

/** A bot to call because of a message. */
export interface BotTrigger {
  botId: number
  trigger: WebhookTrigger
}

const none: readonly BotTrigger[] = []

/**
 * Outgoing webhook bots that a message triggers: participants of a direct message, bots mentioned by name
 * anywhere, and bots mentioned through a group if they are subscribed. Messages of bots trigger nothing,
 * which prevents loops.
 */
export function triggersOf(
  directory: Directory,
  sender: User,
  mentions: MessageMentions,
  where: MentionScope,
): readonly BotTrigger[] {
  if (isBot(sender)) return none
  if (!('channel' in where)) return triggered(directory, where.people, 'direct_message')
  if (mentions.users.length + mentions.groups.length === 0) return none
  const mentioned = new Set(mentions.users)
  for (const id of mentions.groups) {
    const group = directory.groups.get(id)
    if (group === undefined) continue
    for (const member of membersOf(directory, group)) {
      if (where.channel.subscribers.has(member)) mentioned.add(member)
    }
  }
  return triggered(directory, mentioned, 'mention')
}

function triggered(
  directory: Directory,
  people: Iterable<number>,
  trigger: WebhookTrigger,
): readonly BotTrigger[] {
  const bots: BotTrigger[] = []
  for (const botId of people) {
    const user = directory.users.get(botId)
    if (user?.botType === botTypes.outgoingWebhook && user.isActive) bots.push({ botId, trigger })
  }
  return bots
}

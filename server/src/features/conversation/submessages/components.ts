import { apiError, type Component, componentsProblem, componentsType } from '@loquat/contract'
import { isBot, type User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { messageToChange } from '../message-changes/access.ts'
import { messageAudience } from '../message-changes/receivers.ts'
import { takeSubmessageId } from '../messages/send-store.ts'
import { replaceSubmessage } from './store.ts'

/** The components of a new message as stored, or undefined if it has none. */
export function componentsToSend(
  sender: User,
  components: readonly Component[] | undefined,
  widgetContent: string | undefined,
): string | undefined {
  if (components === undefined) return undefined
  assertBot(sender)
  if (widgetContent !== undefined) {
    throw apiError('components-malformed', {
      problem: 'a message with components cannot have widget_content',
    })
  }
  return components.length === 0 ? undefined : storedComponents(components)
}

/** Only bots answer interactions. */
export function assertBot(user: User): void {
  if (!isBot(user)) throw apiError('components-denied')
}

export function storedComponents(components: readonly Component[]): string {
  const problem = componentsProblem(components)
  if (problem !== undefined) throw apiError('components-malformed', { problem })
  return JSON.stringify({ components })
}

/** Replaces the components of a message that the bot sent. */
export async function updateComponents(
  realm: Realm,
  bot: User,
  messageId: number,
  components: readonly Component[],
): Promise<void> {
  assertBot(bot)
  const content = storedComponents(components)
  await realm.transactExclusively((tx) => updateComponentsWithin(tx, realm, bot, messageId, content))
}

async function updateComponentsWithin(
  tx: Tx,
  realm: Realm,
  bot: User,
  messageId: number,
  content: string,
): Promise<void> {
  const message = await messageToChange(tx, realm, bot, messageId)
  if (message.senderId !== bot.id) throw apiError('components-not-own')
  if (message.isHidden) throw apiError('message-edit-hidden')
  const id = await takeSubmessageId(tx.db)
  // One row per message: updates do not accumulate.
  await replaceSubmessage(tx, { id, messageId, senderId: bot.id, type: componentsType, content })
  tx.publish(
    {
      type: 'submessage',
      submessage_id: id,
      message_id: messageId,
      sender_id: bot.id,
      msg_type: componentsType,
      content,
    },
    await messageAudience(tx.db, realm.directory, message),
  )
}

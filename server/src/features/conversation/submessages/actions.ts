import { apiError, callType, componentsType } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { messageToChange } from '../message-changes/access.ts'
import { messageAudience } from '../message-changes/receivers.ts'
import { updateTopicAfterParticipation } from '../messages/follow-topics.ts'
import { assertFitsWidget } from './rules.ts'
import { insertSubmessage, widgetContent } from './store.ts'

export interface SubmessageInput {
  messageId: number
  type: string
  content: string
}

/** Adds data to a message's widget: a vote, a task, or anything else clients interpret. */
export async function addSubmessage(
  app: App,
  realm: Realm,
  user: User,
  sent: SubmessageInput,
): Promise<void> {
  const { directory } = realm
  const { messageId, type, content } = sent
  if (type === componentsType || type === callType) throw apiError('submessage-type-reserved')
  await realm.transactExclusively(async (tx) => {
    const message = await messageToChange(tx, realm, user, messageId)
    if (message.isHidden) throw apiError('message-edit-hidden')
    const bySender = message.senderId === user.id
    if (!bySender && !message.hasWidget) {
      throw apiError('submessage-denied')
    }
    assertFitsWidget(await widgetContent(tx.db, messageId), content, bySender)

    const channel = message.channelId === null ? undefined : directory.channels.get(message.channelId)
    if (channel !== undefined) {
      await updateTopicAfterParticipation(tx, realm, user, channel, message.topic, new Date(app.clock.now()))
    }
    const id = await insertSubmessage(tx, { messageId, senderId: user.id, type, content })
    tx.publish(
      {
        type: 'submessage',
        submessage_id: id,
        message_id: messageId,
        sender_id: user.id,
        msg_type: type,
        content,
      },
      await messageAudience(tx.db, directory, message),
    )
  })
}

import { refuse } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { messageToChange } from '../message-changes/access.ts'
import { audienceAbout } from '../message-changes/receivers.ts'
import { changeTopicByTakingPart } from '../messages/follow-topics.ts'
import { assertFits } from './rules.ts'
import { insertSubmessage, widgetContent } from './store.ts'

export interface Sent {
  messageId: number
  type: string
  content: string
}

/** Hangs something on a message: a vote, a task, or what else clients make of it. */
export async function addSubmessage(app: App, realm: Realm, user: User, sent: Sent): Promise<void> {
  const { directory } = realm
  const { messageId, type, content } = sent
  await realm.transactExclusively(async (tx) => {
    const message = await messageToChange(tx, realm, user, messageId)
    const bySender = message.senderId === user.id
    if (!bySender && !message.hasWidget) {
      throw refuse('BadRequest', 'Only the sender of the message may do this.')
    }
    assertFits(await widgetContent(tx.db, messageId), content, bySender)

    const channel = message.channelId === null ? undefined : directory.channels.get(message.channelId)
    if (channel !== undefined) {
      await changeTopicByTakingPart(tx, realm, user, channel, message.topic, new Date(app.clock.now()))
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
      await audienceAbout(tx.db, directory, message),
    )
  })
}

import { apiError, type BodyOf } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import { receivesMessageChanges } from '../../../events/audience.ts'
import type { Realm } from '../../../realms/realm.ts'
import { apiEmail } from '../../identity/users/present.ts'
import { loadReadable } from '../message-changes/get-message.ts'
import { assertMayEdit } from '../message-changes/plan.ts'
import { checkedTopic } from '../messages/content.ts'
import { participantsOf } from '../messages/parse-to.ts'
import { assertSendsTyping, typingChannel, typingReceivers, typingReceiversIn } from './rules.ts'

/** Typing is not stored; the event is the only effect. */

type TypingOp = 'start' | 'stop'

/** Publishes to all participants, including the sender's other clients. */
export async function publishTypingToUsers(
  realm: Realm,
  { id }: User,
  op: TypingOp,
  to: readonly number[] | undefined,
): Promise<void> {
  if (to === undefined || to.length === 0) throw apiError('recipient-ids-missing')
  const { directory } = realm
  const { sender, people } = await realm.decideFresh(() => {
    const sender = currentSender(directory, id)
    assertSendsTyping(sender, 'send_private_typing_notifications')
    return { sender, people: participantsOf(directory, sender, to) }
  })
  const recipients = people.map((user) => presentTypist(directory, user))
  await publishTyping(realm, typingReceivers(people), {
    type: 'typing',
    op,
    message_type: 'direct',
    sender: presentTypist(directory, sender),
    recipients,
  })
}

/** Publishes to a channel's subscribers, unless there are too many. */
export async function publishTypingInChannel(
  realm: Realm,
  { id }: User,
  op: TypingOp,
  channelId: number | undefined,
  sentTopic: string | undefined,
): Promise<void> {
  if (channelId === undefined) throw apiError('typing-channel-missing')
  if (sentTopic === undefined) throw apiError('typing-topic-missing')
  const { directory } = realm
  const { sender, channel } = await realm.decideFresh(() => {
    const sender = currentSender(directory, id)
    assertSendsTyping(sender, 'send_stream_typing_notifications')
    return { sender, channel: typingChannel(directory, sender, channelId) }
  })
  // Normalized like a message's topic, so that clients can match it.
  const topic = checkedTopic(sentTopic)
  await publishTyping(realm, typingReceiversIn(directory, channel), {
    type: 'typing',
    op,
    message_type: 'stream',
    sender: presentTypist(directory, sender),
    stream_id: channel.id,
    topic,
  })
}

/** Publishes that a message is being edited, to the same receivers as typing in its conversation. */
export async function publishEditing(
  app: App,
  realm: Realm,
  { id }: User,
  op: TypingOp,
  messageId: number,
): Promise<void> {
  const { directory } = realm
  const message = await loadReadable(realm, currentSender(directory, id), messageId)
  const { channel, people } = await realm.decideFresh(() => {
    const sender = currentSender(directory, id)
    const channel = directory.channelByRecipient(message.recipient_id)
    if (channel?.isArchived) throw apiError('message-not-found')
    // No grace period: an edit that starts in the last moment would be too late.
    assertMayEdit(directory, sender, message.sender_id, app.clock.now() - message.sent_at.getTime(), 0)
    const isDirect = channel === undefined
    assertSendsTyping(
      sender,
      isDirect ? 'send_private_typing_notifications' : 'send_stream_typing_notifications',
    )
    return { channel, people: (message.user_ids ?? []).flatMap((one) => directory.users.get(one) ?? []) }
  })
  const receivers =
    channel === undefined
      ? typingReceivers(people)
      : // With protected history, later subscribers must not learn that the message exists.
        typingReceiversIn(directory, channel).filter((userId) =>
          receivesMessageChanges(directory, channel, userId, messageId),
        )
  await publishTyping(realm, receivers, {
    type: 'typing_edit_message',
    op,
    sender_id: id,
    message_id: messageId,
    recipient:
      channel === undefined
        ? { type: 'direct', user_ids: message.user_ids ?? [] }
        : { type: 'channel', channel_id: channel.id, topic: message.topic },
  })
}

/** The sender's state at the time of the decision. */
function currentSender(directory: Directory, id: number): User {
  const sender = directory.users.get(id)
  if (sender === undefined) throw apiError('typing-sender-not-found')
  return sender
}

const presentTypist = (directory: Directory, user: User) => ({
  user_id: user.id,
  email: apiEmail(directory, user),
})

async function publishTyping(
  realm: Realm,
  users: number[],
  body: BodyOf<`${'typing' | 'typing_edit_message'}:${TypingOp}`>,
): Promise<void> {
  if (users.length === 0) return
  await realm.transact(async (tx) => tx.publish(body, { users }))
}

import { type BodyOf, refuse } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import { isConcerned } from '../../../events/audience.ts'
import type { Realm } from '../../../realms/realm.ts'
import { apiEmail } from '../../identity/users/present.ts'
import { noSuchMessage } from '../message-changes/access.ts'
import { loadReadable } from '../message-changes/get-message.ts'
import { assertMayEdit } from '../message-changes/plan.ts'
import { checkedTopic } from '../messages/content.ts'
import { participantsOf } from '../messages/parse-to.ts'
import { assertTells, channelToTell, receiversAmong, receiversIn } from './rules.ts'

/** Nothing is kept of who writes: the event is all there is. */

type Op = 'start' | 'stop'

/** Tells everyone in a direct conversation, the sender's other clients included. */
export async function publishTypingToUsers(
  realm: Realm,
  { id }: User,
  op: Op,
  to: readonly number[] | undefined,
): Promise<void> {
  if (to === undefined || to.length === 0) throw refuse('BadRequest', 'to: list the recipients by ID.')
  const { directory } = realm
  const { sender, people } = await realm.decideFresh(() => {
    const sender = senderNow(directory, id)
    assertTells(sender, 'send_private_typing_notifications')
    return { sender, people: participantsOf(directory, sender, to) }
  })
  const recipients = people.map((user) => present(directory, user))
  await publish(realm, receiversAmong(people), {
    type: 'typing',
    op,
    message_type: 'direct',
    sender: present(directory, sender),
    recipients,
  })
}

/** Tells the subscribers of a channel, unless there are too many of them. */
export async function publishTypingInChannel(
  realm: Realm,
  { id }: User,
  op: Op,
  channelId: number | undefined,
  sentTopic: string | undefined,
): Promise<void> {
  if (channelId === undefined) throw refuse('BadRequest', 'stream_id: the channel ID is missing.')
  if (sentTopic === undefined) throw refuse('BadRequest', 'topic: the topic is missing.')
  const { directory } = realm
  const { sender, channel } = await realm.decideFresh(() => {
    const sender = senderNow(directory, id)
    assertTells(sender, 'send_stream_typing_notifications')
    return { sender, channel: channelToTell(directory, sender, channelId) }
  })
  // As a message would have it, so that receivers find the conversation.
  const topic = checkedTopic(sentTopic)
  await publish(realm, receiversIn(directory, channel), {
    type: 'typing',
    op,
    message_type: 'stream',
    sender: present(directory, sender),
    stream_id: channel.id,
    topic,
  })
}

/** Tells those who are told of writing in the conversation that one of its messages is being edited. */
export async function publishEditing(
  app: App,
  realm: Realm,
  { id }: User,
  op: Op,
  messageId: number,
): Promise<void> {
  const { directory } = realm
  const message = await loadReadable(app, realm, senderNow(directory, id), messageId)
  const { channel, people } = await realm.decideFresh(() => {
    const sender = senderNow(directory, id)
    const channel = directory.channelByRecipient(message.recipient_id)
    if (channel?.isArchived) throw noSuchMessage()
    // No leniency: who begins to edit in the last moment would be late.
    assertMayEdit(directory, sender, message.sender_id, app.clock.now() - message.sent_at.getTime(), 0)
    const isDirect = channel === undefined
    assertTells(sender, isDirect ? 'send_private_typing_notifications' : 'send_stream_typing_notifications')
    return { channel, people: (message.user_ids ?? []).flatMap((one) => directory.users.get(one) ?? []) }
  })
  const receivers =
    channel === undefined
      ? receiversAmong(people)
      : // Who came later must not learn that the message exists, where what was before is protected.
        receiversIn(directory, channel).filter((userId) => isConcerned(directory, channel, userId, messageId))
  await publish(realm, receivers, {
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

/** The sender as the directory has them when the decision is made. */
function senderNow(directory: Directory, id: number): User {
  const sender = directory.users.get(id)
  if (sender === undefined) throw refuse('BadRequest', 'There is no such user.')
  return sender
}

const present = (directory: Directory, user: User) => ({
  user_id: user.id,
  email: apiEmail(directory, user),
})

async function publish(
  realm: Realm,
  users: number[],
  body: BodyOf<`${'typing' | 'typing_edit_message'}:${Op}`>,
): Promise<void> {
  if (users.length === 0) return
  await realm.transact(async (tx) => tx.publish(body, { users }))
}

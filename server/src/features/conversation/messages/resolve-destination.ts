import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Channel, Directory, User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { checkedContent, checkedTopic } from './content.ts'
import { ensureConversation, findConversation, hasMessages } from './conversation-store.ts'
import type { Draft } from './draft.ts'
import { channelReference, findChannel, noSuchChannel, participantsOf, personReferences } from './parse-to.ts'
import { presentParticipants, recipientSeenBy } from './present.ts'
import { assertMayPost, assertMayWriteTo, mayNameChannel } from './rules.ts'

/** A message as requested by the client. */
export interface MessageInput {
  type: 'direct' | 'private' | 'channel' | 'stream'
  to: unknown
  topic: string | undefined
  content: string
  /** The channels of the caller's token, if it is limited to some. */
  onlyChannels?: ReadonlySet<number> | undefined
}

/** The destination of a message and all properties that depend on it. */
export type Destination = Pick<Draft, 'recipientId' | 'channelId' | 'topic' | 'maybeFirst' | 'userIds'> & {
  channel: Channel | undefined
  messageFields: Pick<
    Draft['message'],
    'type' | 'subject' | 'stream_id' | 'display_recipient' | 'recipient_id' | 'recipient_by_user'
  >
}

/** Resolves the destination, and checks permissions and content, in the documented order. */
export async function resolveDestination(
  app: App,
  realm: Realm,
  sender: User,
  input: MessageInput,
): Promise<{ destination: Destination; content: string }> {
  const isChannel = input.type === 'channel' || input.type === 'stream'
  return isChannel
    ? await resolveInChannel(realm, sender, input)
    : await resolveDirect(app, realm, sender, input)
}

async function resolveInChannel(realm: Realm, sender: User, input: MessageInput) {
  const reference = channelReference(input.to)
  if (input.topic === undefined) throw apiError('message-topic-missing')
  const topic = checkedTopic(input.topic)
  const content = checkedContent(input.content)
  const channel = await realm.decideFresh(() => {
    const found = findChannel(realm.directory, reference)
    try {
      assertMayPost(realm.directory, sender, found)
    } catch (error) {
      throw mayNameChannel(realm.directory, sender, found) ? error : noSuchChannel(reference)
    }
    if (input.onlyChannels?.has(found.id) === false) throw apiError('token-channel-denied')
    if (topic === '' && realm.directory.setting('mandatory_topics')) {
      throw apiError('message-topic-required')
    }
    return found
  })
  return { destination: channelDestination(channel, topic), content }
}

export function channelDestination(channel: Channel, topic: string): Destination {
  return {
    channel,
    recipientId: channel.recipientId,
    channelId: channel.id,
    topic,
    maybeFirst: channel.firstMessageId === null,
    userIds: [],
    messageFields: {
      type: 'stream',
      stream_id: channel.id,
      display_recipient: channel.name,
      subject: topic,
      recipient_id: channel.recipientId,
    },
  }
}

async function resolveDirect(app: App, realm: Realm, sender: User, input: MessageInput) {
  if (input.onlyChannels !== undefined) throw apiError('token-channel-denied')
  const { directory } = realm
  const references = personReferences(input.to)
  const participants = await realm.decideFresh(() => participantsOf(directory, sender, references))
  const content = checkedContent(input.content)
  const { onlyInExisting } = await realm.decideFresh(() => assertMayWriteTo(directory, sender, participants))
  const userIds = participants.map((user) => user.id)
  const { db } = app.database
  if (onlyInExisting) {
    const existing = await findConversation(db, userIds)
    if (existing === undefined || !(await hasMessages(db, existing.id))) {
      throw apiError('direct-conversation-creation-denied')
    }
  }
  return { destination: await directDestination(app, realm, userIds), content }
}

/** Whether at least two participants are not bots. */
const isAmongHumans = (directory: Directory, userIds: readonly number[]) =>
  userIds.filter((id) => directory.users.get(id)?.botType === null).length > 1

/** The destination for a direct conversation, created if missing. `userIds` must be ascending. */
export async function directDestination(app: App, realm: Realm, userIds: number[]): Promise<Destination> {
  const { directory } = realm
  const { id: recipientId, begun } = await ensureConversation(app.database.db, realm.id, userIds)
  const seen = userIds.map((id) => [id, recipientSeenBy(directory, id, userIds, recipientId)])
  return {
    channel: undefined,
    recipientId,
    channelId: null,
    topic: '',
    maybeFirst: !begun && isAmongHumans(directory, userIds),
    userIds,
    messageFields: {
      type: 'private',
      display_recipient: presentParticipants(directory, userIds),
      subject: '',
      recipient_id: recipientId,
      ...(userIds.length === 2 ? { recipient_by_user: Object.fromEntries(seen) } : {}),
    },
  }
}

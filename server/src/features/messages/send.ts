import { refuse } from '@loquat/contract'
import type { App } from '../../app.ts'
import type { User } from '../../directory/directory.ts'
import { renderMessage } from '../../markdown/render.ts'
import { toSeconds } from '../../platform/clock.ts'
import type { Realm } from '../../realms/realm.ts'
import { avatarUrl, mayOmitAvatar } from '../users/present.ts'
import { checkedContent, checkedTopic, isMeMessage } from './content.ts'
import { channelReference, findChannel, participantsOf, personReferences } from './destination.ts'
import { type Draft, Outbox } from './outbox.ts'
import { presentParticipants, presentSender, recipientSeenBy } from './present.ts'
import { assertMayPost, assertMayWriteTo, readsBySending } from './rules.ts'
import { ensureConversation, findConversation, hasMessages } from './send-store.ts'

export interface SendRequest {
  type: 'direct' | 'private' | 'channel' | 'stream'
  to: unknown
  topic: string | undefined
  content: string
  clientName: string
  readBySender: boolean | undefined
  echo: { queue_id: string; local_id: string } | undefined
}

/** Sends a message; it is durable when this resolves with its ID. */
export async function sendMessage(
  app: App,
  realm: Realm,
  sender: User,
  request: SendRequest,
): Promise<number> {
  const isChannel = request.type === 'channel' || request.type === 'stream'
  const place = isChannel
    ? await inChannel(realm, sender, request)
    : await toPeople(app, realm, sender, request)
  return await outboxOf(app, realm).send(draftOf(app, realm, sender, request, place))
}

const outboxes = new WeakMap<Realm, Outbox>()

function outboxOf(app: App, realm: Realm): Outbox {
  const existing = outboxes.get(realm)
  if (existing !== undefined) return existing
  const outbox = new Outbox(app, realm)
  outboxes.set(realm, outbox)
  return outbox
}

type Place = Pick<Draft, 'recipientId' | 'channelId' | 'topic' | 'content' | 'maybeFirst' | 'userIds'> & {
  addressed: Pick<
    Draft['message'],
    'type' | 'subject' | 'stream_id' | 'display_recipient' | 'recipient_id' | 'recipient_by_user'
  >
}

async function inChannel(realm: Realm, sender: User, request: SendRequest): Promise<Place> {
  const reference = channelReference(request.to)
  if (request.topic === undefined) throw refuse('BadRequest', 'topic: a channel message needs a topic.')
  const topic = checkedTopic(request.topic)
  const content = checkedContent(request.content)
  const channel = await realm.decide(() => {
    const found = findChannel(realm.directory, reference)
    assertMayPost(realm.directory, sender, found)
    if (topic === '' && realm.directory.setting('mandatory_topics')) {
      throw refuse('BadRequest', 'topic: messages need a topic in this organization.')
    }
    return found
  })
  return {
    recipientId: channel.recipientId,
    channelId: channel.id,
    topic,
    content,
    maybeFirst: channel.firstMessageId === null,
    userIds: [],
    addressed: {
      type: 'stream',
      stream_id: channel.id,
      display_recipient: channel.name,
      subject: topic,
      recipient_id: channel.recipientId,
    },
  }
}

async function toPeople(app: App, realm: Realm, sender: User, request: SendRequest): Promise<Place> {
  const { directory } = realm
  const references = personReferences(request.to)
  const participants = await realm.decide(() => participantsOf(directory, sender, references))
  const content = checkedContent(request.content)
  const { onlyInExisting } = await realm.decide(() => assertMayWriteTo(directory, sender, participants))
  const userIds = participants.map((user) => user.id)
  const { db } = app.database
  if (onlyInExisting) {
    const existing = await findConversation(db, userIds)
    if (existing === undefined || !(await hasMessages(db, existing))) {
      throw refuse('BadRequest', 'You may not begin direct conversations in this organization.')
    }
  }
  const recipientId = await ensureConversation(db, realm.id, userIds)
  const seen = userIds.map((id) => [id, recipientSeenBy(directory, id, userIds, recipientId)])
  return {
    recipientId,
    channelId: null,
    topic: '',
    content,
    maybeFirst: false,
    userIds,
    addressed: {
      type: 'private',
      display_recipient: presentParticipants(directory, userIds),
      subject: '',
      recipient_id: recipientId,
      ...(userIds.length === 2 ? { recipient_by_user: Object.fromEntries(seen) } : {}),
    },
  }
}

function draftOf(app: App, realm: Realm, sender: User, request: SendRequest, place: Place): Draft {
  const { addressed, ...where } = place
  const sentAt = new Date(app.clock.now())
  const renderedContent = renderMessage(place.content)
  const readBySender = request.readBySender ?? readsBySending(request.clientName)
  const receives =
    place.channelId === null ||
    realm.directory.channels.get(place.channelId)?.subscribers.has(sender.id) === true
  return {
    ...where,
    senderId: sender.id,
    renderedContent,
    client: request.clientName,
    sentAt,
    senderUnread: receives && !readBySender,
    readBySender,
    echo: request.echo,
    message: {
      ...addressed,
      ...presentSender(realm.directory, sender),
      content: place.content,
      rendered_content: renderedContent,
      avatar: { url: avatarUrl(sender), omissible: mayOmitAvatar(sender) },
      client: request.clientName,
      is_me_message: isMeMessage(place.content),
      timestamp: toSeconds(sentAt.getTime()),
      reactions: [],
      submessages: [],
      topic_links: [],
    },
  }
}

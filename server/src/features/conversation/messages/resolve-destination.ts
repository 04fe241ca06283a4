import { refuse } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Channel, Directory, User } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { checkedContent, checkedTopic } from './content.ts'
import { ensureConversation, findConversation, hasMessages } from './conversation-store.ts'
import type { Draft } from './draft.ts'
import { channelReference, findChannel, noSuchChannel, participantsOf, personReferences } from './parse-to.ts'
import { presentParticipants, recipientSeenBy } from './present.ts'
import { assertMayPost, assertMayWriteTo, mayNameChannel } from './rules.ts'

/** What somebody wants to say and where, as it came. */
export interface Wanted {
  type: 'direct' | 'private' | 'channel' | 'stream'
  to: unknown
  topic: string | undefined
  content: string
}

/** Where a message goes: everything about it that depends on its destination. */
export type Place = Pick<Draft, 'recipientId' | 'channelId' | 'topic' | 'maybeFirst' | 'userIds'> & {
  channel: Channel | undefined
  addressed: Pick<
    Draft['message'],
    'type' | 'subject' | 'stream_id' | 'display_recipient' | 'recipient_id' | 'recipient_by_user'
  >
}

/** Finds the place, checks that the sender may write there, and the text, in the order the interface promises. */
export async function findPlace(
  app: App,
  realm: Realm,
  sender: User,
  wanted: Wanted,
): Promise<{ place: Place; content: string }> {
  const isChannel = wanted.type === 'channel' || wanted.type === 'stream'
  return isChannel
    ? await findInChannel(realm, sender, wanted)
    : await findAmongPeople(app, realm, sender, wanted)
}

async function findInChannel(realm: Realm, sender: User, wanted: Wanted) {
  const reference = channelReference(wanted.to)
  if (wanted.topic === undefined) throw refuse('BadRequest', 'topic: a channel message needs a topic.')
  const topic = checkedTopic(wanted.topic)
  const content = checkedContent(wanted.content)
  const channel = await realm.decideFresh(() => {
    const found = findChannel(realm.directory, reference)
    try {
      assertMayPost(realm.directory, sender, found)
    } catch (error) {
      throw mayNameChannel(realm.directory, sender, found) ? error : noSuchChannel(reference)
    }
    if (topic === '' && realm.directory.setting('mandatory_topics')) {
      throw refuse('BadRequest', 'topic: messages need a topic in this organization.')
    }
    return found
  })
  return { place: inChannel(channel, topic), content }
}

export function inChannel(channel: Channel, topic: string): Place {
  return {
    channel,
    recipientId: channel.recipientId,
    channelId: channel.id,
    topic,
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

async function findAmongPeople(app: App, realm: Realm, sender: User, wanted: Wanted) {
  const { directory } = realm
  const references = personReferences(wanted.to)
  const participants = await realm.decideFresh(() => participantsOf(directory, sender, references))
  const content = checkedContent(wanted.content)
  const { onlyInExisting } = await realm.decideFresh(() => assertMayWriteTo(directory, sender, participants))
  const userIds = participants.map((user) => user.id)
  const { db } = app.database
  if (onlyInExisting) {
    const existing = await findConversation(db, userIds)
    if (existing === undefined || !(await hasMessages(db, existing.id))) {
      throw refuse('BadRequest', 'You may not begin direct conversations in this organization.')
    }
  }
  return { place: await amongPeople(app, realm, userIds), content }
}

/** Whether there are two who are no bots. */
const isAmongHumans = (directory: Directory, userIds: readonly number[]) =>
  userIds.filter((id) => directory.users.get(id)?.botType === null).length > 1

/** A direct conversation, made if these people never talked. They are named by ascending ID. */
export async function amongPeople(app: App, realm: Realm, userIds: number[]): Promise<Place> {
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
    addressed: {
      type: 'private',
      display_recipient: presentParticipants(directory, userIds),
      subject: '',
      recipient_id: recipientId,
      ...(userIds.length === 2 ? { recipient_by_user: Object.fromEntries(seen) } : {}),
    },
  }
}

import type { EditHistoryEntry, FetchedMessage, Participant, RealmSettings } from '@loquat/contract'
import { canSeeUser } from '../../../directory/access-users.ts'
import type { Channel, Directory, User } from '../../../directory/directory.ts'
import { isSpectator } from '../../../directory/spectator.ts'
import { toWire } from '../../../directory/topics.ts'
import { hiddenUser } from '../../../directory/unknown-person.ts'
import { flagNames } from '../../../events/flag-bits.ts'
import { senderOf } from '../../../events/redact-actor.ts'
import type { Linkifier } from '../../../markdown/context.ts'
import { linkifiersIn } from '../../../markdown/directory-context.ts'
import { topicLinks } from '../../../markdown/topic-links.ts'
import { toSeconds } from '../../../platform/clock.ts'
import { systemSubdomain } from '../../../realms/realms.ts'
import { apiEmail, avatarUrl, mayOmitAvatar } from '../../identity/users/present.ts'
import { isMeMessage } from './content.ts'

/** Current sender fields, not those at the time of sending. */
export function presentSender(directory: Directory, sender: User) {
  return senderFields(sender, directory, directory.realm.subdomain)
}

const senderFields = (sender: User, emails: Pick<Directory, 'emailDomain'>, subdomain: string) => ({
  sender_id: sender.id,
  sender_full_name: sender.fullName,
  sender_email: apiEmail(emails, sender),
  sender_realm_str: sender.isSystemBot ? systemSubdomain : subdomain,
})

/** Lists two participants by email address, more by ID. */
export function presentParticipants(directory: Directory, userIds: readonly number[]): Participant[] {
  return participantFields(usersIn(directory, userIds), directory)
}

const usersIn = (directory: Directory, userIds: readonly number[]): User[] =>
  userIds.flatMap((id) => directory.users.get(id) ?? [])

function participantFields(users: readonly User[], emails: Pick<Directory, 'emailDomain'>): Participant[] {
  const people = users.map((user) => ({
    id: user.id,
    email: apiEmail(emails, user),
    full_name: user.fullName,
    is_mirror_dummy: false,
  }))
  if (people.length > 2) return people.sort((a, b) => a.id - b.id)
  return people.sort((a, b) => (a.email < b.email ? -1 : 1))
}

/**
 * In a one-on-one conversation, each participant sees the other's recipient ID, so that both directions have
 * the same ID.
 */
export function recipientSeenBy(
  directory: Directory,
  viewerId: number,
  userIds: readonly number[],
  recipientId: number,
): number {
  if (userIds.length !== 2) return recipientId
  const other = userIds.find((id) => id !== viewerId) ?? viewerId
  return directory.users.get(other)?.recipientId ?? recipientId
}

/** The part of a message that does not depend on the reader, as stored. */
export interface StoredMessage {
  id: number
  recipient_id: number
  /** Participants of a direct conversation; null for channels. */
  user_ids: number[] | null
  sender_id: number
  topic: string
  content: string
  rendered_content: string
  client: string
  sent_at: Date
  last_edit_at: Date | null
  last_moved_at: Date | null
  edit_history: EditHistoryEntry[] | null
}

export interface FetchedRow extends StoredMessage {
  reactions: FetchedMessage['reactions'] | null
  submessages: FetchedMessage['submessages'] | null
  flags: number
  read: boolean
  received: boolean
}

export interface FetchView {
  viewer: User
  applyMarkdown: boolean
  externalAvatar: boolean
  emptyTopicAllowed: boolean
}

/** Everything outside the row that the common part of a message depends on. Objects are replaced when they change. */
export interface MessageContext extends OrganizationContext {
  sender: User
  /** Undefined for direct messages. */
  channel: Channel | undefined
  /** Participants of a direct conversation. */
  participants: readonly User[]
}

/** The same for all messages of an organization. */
export interface OrganizationContext {
  linkifiers: readonly Linkifier[]
  historyPolicy: HistoryPolicy
  subdomain: string
  emailDomain: string
}

type HistoryPolicy = RealmSettings['message_edit_history_visibility_policy']

/** How clients ask for the common part. */
export interface MessageForm {
  applyMarkdown: boolean
  emptyTopicAllowed: boolean
  /** Without the avatars that clients can compute. */
  externalAvatar: boolean
}

export const formOf = ({
  applyMarkdown,
  emptyTopicAllowed,
  externalAvatar,
  viewer,
}: FetchView): MessageForm => ({
  applyMarkdown,
  emptyTopicAllowed,
  // Spectators do not see email addresses, so they cannot compute avatar URLs.
  externalAvatar: externalAvatar && !isSpectator(viewer),
})

export const organizationContextOf = (directory: Directory): OrganizationContext => ({
  linkifiers: linkifiersIn(directory),
  historyPolicy: directory.setting('message_edit_history_visibility_policy'),
  subdomain: directory.realm.subdomain,
  emailDomain: directory.emailDomain,
})

export function messageContextOf(
  directory: Directory,
  organization: OrganizationContext,
  row: Pick<StoredMessage, 'id' | 'sender_id' | 'recipient_id' | 'user_ids'>,
): MessageContext {
  const sender = directory.users.get(row.sender_id)
  if (sender === undefined) throw new Error(`Message ${row.id} has no sender.`)
  return {
    ...organization,
    sender,
    channel: directory.channelByRecipient(row.recipient_id),
    participants: usersIn(directory, row.user_ids ?? []),
  }
}

/** The part of a message that is the same for all readers who ask for this form. It must not depend on anything else. */
export function presentCommon(row: StoredMessage, context: MessageContext, form: MessageForm) {
  return {
    ...presentFrame(row, context, form),
    content: form.applyMarkdown ? row.rendered_content : row.content,
    rendered_content: row.rendered_content,
  }
}

/** The same as JSON without the closing brace. Texts are the largest part, and usually both are the same: each is serialized once. */
export function commonText(row: StoredMessage, context: MessageContext, form: MessageForm): string {
  const frame = JSON.stringify(presentFrame(row, context, form)).slice(0, -1)
  const rendered = JSON.stringify(row.rendered_content)
  const content = form.applyMarkdown ? rendered : JSON.stringify(row.content)
  return `${frame},"content":${content},"rendered_content":${rendered}`
}

/** The common part without its texts. */
function presentFrame(row: StoredMessage, context: MessageContext, form: MessageForm) {
  const { sender, channel } = context
  return {
    id: row.id,
    ...senderFields(sender, context, context.subdomain),
    ...(channel === undefined ? directFields(context) : channelFields(channel, row, form)),
    content_type: form.applyMarkdown ? ('text/html' as const) : ('text/x-markdown' as const),
    avatar_url: form.externalAvatar && mayOmitAvatar(sender) ? null : avatarUrl(sender),
    client: row.client,
    is_me_message: isMeMessage(row.content),
    timestamp: toSeconds(row.sent_at.getTime()),
    ...changeFields(row, context, form),
    topic_links: channel === undefined ? [] : topicLinks(row.topic, context.linkifiers),
  }
}

/** Each participant of a conversation between two users sees another ID. */
export const recipientIdFor = (
  directory: Directory,
  viewer: User,
  row: Pick<StoredMessage, 'recipient_id' | 'user_ids'>,
): number =>
  row.user_ids === null
    ? row.recipient_id
    : recipientSeenBy(directory, viewer.id, row.user_ids, row.recipient_id)

export function presentFetched(directory: Directory, row: FetchedRow, view: FetchView): FetchedMessage {
  const context = messageContextOf(directory, organizationContextOf(directory), row)
  const { sender } = context
  const isKnown = canSeeUser(directory, view.viewer, sender)
  return {
    ...presentCommon(row, context, formOf(view)),
    ...(isKnown ? {} : senderOf(hiddenUser(directory, sender.id))),
    recipient_id: recipientIdFor(directory, view.viewer, row),
    reactions: row.reactions ?? [],
    submessages: row.submessages ?? [],
    flags: isSpectator(view.viewer) ? ['read'] : flagNames(row.flags, row.read, !row.received),
  }
}

/** Always includes the edit and move times; the history only if the organization allows it. */
function changeFields(row: StoredMessage, { historyPolicy }: MessageContext, form: MessageForm) {
  const history = row.edit_history && historyFor(historyPolicy, row.edit_history)
  return {
    ...(row.last_edit_at && { last_edit_timestamp: toSeconds(row.last_edit_at.getTime()) }),
    ...(row.last_moved_at && { last_moved_timestamp: toSeconds(row.last_moved_at.getTime()) }),
    ...(history && { edit_history: history.map((entry) => withTopics(entry, form.emptyTopicAllowed)) }),
  }
}

/** Undefined if the organization hides the edit history. */
export function visibleHistory(
  directory: Directory,
  history: readonly EditHistoryEntry[],
): EditHistoryEntry[] | undefined {
  return historyFor(directory.setting('message_edit_history_visibility_policy'), history)
}

function historyFor(
  policy: HistoryPolicy,
  history: readonly EditHistoryEntry[],
): EditHistoryEntry[] | undefined {
  switch (policy) {
    case 'none':
      return undefined
    case 'all':
      return [...history]
    case 'moves':
      return history
        .filter((entry) => entry.prev_topic !== undefined || entry.prev_stream !== undefined)
        .map(({ prev_content: _, prev_rendered_content: __, ...moved }) => moved)
  }
}

export function withTopics<E extends { topic?: string | undefined; prev_topic?: string | undefined }>(
  entry: E,
  emptyTopicAllowed: boolean,
): E {
  const { topic, prev_topic } = entry
  return {
    ...entry,
    ...(topic !== undefined && { topic: toWire(topic, emptyTopicAllowed) }),
    ...(prev_topic !== undefined && { prev_topic: toWire(prev_topic, emptyTopicAllowed) }),
  }
}

const channelFields = (channel: Channel, row: StoredMessage, form: MessageForm) => ({
  type: 'stream' as const,
  stream_id: channel.id,
  display_recipient: channel.name,
  subject: toWire(row.topic, form.emptyTopicAllowed),
})

const directFields = (context: MessageContext) => ({
  type: 'private' as const,
  display_recipient: participantFields(context.participants, context),
  subject: '',
})

import type { EditHistoryEntry, FetchedMessage, Participant } from '@loquat/contract'
import { canSeeUser } from '../../../directory/access-users.ts'
import type { Channel, Directory, User } from '../../../directory/directory.ts'
import { isSpectator } from '../../../directory/spectator.ts'
import { toWire } from '../../../directory/topics.ts'
import { hiddenUser } from '../../../directory/unknown-person.ts'
import { flagNames } from '../../../events/flag-bits.ts'
import { senderOf } from '../../../events/redact-actor.ts'
import { linkifiersIn } from '../../../markdown/directory-context.ts'
import { topicLinks } from '../../../markdown/topic-links.ts'
import { toSeconds } from '../../../platform/clock.ts'
import { systemSubdomain } from '../../../realms/realms.ts'
import { apiEmail, avatarUrl, mayOmitAvatar } from '../../identity/users/present.ts'
import { isMeMessage } from './content.ts'

/** Current sender fields, not those at the time of sending. */
export function presentSender(directory: Directory, sender: User) {
  return {
    sender_id: sender.id,
    sender_full_name: sender.fullName,
    sender_email: apiEmail(directory, sender),
    sender_realm_str: sender.isSystemBot ? systemSubdomain : directory.realm.subdomain,
  }
}

/** Lists two participants by email address, more by ID. */
export function presentParticipants(directory: Directory, userIds: readonly number[]): Participant[] {
  const people = userIds.flatMap((id) => {
    const user = directory.users.get(id)
    if (user === undefined) return []
    return [{ id, email: apiEmail(directory, user), full_name: user.fullName, is_mirror_dummy: false }]
  })
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

export interface FetchedRow {
  id: number
  recipient_id: number
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

export function presentFetched(directory: Directory, row: FetchedRow, view: FetchView): FetchedMessage {
  const sender = directory.users.get(row.sender_id)
  if (sender === undefined) throw new Error(`Message ${row.id} has no sender.`)
  const channel = directory.channelByRecipient(row.recipient_id)
  const isKnown = canSeeUser(directory, view.viewer, sender)
  return {
    id: row.id,
    ...presentSender(directory, sender),
    ...(channel === undefined ? presentDirect(directory, row, view) : presentInChannel(channel, row, view)),
    content: view.applyMarkdown ? row.rendered_content : row.content,
    rendered_content: row.rendered_content,
    content_type: view.applyMarkdown ? 'text/html' : 'text/x-markdown',
    avatar_url: omits(view, sender) ? null : avatarUrl(sender),
    ...(isKnown ? {} : senderOf(hiddenUser(directory, sender.id))),
    client: row.client,
    is_me_message: isMeMessage(row.content),
    timestamp: toSeconds(row.sent_at.getTime()),
    ...presentChanges(directory, row, view),
    reactions: row.reactions ?? [],
    submessages: row.submessages ?? [],
    topic_links: channel === undefined ? [] : topicLinks(row.topic, linkifiersIn(directory)),
    flags: isSpectator(view.viewer) ? ['read'] : flagNames(row.flags, row.read, !row.received),
  }
}

/** Spectators do not see email addresses, so they cannot compute avatar URLs. */
const omits = ({ externalAvatar, viewer }: FetchView, sender: User) =>
  externalAvatar && !isSpectator(viewer) && mayOmitAvatar(sender)

/** Always includes the edit and move times; the history only if the organization allows it. */
function presentChanges(directory: Directory, row: FetchedRow, view: FetchView) {
  const history = row.edit_history && visibleHistory(directory, row.edit_history)
  return {
    ...(row.last_edit_at && { last_edit_timestamp: toSeconds(row.last_edit_at.getTime()) }),
    ...(row.last_moved_at && { last_moved_timestamp: toSeconds(row.last_moved_at.getTime()) }),
    ...(history && { edit_history: history.map((entry) => withTopics(entry, view.emptyTopicAllowed)) }),
  }
}

/** Undefined if the organization hides the edit history. */
export function visibleHistory(
  directory: Directory,
  history: readonly EditHistoryEntry[],
): EditHistoryEntry[] | undefined {
  switch (directory.setting('message_edit_history_visibility_policy')) {
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

function presentInChannel(channel: Channel, row: FetchedRow, view: FetchView) {
  return {
    type: 'stream' as const,
    stream_id: channel.id,
    display_recipient: channel.name,
    subject: toWire(row.topic, view.emptyTopicAllowed),
    recipient_id: row.recipient_id,
  }
}

function presentDirect(directory: Directory, row: FetchedRow, view: FetchView) {
  const userIds = row.user_ids ?? []
  return {
    type: 'private' as const,
    display_recipient: presentParticipants(directory, userIds),
    subject: '',
    recipient_id: recipientSeenBy(directory, view.viewer.id, userIds, row.recipient_id),
  }
}

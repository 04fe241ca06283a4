import { refuse } from '@loquat/contract'
import { type Channel, type Directory, isModerator, type User } from '../../../directory/directory.ts'
import { canReadChannel, hasRealmPermission, isMember } from '../../../directory/permissions.ts'
import { fromWire, truncateTopic } from '../../../directory/topics.ts'
import { badCharacterAt, trim, trimEnd } from '../../../text.ts'
import { noSuchChannel } from '../../places/channels/rules.ts'
import { checkedContent } from '../messages/content.ts'
import { changeOf, isBareCheck, type TopicChange } from './resolve.ts'
import type { StoredMessage } from './store.ts'

export interface EditRequest {
  content: string | undefined
  topic: string | undefined
  stream_id: number | undefined
  propagate_mode: 'change_one' | 'change_later' | 'change_all'
  send_notification_to_old_thread: boolean
  send_notification_to_new_thread: boolean
}

/** What an edit comes to. Undefined: stays as it is. */
export interface Plan {
  content: string | undefined
  topic: string | undefined
  /** What the new topic is to the old one. */
  change: TopicChange | undefined
  /** Where it moves to. */
  channel: Channel | undefined
  /** Everything happens in one channel and only the topic's mark changes. */
  onlyResolves: boolean
  moves: boolean
}

/** Requests on their way when the time runs out still count. */
const grace = 20_000

/** The text of an edit as it will be stored: one that leaves nothing says so. */
export const editedContent = (content: string) =>
  trimEnd(content).replace(/^\n+/, '') === '' ? '(deleted)' : checkedContent(content)

/** Checks an edit in the order the interface promises, and says what is to be done. */
export function planEdit(
  directory: Directory,
  user: User,
  message: StoredMessage,
  request: EditRequest,
  now: number,
): Plan {
  const age = now - message.sentAt.getTime()
  if (request.content !== undefined) assertMayEdit(directory, user, message.senderId, age, grace)
  const wanted = request.topic === undefined ? undefined : fromWire(trim(request.topic))
  const topic = wanted === message.topic ? undefined : wanted
  const channelId = request.stream_id === message.channelId ? undefined : request.stream_id
  const moves = topic !== undefined || channelId !== undefined
  if (request.content === undefined && !moves) throw refuse('BadRequest', 'There is nothing to change.')
  if (message.channelId === null && (request.topic !== undefined || request.stream_id !== undefined)) {
    throw refuse('BadRequest', 'Direct messages cannot be moved.')
  }
  if (!moves && request.propagate_mode !== 'change_one') {
    throw refuse('BadRequest', 'propagate_mode: only a new topic or channel can apply to other messages.')
  }
  if (topic !== undefined) assertGoodTopic(directory, topic)
  if (channelId !== undefined && request.content !== undefined) {
    throw refuse('BadRequest', 'A message cannot be edited and moved to another channel at once.')
  }
  if (request.content !== undefined && message.hasWidget) {
    throw refuse('BadRequest', 'The text of a poll or to-do list cannot be edited.')
  }
  const channel = channelId === undefined ? undefined : targetChannel(directory, user, channelId)
  const change = topic === undefined ? undefined : changeOf(message.topic, topic)
  if (change !== undefined) assertMayChangeTopic(directory, user, change, age)
  if (channel !== undefined) assertMayChangeChannel(directory, user, channel, age)
  return {
    content: request.content === undefined ? undefined : editedContent(request.content),
    topic: topic === undefined ? undefined : truncateTopic(topic),
    change,
    channel,
    onlyResolves: change !== undefined && change !== 'move' && channel === undefined,
    moves,
  }
}

/** Whether somebody may edit the text of a message of that age, all in milliseconds. */
export function assertMayEdit(
  directory: Directory,
  user: User,
  senderId: number,
  age: number,
  leniency: number,
): void {
  if (!directory.setting('allow_message_editing')) {
    throw refuse('BadRequest', 'Messages cannot be edited in this organization.')
  }
  if (senderId !== user.id) throw refuse('BadRequest', 'You can only edit your own messages.')
  if (isPast(age, directory.setting('message_content_edit_limit_seconds'), leniency)) {
    throw refuse('BadRequest', 'The time to edit this message has passed.')
  }
}

export const isPast = (age: number, limit: number | null, leniency = grace) =>
  limit !== null && age > limit * 1_000 + leniency

function assertGoodTopic(directory: Directory, topic: string): void {
  if (directory.setting('mandatory_topics') && (topic === '' || topic === '(no topic)')) {
    throw refuse('BadRequest', 'topic: messages need a topic in this organization.')
  }
  if (isBareCheck(topic)) throw refuse('BadRequest', 'topic: the empty topic cannot be resolved.')
  const bad = badCharacterAt(topic)
  if (bad !== undefined) throw refuse('BadRequest', `topic: invalid character at position ${bad}.`)
}

function targetChannel(directory: Directory, user: User, id: number): Channel {
  const channel = directory.channels.get(id)
  if (channel === undefined || channel.isArchived || !canReadChannel(directory, user, channel))
    throw noSuchChannel()
  return channel
}

const hasNoLimit = isModerator

function assertMayChangeTopic(directory: Directory, user: User, change: TopicChange, age: number): void {
  if (change !== 'move') {
    if (hasRealmPermission(directory, user, 'can_resolve_topics_group')) return
    throw refuse('BadRequest', 'You may not resolve topics.')
  }
  if (!hasRealmPermission(directory, user, 'can_move_messages_between_topics_group')) {
    throw refuse('BadRequest', 'You may not move messages to another topic.')
  }
  if (!hasNoLimit(user) && isPast(age, directory.setting('move_messages_within_stream_limit_seconds'))) {
    throw refuse('BadRequest', 'The time to move this message has passed.')
  }
}

function assertMayChangeChannel(directory: Directory, user: User, channel: Channel, age: number): void {
  if (!hasRealmPermission(directory, user, 'can_move_messages_between_channels_group')) {
    throw refuse('BadRequest', 'You may not move messages to another channel.')
  }
  if (!isMember(directory, user, channel.permissions.can_send_message_group)) {
    throw refuse('BadRequest', `You may not send messages to '${channel.name}'.`)
  }
  if (!hasNoLimit(user) && isPast(age, directory.setting('move_messages_between_streams_limit_seconds'))) {
    throw refuse('BadRequest', 'The time to move this message has passed.')
  }
}

/** How old the oldest message may be that moves along, in milliseconds. Undefined: any age. */
export function oldestToMove(directory: Directory, user: User, plan: Plan): number | undefined {
  if (hasNoLimit(user) || plan.onlyResolves) return undefined
  const limits = [
    plan.change === 'move' ? directory.setting('move_messages_within_stream_limit_seconds') : null,
    plan.channel === undefined ? null : directory.setting('move_messages_between_streams_limit_seconds'),
  ].filter((limit) => limit !== null)
  return limits.length === 0 ? undefined : Math.min(...limits) * 1_000 + grace
}
